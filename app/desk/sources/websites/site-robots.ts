import robotsParser from "robots-parser";

/** Our name in a robots.txt, which is also the beginning of our User-Agent. */
const PRODUCT_TOKEN = "rowhouse";

/** RFC 9309 wants at least 500 KiB to be read. What comes later is ignored. */
export const ROBOTS_BYTES_MAX = 512_000;

/** What a website allows us. `intervalMs`: the pause that it wants between two requests. */
export type SiteRules = { isAllowed: (url: string) => boolean; intervalMs: number };

/** A website without a robots.txt (status 4xx). */
export const ALL_ALLOWED: SiteRules = { isAllowed: () => true, intervalMs: 0 };

/**
 * The rules of a robots.txt for us (RFC 9309). Never throws, whatever the text.
 *
 * @param robotsUrl Where the text is: its rules are for this origin only.
 */
export function readRobots(robotsUrl: string, text: string): SiteRules {
  const robots = robotsParser(robotsUrl, ownGroups(text));
  const seconds = robots.getCrawlDelay(PRODUCT_TOKEN) ?? 0;
  return {
    isAllowed: (url) => robots.isAllowed(url, PRODUCT_TOKEN) === true,
    intervalMs: seconds > 0 ? seconds * 1_000 : 0,
  };
}

/**
 * The text with our groups and those for everybody; all others become one. The parser stores each rule once for each name
 * above it, and a text may have thousands of both.
 */
function ownGroups(text: string): string {
  const lines: string[] = [];
  const names = new Set<string>();
  let isInNames = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n?|\n/)) {
    const [, field = "", value = ""] = /^\s*([a-z-]{1,20})\s*:([^#]*)/i.exec(line) ?? [];
    const key = field.toLowerCase();
    if (key === "user-agent") {
      if (!isInNames) names.clear();
      isInNames = true;
      const name = groupName(value.trim().toLowerCase());
      if (!names.has(name)) lines.push(`user-agent: ${name}`);
      names.add(name);
    } else if (["allow", "disallow", "crawl-delay"].includes(key)) {
      isInNames = false;
      lines.push(`${key}: ${value.trim()}`);
    }
  }
  return lines.join("\n");
}

function groupName(token: string): string {
  if (token === "*") return "*";
  return /^rowhouse(?![a-z_-])/.test(token) ? PRODUCT_TOKEN : "another";
}
