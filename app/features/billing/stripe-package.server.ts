import { createRequire } from "node:module";

/** Loaded when a site that takes payments first needs it: 218 files and 10 MB of memory that most sites do without. */
export function stripePackage(): typeof import("stripe") {
  return createRequire(import.meta.url)("stripe");
}
