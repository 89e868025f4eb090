import { createHash, randomBytes, scrypt } from "node:crypto";

import { addressNetwork } from "#app/platform/address-rate-limit.ts";
import type { Site } from "#app/platform/site.ts";

/** Identifies the sender of a correction well enough to tell people apart. */
export type Reporter = {
  userId: string | null;
  /** Hash of the browser's id in its cookie. */
  browserHash: string;
  /** Hash of the IPv4 address or IPv6 household. */
  ipHash: string;
};

/** Both hashes are deleted after this many days. */
export const REPORTER_RETENTION_DAYS = 60;

/**
 * @param browserId The browser's id from its cookie, or a new id.
 */
export async function identifyReporter(
  { viewer, visitorAddress }: Pick<Site, "viewer" | "visitorAddress">,
  browserId: string,
): Promise<Reporter> {
  return {
    userId: viewer?.id ?? null,
    browserHash: createHash("sha256").update(browserId).digest("hex"),
    ipHash: await hashOfAddress(visitorAddress ?? ""),
  };
}

export function newBrowserId(): string {
  return randomBytes(32).toString("base64url");
}

/** All IPv4 addresses could be tried, so each hash is made slow: scrypt with Node's default cost, some 50 ms. */
function hashOfAddress(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(addressNetwork(address), "rowhouse corrections", HASH_BYTES, (error, key) => {
      if (error === null) resolve(key.toString("hex"));
      else reject(error);
    });
  });
}

const HASH_BYTES = 32;
