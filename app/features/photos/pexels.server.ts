import { z } from "zod";

import { readBounded } from "./bounded-body.ts";
import { isNetworkFailure } from "./network-failure.ts";
import type { PhotoProvider } from "./photo-provider.ts";
import { PHOTOS_PER_PAGE_MAX } from "./photo.ts";

/** Fifteen photos come in about 15 KB. */
const ANSWER_BYTES_MAX = 512 * 1024;

const ALT_CHARACTERS_MAX = 300;
const NAME_CHARACTERS_MAX = 120;
const URL_CHARACTERS_MAX = 500;

/** The free plan allows 200 requests an hour. An answer that says nothing more precise costs us that hour. */
const LIMITED_MS = 60 * 60_000;

/** Its month ends by then, whatever a header says. */
const LIMITED_MS_MAX = 31 * 24 * 60 * 60_000;

/** A photo the provider has found, with nothing in it that hasn't been checked. */
export type FoundPhoto = {
  id: number;
  sourceUrl: string;
  pageUrl: string;
  photographer: string;
  photographerUrl: string | null;
  alt: string;
};

export type PexelsOutcome =
  | { outcome: "found"; photos: FoundPhoto[]; limitedUntil: Date | null }
  | { outcome: "limited"; until: Date }
  /** The key is wrong, or no longer good. */
  | { outcome: "refused"; reason: string }
  | { outcome: "failed"; reason: string };

/**
 * Asks Pexels for photos of some words, best first.
 *
 * @see https://www.pexels.com/api/documentation/ for the answer's shape, its limits and its X-Ratelimit headers.
 */
export async function askPexels(
  provider: PhotoProvider,
  { query, now }: { query: string; now: Date },
): Promise<PexelsOutcome> {
  const url = new URL(provider.searchUrl);
  url.search = new URLSearchParams({ query, per_page: String(PHOTOS_PER_PAGE_MAX) }).toString();
  try {
    const response = await fetch(url, {
      headers: { authorization: provider.apiKey, accept: "application/json" },
      // Our key would travel with it.
      redirect: "manual",
      signal: AbortSignal.timeout(provider.answerMsMax),
    });
    if (response.status === 200) return await readFound(response, { provider, now });
    await response.body?.cancel();
    if (response.status === 429) return { outcome: "limited", until: limitedUntil(response.headers, now) };
    const reason = `status ${response.status}`;
    return { outcome: response.status === 401 || response.status === 403 ? "refused" : "failed", reason };
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    return { outcome: "failed", reason: String(error) };
  }
}

async function readFound(
  response: Response,
  { provider, now }: { provider: PhotoProvider; now: Date },
): Promise<PexelsOutcome> {
  const body = await readBounded(response, ANSWER_BYTES_MAX);
  if (body === null) return { outcome: "failed", reason: `an answer of more than ${ANSWER_BYTES_MAX} bytes` };
  const answer = PexelsAnswer.safeParse(parseJson(Buffer.from(body).toString("utf8")));
  if (!answer.success) return { outcome: "failed", reason: "an answer that is none" };
  const photos = answer.data.photos.slice(0, PHOTOS_PER_PAGE_MAX).flatMap((photo) => readPhoto(photo, provider));
  // A list of nothing but photos we can't use is no "nothing found".
  if (photos.length === 0 && answer.data.photos.length > 0) return { outcome: "failed", reason: "no usable photo" };
  const isLast = response.headers.get("x-ratelimit-remaining") === "0";
  return { outcome: "found", photos, limitedUntil: isLast ? limitedUntil(response.headers, now) : null };
}

const PexelsAnswer = z.object({ photos: z.array(z.unknown()) });

const line = z.string().transform((text) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim());
const pexelsPage = z.url({ protocol: /^https$/, hostname: /^(?:www\.)?pexels\.com$/ }).max(URL_CHARACTERS_MAX);

const PexelsPhoto = z.object({
  id: z.number().int().positive(),
  url: pexelsPage,
  photographer: line.pipe(z.string().min(1)),
  photographer_url: pexelsPage.nullable().catch(null),
  alt: line.catch(""),
  src: z.object({ landscape: z.url({ protocol: /^https?$/ }).max(URL_CHARACTERS_MAX) }),
});

/** The photo, or nothing when anything in it is not what it should be: its bytes on another host, say. */
function readPhoto(given: unknown, provider: PhotoProvider): FoundPhoto[] {
  const photo = PexelsPhoto.safeParse(given);
  if (!photo.success || !isOfProvider(photo.data.src.landscape, provider)) return [];
  const { id, url, photographer, photographer_url, alt, src } = photo.data;
  return [
    {
      id,
      sourceUrl: src.landscape,
      pageUrl: url,
      photographer: photographer.slice(0, NAME_CHARACTERS_MAX),
      photographerUrl: photographer_url,
      alt: alt.slice(0, ALT_CHARACTERS_MAX),
    },
  ];
}

/** Whether the bytes at this address may be fetched. */
export function isOfProvider(sourceUrl: string, { imageOrigin }: PhotoProvider): boolean {
  const url = URL.parse(sourceUrl);
  return url !== null && url.origin === imageOrigin && url.username === "" && url.password === "";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Refusals carry Retry-After or nothing; the last answer before them says when the month begins anew. */
function limitedUntil(headers: Headers, now: Date): Date {
  const retrySeconds = Number(headers.get("retry-after") ?? Number.NaN);
  const resetSeconds = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  const waits = [retrySeconds * 1000, resetSeconds * 1000 - now.getTime()];
  const waitMs = waits.find((ms) => Number.isFinite(ms) && ms > 0) ?? LIMITED_MS;
  return new Date(now.getTime() + Math.min(waitMs, LIMITED_MS_MAX));
}
