import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The smaller of its two files: every page that is looked at has to read it. */
export const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Where a site in this process serves it. Without an ending, so that no test counts it among the page's own scripts. */
export const AXE_PATH = "/axe-core-for-tests";
