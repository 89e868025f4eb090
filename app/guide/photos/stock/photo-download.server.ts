import { downloadImage } from "./image-download.server.ts";
import type { PhotoProvider } from "./photo-provider.ts";
import { isProviderImageUrl } from "./pexels.server.ts";

/** At 1200 x 627, a photo is 0.1 to 0.4 MB. */
export const PHOTO_BYTES_MAX = 4_000_000;

/**
 * Downloads a photo from the provider's image host only. Other hosts and redirects are rejected.
 *
 * @returns The bytes, or a text with the reason for the failure.
 */
export async function downloadPhoto(provider: PhotoProvider, sourceUrl: string): Promise<Uint8Array | string> {
  if (!isProviderImageUrl(sourceUrl, provider)) return "the URL is not on the provider's host";
  return downloadImage(sourceUrl, { bytesMax: PHOTO_BYTES_MAX, msMax: provider.downloadMsMax });
}
