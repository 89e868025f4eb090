import { parseJson } from "#app/lib/parse-json.ts";
import { problemResponse } from "#app/lib/problem-response.ts";
import type { Site } from "#app/platform/site.ts";

import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { findDrawnPicture } from "./drawn-picture.server.ts";
import { photoProviderFor } from "./photo-provider.ts";
import { lookUpPhotos, type PhotoLookup } from "./photo-lookup.server.ts";
import { type PhotoRequest, parsePhotoRequest } from "./photo-request.ts";
import { PHOTO_MESSAGES, type PhotoResult, photoPath, type PhotosResponse } from "./photo.ts";
import type { FoundPhoto } from "./pexels.server.ts";

/** Ten times the size of the longest valid request. */
const BODY_BYTES_MAX = 4_096;

/** Each page sends one request. Even an office behind one IP address hardly opens sixty pages a minute. */
export const PHOTO_REQUESTS_PER_MINUTE_MAX = 60;

const limit = new AddressRateLimit(PHOTO_REQUESTS_PER_MINUTE_MAX);

/** Handles `POST /api/fetch-photos`: photos from the provider if one is configured, else the drawn picture. */
export async function handleFetchPhotos(
  request: Request,
  site: Site,
  provider = photoProviderFor(site.env),
): Promise<Response> {
  const photoRequest = await readRequest(request, site);
  if (photoRequest instanceof Response) return photoRequest;
  const ask = { query: photoRequest.query, type: photoRequest.type };
  const { db, now, log } = site;
  const found = provider === null ? null : await lookUpPhotos(db, { provider, ask, now, log });
  const answer = await buildAnswer(site, photoRequest, found);
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}

async function buildAnswer(site: Site, photoRequest: PhotoRequest, found: PhotoLookup | null): Promise<PhotosResponse> {
  if (found !== null && found !== "failed" && found.length > 0) {
    return { success: true, photos: found.slice(0, photoRequest.per_page).map(toPhotoAnswer) };
  }
  const { picture, isSpecific } = await findDrawnPicture(site.db, photoRequest, site.now);
  if (found === "failed") return { success: false, photos: [picture], message: PHOTO_MESSAGES.failed };
  // Without a provider, a drawing of the named subject is a success, not a fallback.
  if (found === null && isSpecific) return { success: true, photos: [picture] };
  return { success: true, photos: [picture], message: PHOTO_MESSAGES.none };
}

function toPhotoAnswer({ id, photographer, photographerUrl, pageUrl, alt }: FoundPhoto): PhotoResult {
  return {
    url: photoPath(id),
    photographer,
    kind: "photo",
    photographer_url: photographerUrl,
    page_url: pageUrl,
    alt,
  };
}

/** Parses and checks the request. Returns an error response if it is rejected. */
async function readRequest(request: Request, site: Site): Promise<PhotoRequest | Response> {
  const refuse = (status: Parameters<typeof problemResponse>[0], detail: string, headers?: Record<string, string>) =>
    problemResponse(status, { detail, requestId: site.requestId, ...(headers === undefined ? {} : { headers }) });
  if (request.method !== "POST") return refuse(405, "Use POST to request photos.", { allow: "POST" });
  const from = request.headers.get("sec-fetch-site");
  if (from !== null && from !== "same-origin" && from !== "none") {
    return refuse(403, "Photos are available only to this site's own pages.");
  }
  const seconds = limit.secondsToWait(site.visitorAddress ?? "", site.now);
  if (seconds !== null) {
    return refuse(429, `Try again in ${seconds} s.`, { "retry-after": String(seconds) });
  }
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? "")) {
    return refuse(415, "Send application/json.");
  }
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > BODY_BYTES_MAX) return refuse(413, `Send no more than ${BODY_BYTES_MAX} bytes.`);
  const photoRequest = parsePhotoRequest(parseJson(body.toString("utf8")));
  return typeof photoRequest === "string" ? refuse(400, photoRequest) : photoRequest;
}
