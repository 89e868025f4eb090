type Sent = { outcome: "added" | "there" | "refused"; why: string };

/** Sends one file. By XMLHttpRequest, which alone tells how much of it has gone. Never throws. */
export function sendPhoto(path: string, file: File, onShare: (share: number) => void): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "text";
    request.upload.addEventListener("progress", ({ loaded, total }) => onShare(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => resolve(answerOf(request)));
    for (const trouble of ["error", "abort", "timeout"] as const) {
      request.addEventListener(trouble, () =>
        resolve({ outcome: "refused", why: "The site can’t be reached. Choose it again in a moment." }),
      );
    }
    request.send(file);
  });
}

function answerOf(request: XMLHttpRequest): Sent {
  if (request.status === 201) return { outcome: "added", why: "" };
  if (request.status === 200) return { outcome: "there", why: "" };
  const signIn = request.status === 401 ? request.getResponseHeader("location") : null;
  // The session has ended meanwhile.
  if (signIn !== null) location.assign(signIn);
  return { outcome: "refused", why: detailOf(request.responseText) ?? "It was not added. Please try again." };
}

function detailOf(text: string): string | null {
  try {
    const problem: unknown = JSON.parse(text);
    if (typeof problem !== "object" || problem === null || !("detail" in problem)) return null;
    return typeof problem.detail === "string" ? problem.detail : null;
  } catch {
    // A page of something between us and the site.
    return null;
  }
}
