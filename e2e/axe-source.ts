import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The minified file, because every checked page has to load it. */
export const AXE_SOURCE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * The path at which a site in this process serves axe. Without an extension, so that no test counts it as a script of
 * the page.
 */
export const AXE_PATH = "/axe-core-for-tests";
