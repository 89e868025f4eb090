import { PHOTO_MESSAGES, type PhotoAsk } from "./photo.ts";
import type { LoadedPhoto, PhotoState } from "./photo-state.ts";

const FAILED: PhotoState = { state: "fallback", message: PHOTO_MESSAGES.failed };

/** Asks our own server for a photo and has the browser load and decode it, so that it can be shown without a blink. */
export async function lookUpPhoto(ask: PhotoAsk, signal: AbortSignal): Promise<PhotoState> {
  try {
    const response = await fetch("/api/fetch-photos", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...ask, per_page: 1 }),
      signal,
    });
    if (!response.ok) return FAILED;
    const answer = readPhotosAnswer(await response.json());
    if (answer.state === "loaded") await decode(answer.photo.url);
    return answer;
  } catch {
    // No connection, no JSON, no picture, or the visitor has left: the drawn picture stays in any case.
    return FAILED;
  }
}

/** What an answer means for the page. It is our own server's, but may be another version's than this script. */
export function readPhotosAnswer(answer: unknown): PhotoState {
  if (!isRecord(answer)) return FAILED;
  const photo = readPhoto(Array.isArray(answer["photos"]) ? answer["photos"][0] : null);
  if (photo !== null) return { state: "loaded", photo };
  return answer["success"] === true ? { state: "fallback", message: PHOTO_MESSAGES.none } : FAILED;
}

/** Null for a drawing: the page has a drawn picture of its own. */
function readPhoto(given: unknown): LoadedPhoto | null {
  if (!isRecord(given) || given["kind"] !== "photo") return null;
  const { url, alt, photographer, photographer_url, page_url } = given;
  if (typeof url !== "string" || !/^\/photos\/\d+$/.test(url) || typeof photographer !== "string") return null;
  return {
    url,
    alt: typeof alt === "string" ? alt : "",
    photographer,
    photographerUrl: webAddress(photographer_url),
    pageUrl: webAddress(page_url),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function webAddress(value: unknown): string | null {
  return typeof value === "string" && value.startsWith("https://") ? value : null;
}

async function decode(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
}
