/**
 * Submits a form with its file, as a page without script would. Uses XMLHttpRequest because fetch reports no upload
 * progress.
 *
 * @returns The URL to go to, or the error message of the response. Never throws.
 */
export function submitWithProgress(
  form: HTMLFormElement,
  onShare: (share: number) => void,
): Promise<{ to: string } | { problem: string }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.responseType = "document";
    request.upload.addEventListener("progress", ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => {
      if (request.status < 400) return resolve({ to: request.responseURL });
      const message = request.responseXML?.querySelector(".form-problem")?.textContent ?? "";
      resolve({ problem: message === "" ? "The upload failed. Please try again." : message });
    });
    for (const eventName of ["error", "abort", "timeout"] as const) {
      request.addEventListener(eventName, () =>
        resolve({ problem: "We can’t reach the site. Upload the file again in a moment." }),
      );
    }
    request.send(new FormData(form));
  });
}
