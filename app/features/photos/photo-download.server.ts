import { readBounded } from "./bounded-body.ts";
import { imageTypeOf } from "./image-type.ts";
import { isNetworkFailure } from "./network-failure.ts";
import type { PhotoProvider } from "./photo-provider.ts";
import { isOfProvider } from "./pexels.server.ts";

/** At 1200 x 627 a photo has 0.1 to 0.4 MB. */
export const PHOTO_BYTES_MAX = 4_000_000;

/**
 * Fetches a photo's bytes from the provider's own host, and from no other: not by its address, not by a redirect.
 *
 * @returns A text that says why there are none: the provider is gone, or sent something that is no picture.
 */
export async function downloadPhoto(provider: PhotoProvider, sourceUrl: string): Promise<Uint8Array | string> {
  if (!isOfProvider(sourceUrl, provider)) return "an address that is not the provider's";
  try {
    const response = await fetch(sourceUrl, {
      headers: { accept: "image/jpeg, image/png, image/webp" },
      redirect: "manual",
      signal: AbortSignal.timeout(provider.downloadMsMax),
    });
    const type = response.headers.get("content-type") ?? "none";
    if (response.status !== 200 || !/^image\/(?:jpeg|png|webp)\s*(?:;|$)/i.test(type)) {
      await response.body?.cancel();
      return response.status === 200 ? `type ${type}` : `status ${response.status}`;
    }
    const bytes = await readBounded(response, PHOTO_BYTES_MAX);
    if (bytes === null) return `more than ${PHOTO_BYTES_MAX} bytes`;
    return imageTypeOf(bytes) === null ? `no picture, though it is called ${type}` : bytes;
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    return String(error);
  }
}
