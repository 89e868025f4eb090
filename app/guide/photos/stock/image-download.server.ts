import { readLimitedBody } from "./read-limited-body.ts";
import { detectImageType } from "./image-type.ts";
import { isNetworkFailure } from "./network-failure.ts";

/**
 * Downloads an image from exactly this URL. Redirects count as failures. The caller must check that the URL is allowed.
 *
 * @returns The bytes, or a text with the reason for the failure: no response, too many bytes, or not an image.
 */
export async function downloadImage(
  url: string,
  { bytesMax, msMax }: { bytesMax: number; msMax: number },
): Promise<Uint8Array | string> {
  try {
    const response = await fetch(url, {
      headers: { accept: "image/jpeg, image/png, image/webp" },
      redirect: "manual",
      signal: AbortSignal.timeout(msMax),
    });
    const type = response.headers.get("content-type") ?? "none";
    if (response.status !== 200 || !/^image\/(?:jpeg|png|webp)\s*(?:;|$)/i.test(type)) {
      await response.body?.cancel();
      return response.status === 200 ? `type ${type}` : `status ${response.status}`;
    }
    const bytes = await readLimitedBody(response, bytesMax);
    if (bytes === null) return `more than ${bytesMax} bytes`;
    return detectImageType(bytes) === null ? `not an image, though its type is ${type}` : bytes;
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    return String(error);
  }
}
