import { GUIDE_PICTURES_PATH } from "../editing-paths.ts";

export const PICTURE_TYPES = "image/jpeg,image/png,image/webp,image/avif";

/** Uploads a picture of a post from the page's script. */
export async function uploadGuidePicture(file: File): Promise<{ path: string; why: "" } | { path: null; why: string }> {
  const headers = { "content-type": "application/octet-stream" };
  const response = await fetch(GUIDE_PICTURES_PATH, { method: "POST", body: file, headers, redirect: "manual" }).catch(
    () => null,
  );
  const answer: unknown = await response?.json().catch(() => null);
  if (typeof answer === "object" && answer !== null) {
    if ("path" in answer && typeof answer.path === "string") return { path: answer.path, why: "" };
    if ("detail" in answer && typeof answer.detail === "string") return { path: null, why: answer.detail };
  }
  return { path: null, why: "We couldn’t upload it. Try again in a moment." };
}
