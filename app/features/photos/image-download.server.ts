import { readBounded } from "./bounded-body.ts";
import { imageTypeOf } from "./image-type.ts";
import { isNetworkFailure } from "./network-failure.ts";

/**
 * Fetches a picture's bytes from exactly this address; a redirect counts as none. Whether it may be asked is the caller's
 * to know.
 *
 * @returns A text that says why there are none: nobody answers, too many bytes, or something that is no picture.
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
    const bytes = await readBounded(response, bytesMax);
    if (bytes === null) return `more than ${bytesMax} bytes`;
    return imageTypeOf(bytes) === null ? `no picture, though it is called ${type}` : bytes;
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    return String(error);
  }
}
