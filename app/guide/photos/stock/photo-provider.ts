import { SettingError } from "#app/lib/setting-error.ts";
import type { Env } from "#app/platform/env.server.ts";

/** Short, because pages already show the drawn picture. */
const ANSWER_MS_MAX = 5_000;
const DOWNLOAD_MS_MAX = 15_000;

/** Settings of the photo provider. */
export type PhotoProvider = {
  apiKey: string;
  searchUrl: string;
  /** The only origin from which photos are downloaded. */
  imageOrigin: string;
  answerMsMax: number;
  downloadMsMax: number;
};

const PEXELS_IMAGES = "https://images.pexels.com";

/** Null without an API key, which turns stock photos off. */
export function photoProviderFor(env: Env): PhotoProvider | null {
  if (env.photosApiKey === null) return null;
  const api = new URL(env.photosApiUrl);
  return {
    apiKey: env.photosApiKey,
    searchUrl: `${env.photosApiUrl}/search`,
    // A test double serves its images from the same origin.
    imageOrigin: isPexels(api) ? PEXELS_IMAGES : api.origin,
    answerMsMax: ANSWER_MS_MAX,
    downloadMsMax: DOWNLOAD_MS_MAX,
  };
}

/**
 * Call it before serving, so that the API key is never sent to a host other than Pexels.
 *
 * @throws SettingError when PHOTOS_API_URL is on another host. A trial may also use a test double on the same machine.
 */
export function assertPhotoProviderAllowed(env: Env, build: "trial" | "production"): void {
  const api = new URL(env.photosApiUrl);
  if (isPexels(api) || (build === "trial" && LOOPBACK.has(api.hostname))) return;
  const wanted = build === "trial" ? "https on a Pexels host, or a double on 127.0.0.1" : "https on a Pexels host";
  throw new SettingError(`PHOTOS_API_URL: got ${JSON.stringify(env.photosApiUrl)}, wants ${wanted}`);
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

function isPexels({ protocol, hostname, port }: URL): boolean {
  return protocol === "https:" && port === "" && /(?:^|\.)pexels\.com$/.test(hostname);
}
