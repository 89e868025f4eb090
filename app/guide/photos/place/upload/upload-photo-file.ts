type UploadResult = { outcome: "added" | "there" | "refused"; why: string };

/** Uploads one file. Uses XMLHttpRequest because fetch reports no upload progress. Never throws. */
export function uploadPhotoFile(path: string, file: File, onShare: (share: number) => void): Promise<UploadResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "text";
    request.upload.addEventListener("progress", ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => resolve(readResult(request)));
    for (const failure of ["error", "abort", "timeout"] as const) {
      request.addEventListener(failure, () =>
        resolve({ outcome: "refused", why: "We couldn’t upload it. Check your connection and choose it again." }),
      );
    }
    request.send(file);
  });
}

function readResult(request: XMLHttpRequest): UploadResult {
  if (request.status === 201) return { outcome: "added", why: "" };
  if (request.status === 200) return { outcome: "there", why: "" };
  const signIn = request.status === 401 ? request.getResponseHeader("location") : null;
  // The session has expired.
  if (signIn !== null) location.assign(signIn);
  return { outcome: "refused", why: readDetail(request.responseText) ?? "We couldn’t add it. Try again." };
}

function readDetail(text: string): string | null {
  try {
    const problem: unknown = JSON.parse(text);
    if (typeof problem !== "object" || problem === null || !("detail" in problem)) return null;
    return typeof problem.detail === "string" ? problem.detail : null;
  } catch {
    // An HTML page from a proxy between the browser and the site.
    return null;
  }
}
