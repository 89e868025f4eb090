import { PHOTO_MESSAGES, type PhotoQuery } from "./photo.ts";
import type { LoadedPhoto, PhotoState } from "./photo-state.ts";

const FAILED: PhotoState = { state: "fallback", message: PHOTO_MESSAGES.failed };

/** Requests a photo from our server, then loads and decodes it in the browser, so that it appears without flicker. */
export async function requestPhoto(ask: PhotoQuery, signal: AbortSignal): Promise<PhotoState> {
  try {
    const response = await fetch("/api/fetch-photos", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...ask, per_page: 1 }),
      signal,
    });
    if (!response.ok) return FAILED;
    const answer = parsePhotosResponse(await response.json());
    if (answer.state === "loaded") await decodeImage(answer.photo.url);
    return answer;
  } catch {
    // No connection, invalid JSON, no image, or the visitor left the page. The drawn picture stays in each case.
    return FAILED;
  }
}

/** Parses the server's response, which may come from a different version than this script. */
export function parsePhotosResponse(answer: unknown): PhotoState {
  if (!isRecord(answer)) return FAILED;
  const photo = readPhoto(Array.isArray(answer["photos"]) ? answer["photos"][0] : null);
  if (photo !== null) return { state: "loaded", photo };
  return answer["success"] === true ? { state: "fallback", message: PHOTO_MESSAGES.none } : FAILED;
}

/** Null for a drawing, since the page already has its drawn picture. */
function readPhoto(given: unknown): LoadedPhoto | null {
  if (!isRecord(given) || given["kind"] !== "photo") return null;
  const { url, alt, photographer, photographer_url, page_url } = given;
  if (typeof url !== "string" || !/^\/photos\/\d+$/.test(url) || typeof photographer !== "string") return null;
  return {
    url,
    alt: typeof alt === "string" ? alt : "",
    photographer,
    photographerUrl: httpsUrl(photographer_url),
    pageUrl: httpsUrl(page_url),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function httpsUrl(value: unknown): string | null {
  return typeof value === "string" && value.startsWith("https://") ? value : null;
}

async function decodeImage(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
}
