/** Longer addresses are nobody's; Node itself refuses only past 16 KB of headers. */
const TARGET_CHARACTERS_MAX = 4_096;

const PLAIN_ADDRESS = /^(?:\/|(?:\/[a-z0-9_-][a-z0-9._-]*){1,6})$/;

/** `.` and `..` as a whole segment, also encoded: whoever parses the address takes them out of the path. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?=\/|$)/i;

export type AddressVerdict =
  | { ok: true }
  | { ok: false; status: 400 | 414 }
  | { ok: false; status: 301; location: string };

/**
 * Looks at path and query before any route does. Other spellings of an address (upper case, double or trailing slashes,
 * dot segments, needless escapes) get a redirect to the one we publish: otherwise each page would have endless addresses.
 */
export function checkAddress(target: string): AddressVerdict {
  if (target.length > TARGET_CHARACTERS_MAX) return { ok: false, status: 414 };
  // Most addresses are plain words between slashes, and every cached answer passes here.
  if (PLAIN_ADDRESS.test(target)) return { ok: true };
  // Browsers keep the fragment to themselves; taken as part of the path it would make endless addresses of one page.
  if (!target.startsWith("/") || target.includes("#")) return { ok: false, status: 400 };
  const at = target.indexOf("?");
  const path = at === -1 ? target : target.slice(0, at);
  const decoded = decodedPath(path);
  // Control characters and backslashes are in no address of ours, and browsers disagree about what they mean.
  if (decoded === null || /[\p{Cc}\\]/u.test(decoded)) return { ok: false, status: 400 };
  const published = publishedPath(path);
  if (published === path) return { ok: true };
  return { ok: false, status: 301, location: at === -1 ? published : published + target.slice(at) };
}

function decodedPath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function publishedPath(given: string): string {
  const path = DOT_SEGMENT.test(given) ? withoutDotSegments(given) : given;
  if (path === "/" || path.startsWith("/assets/")) return path;
  const lower = path
    .replaceAll(/%[0-9a-f]{2}|[A-Z]/gi, (part) => (part.startsWith("%") ? publishedEscape(part) : part.toLowerCase()))
    .replaceAll(/\/{2,}/g, "/");
  const trimmed = lower.endsWith("/") ? lower.slice(0, -1) : lower;
  return trimmed === "" ? "/" : trimmed;
}

/** The path as the URL parser makes it. Slashes are joined first: after two of them it would read a host. */
function withoutDotSegments(path: string): string {
  return new URL(path.replaceAll(/\/{2,}/g, "/"), "http://localhost").pathname;
}

/** An escape of a letter that needs none is that letter (RFC 3986, 6.2.2.2). */
function publishedEscape(escape: string): string {
  const character = String.fromCodePoint(Number.parseInt(escape.slice(1), 16));
  return /[\w.~-]/.test(character) ? character.toLowerCase() : escape.toUpperCase();
}
