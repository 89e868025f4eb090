import { formatSaveItem, parseSaveItem, type SaveItem } from "./save-item.ts";

const COOKIE = "rowhouse-saving";

/** The time limit of a sign-in. */
const SECONDS_MAX = 600;

/** What a guest wanted to save, and the page to return to. */
export type PendingSave = { item: SaveItem; back: string };

/** The `Set-Cookie` that remembers what a guest wants to save until they sign in; null clears it. */
export function pendingSaveCookie(pending: PendingSave | null, siteUrl: string): string {
  const value = pending === null ? "" : `${formatSaveItem(pending.item)}:${encodeURIComponent(pending.back)}`;
  const maxAgeSeconds = pending === null ? 0 : SECONDS_MAX;
  const parts = [`${COOKIE}=${value}`, "Path=/saves", "HttpOnly", "SameSite=Lax", `Max-Age=${maxAgeSeconds}`];
  return [...parts, ...(siteUrl.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

/** Null if the cookie is missing or invalid. */
export function readPendingSave(cookieHeader: string | null): PendingSave | null {
  const [, name, back] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=([a-z0-9/-]+):([\\w%.~!*'()-]+)`).exec(cookieHeader ?? "") ?? [];
  const item = name === undefined ? null : parseSaveItem(name);
  if (item === null || back === undefined) return null;
  try {
    return { item, back: decodeURIComponent(back) };
  } catch {
    return null;
  }
}
