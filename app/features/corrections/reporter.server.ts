import { createHash, randomBytes, scrypt } from "node:crypto";

import { household } from "#app/platform/address-limit.ts";
import type { Site } from "#app/platform/site.ts";

/** Who sends a correction, as far as it takes to tell one person from another. */
export type Reporter = {
  userId: string | null;
  /** Of the browser's cookie. */
  markHash: string;
  /** Of the network address, or its IPv6 household. */
  addressHash: string;
};

/** So many days later neither hash is kept any more. */
export const REPORTER_DAYS = 60;

/**
 * @param mark Of the browser, by its cookie; a new one for a browser that brings none.
 */
export async function reporterOf(
  { viewer, visitorAddress }: Pick<Site, "viewer" | "visitorAddress">,
  mark: string,
): Promise<Reporter> {
  return {
    userId: viewer?.id ?? null,
    markHash: createHash("sha256").update(mark).digest("hex"),
    addressHash: await hashOfAddress(visitorAddress ?? ""),
  };
}

export function newMark(): string {
  return randomBytes(32).toString("base64url");
}

/** There are few enough addresses to try them all, so that each try is made to cost: Node's own cost, some 50 ms. */
function hashOfAddress(address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(household(address), "rowhouse corrections", HASH_BYTES, (error, key) => {
      if (error === null) resolve(key.toString("hex"));
      else reject(error);
    });
  });
}

const HASH_BYTES = 32;
