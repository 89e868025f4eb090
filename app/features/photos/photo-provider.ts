import { SettingError } from "#app/lib/setting-error.ts";
import type { Env } from "#app/platform/env.server.ts";

/** A page's picture is not worth more; the drawn one stands there meanwhile. */
const ANSWER_MS_MAX = 5_000;
const DOWNLOAD_MS_MAX = 15_000;

/** Where photos are looked up. */
export type PhotoProvider = {
  apiKey: string;
  searchUrl: string;
  /** The only origin from which the bytes of photos are fetched. */
  imageOrigin: string;
  answerMsMax: number;
  downloadMsMax: number;
};

const PEXELS_IMAGES = "https://images.pexels.com";

/** Null without a key: then nothing is asked. */
export function photoProviderOf(env: Env): PhotoProvider | null {
  if (env.photosApiKey === null) return null;
  const api = new URL(env.photosApiUrl);
  return {
    apiKey: env.photosApiKey,
    searchUrl: `${env.photosApiUrl}/search`,
    // A double on this machine serves its pictures itself.
    imageOrigin: isPexels(api) ? PEXELS_IMAGES : api.origin,
    answerMsMax: ANSWER_MS_MAX,
    downloadMsMax: DOWNLOAD_MS_MAX,
  };
}

/**
 * Call it before a build is served: the key and whatever comes back belong to nobody but Pexels.
 *
 * @throws SettingError when PHOTOS_API_URL names another host; a trial may also ask a double on its own machine.
 */
export function refuseForeignPhotos(env: Env, build: "trial" | "production"): void {
  const api = new URL(env.photosApiUrl);
  if (isPexels(api) || (build === "trial" && LOOPBACK.has(api.hostname))) return;
  const wanted = build === "trial" ? "https on a Pexels host, or a double on 127.0.0.1" : "https on a Pexels host";
  throw new SettingError(`PHOTOS_API_URL: got ${JSON.stringify(env.photosApiUrl)}, wants ${wanted}`);
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

function isPexels({ protocol, hostname, port }: URL): boolean {
  return protocol === "https:" && port === "" && /(?:^|\.)pexels\.com$/.test(hostname);
}
