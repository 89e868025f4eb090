import { downloadImage } from "./image-download.server.ts";
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
  return downloadImage(sourceUrl, { bytesMax: PHOTO_BYTES_MAX, msMax: provider.downloadMsMax });
}
