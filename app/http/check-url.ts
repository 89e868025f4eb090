/** No page has a longer URL. Node refuses only beyond 16 KB of headers. */
const TARGET_CHARACTERS_MAX = 4_096;

const PLAIN_ADDRESS = /^(?:\/|(?:\/[a-z0-9_-][a-z0-9._-]*){1,6})$/;

/** `.` and `..` as a whole segment, also encoded. URL parsers remove them from the path. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i;

export type UrlVerdict = { ok: true } | { ok: false; status: 400 | 414 } | { ok: false; status: 301; location: string };

/**
 * Checks path and query before routing. Other spellings of a URL (uppercase, extra slashes, dot segments, needless
 * escapes) are redirected, so that each page has one URL.
 */
export function checkUrl(target: string): UrlVerdict {
  if (target.length > TARGET_CHARACTERS_MAX) return { ok: false, status: 414 };
  // Fast path: most URLs are plain words between slashes, and every cached answer passes here.
  if (PLAIN_ADDRESS.test(target)) return { ok: true };
  // Browsers don't send fragments. As part of the path, they would give one page endless URLs.
  if (!target.startsWith("/") || target.includes("#")) return { ok: false, status: 400 };
  const at = target.indexOf("?");
  const path = at === -1 ? target : target.slice(0, at);
  const decoded = decodedPath(path);
  // No page has control characters or backslashes in its URL, and browsers disagree about their meaning.
  if (decoded === null || /[\p{Cc}\\]/u.test(decoded)) return { ok: false, status: 400 };
  const canonical = canonicalPath(path);
  if (canonical === path) return { ok: true };
  return { ok: false, status: 301, location: at === -1 ? canonical : canonical + target.slice(at) };
}

function decodedPath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function canonicalPath(given: string): string {
  const path = DOT_SEGMENT.test(given) ? withoutDotSegments(given) : given;
  if (path === "/" || path.startsWith("/assets/")) return path;
  const lower = path
    .replaceAll(/%[0-9a-f]{2}|[A-Z]/gi, (part) => (part.startsWith("%") ? canonicalEscape(part) : part.toLowerCase()))
    .replaceAll(/\/{2,}/g, "/");
  const trimmed = lower.endsWith("/") ? lower.slice(0, -1) : lower;
  return trimmed === "" ? "/" : trimmed;
}

/** The path after URL parsing. Double slashes are merged first, because the parser would read a host after them. */
function withoutDotSegments(path: string): string {
  return new URL(path.replaceAll(/\/{2,}/g, "/"), "http://localhost").pathname;
}

/** Decodes escapes of characters that need none (RFC 3986, 6.2.2.2). */
function canonicalEscape(escape: string): string {
  const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
  return /[\w.~-]/.test(character) ? character.toLowerCase() : escape.toUpperCase();
}
