import { z } from "zod";

import { DAY_MS, HOUR_MS } from "#app/lib/duration.ts";
import { parseJson } from "#app/lib/parse-json.ts";

import { readLimitedBody } from "./read-limited-body.ts";
import { isNetworkFailure } from "./network-failure.ts";
import type { PhotoProvider } from "./photo-provider.ts";
import { PHOTOS_PER_PAGE_MAX } from "./photo.ts";

/** Fifteen photos take about 15 KB. */
const ANSWER_BYTES_MAX = 512 * 1024;

const ALT_CHARACTERS_MAX = 300;
const NAME_CHARACTERS_MAX = 120;
const URL_CHARACTERS_MAX = 500;

/** The free plan allows 200 requests per hour. Without a more precise header we wait for an hour. */
const RATE_LIMIT_WAIT_MS = HOUR_MS;

/** The monthly quota resets by then, whatever a header says. */
const RATE_LIMIT_WAIT_MS_MAX = 31 * DAY_MS;

/** A validated photo from the provider. */
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
  /** The API key is wrong or revoked. */
  | { outcome: "refused"; reason: string }
  | { outcome: "failed"; reason: string };

/**
 * Searches Pexels for photos, best first.
 *
 * @see https://www.pexels.com/api/documentation/ for the response, rate limits and X-Ratelimit headers.
 */
export async function searchPexels(
  provider: PhotoProvider,
  { query, now }: { query: string; now: Date },
): Promise<PexelsOutcome> {
  const url = new URL(provider.searchUrl);
  url.search = new URLSearchParams({ query, per_page: String(PHOTOS_PER_PAGE_MAX) }).toString();
  try {
    const response = await fetch(url, {
      headers: { authorization: provider.apiKey, accept: "application/json" },
      // A redirect would send our API key to another host.
      redirect: "manual",
      signal: AbortSignal.timeout(provider.answerMsMax),
    });
    if (response.status === 200) return await parseResponse(response, { provider, now });
    await response.body?.cancel();
    if (response.status === 429) return { outcome: "limited", until: limitedUntil(response.headers, now) };
    const reason = `status ${response.status}`;
    return { outcome: response.status === 401 || response.status === 403 ? "refused" : "failed", reason };
  } catch (error) {
    if (!isNetworkFailure(error)) throw error;
    return { outcome: "failed", reason: String(error) };
  }
}

async function parseResponse(
  response: Response,
  { provider, now }: { provider: PhotoProvider; now: Date },
): Promise<PexelsOutcome> {
  const body = await readLimitedBody(response, ANSWER_BYTES_MAX);
  if (body === null) return { outcome: "failed", reason: `a response of more than ${ANSWER_BYTES_MAX} bytes` };
  const answer = PexelsAnswer.safeParse(parseJson(Buffer.from(body).toString("utf8")));
  if (!answer.success) return { outcome: "failed", reason: "an invalid response" };
  const photos = answer.data.photos.slice(0, PHOTOS_PER_PAGE_MAX).flatMap((photo) => readPhoto(photo, provider));
  // If none of the photos is usable, that's a failure, not an empty result.
  if (photos.length === 0 && answer.data.photos.length > 0) return { outcome: "failed", reason: "no usable photo" };
  const isQuotaUsedUp = response.headers.get("x-ratelimit-remaining") === "0";
  return { outcome: "found", photos, limitedUntil: isQuotaUsedUp ? limitedUntil(response.headers, now) : null };
}

const PexelsAnswer = z.object({ photos: z.array(z.unknown()) });

const singleLine = z.string().transform((text) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim());
const pexelsPageUrl = z.url({ protocol: /^https$/, hostname: /^(?:www\.)?pexels\.com$/ }).max(URL_CHARACTERS_MAX);

const PexelsPhoto = z.object({
  id: z.number().int().positive(),
  url: pexelsPageUrl,
  photographer: singleLine.pipe(z.string().min(1)),
  photographer_url: pexelsPageUrl.nullable().catch(null),
  alt: singleLine.catch(""),
  src: z.object({ landscape: z.url({ protocol: /^https?$/ }).max(URL_CHARACTERS_MAX) }),
});

/** Validates a photo. Returns an empty list if it is invalid, for example with an image on another host. */
function readPhoto(given: unknown, provider: PhotoProvider): FoundPhoto[] {
  const photo = PexelsPhoto.safeParse(given);
  if (!photo.success || !isProviderImageUrl(photo.data.src.landscape, provider)) return [];
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

/** Whether we may download an image from this URL. */
export function isProviderImageUrl(sourceUrl: string, { imageOrigin }: PhotoProvider): boolean {
  const url = URL.parse(sourceUrl);
  return url !== null && url.origin === imageOrigin && url.username === "" && url.password === "";
}

/** A 429 has Retry-After or nothing. The last response before it has the time of the quota's reset. */
function limitedUntil(headers: Headers, now: Date): Date {
  const retrySeconds = Number(headers.get("retry-after") ?? Number.NaN);
  const resetSeconds = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  const waits = [retrySeconds * 1000, resetSeconds * 1000 - now.getTime()];
  const waitMs = waits.find((ms) => Number.isFinite(ms) && ms > 0) ?? RATE_LIMIT_WAIT_MS;
  return new Date(now.getTime() + Math.min(waitMs, RATE_LIMIT_WAIT_MS_MAX));
}
