import { itemName, readItem, type SaveItem } from "./save-item.ts";

const COOKIE = "rowhouse-saving";

/** As long as a sign-in may take. */
const SECONDS_MAX = 600;

/** What a guest wanted to save, and the page where they did. */
export type PendingSave = { item: SaveItem; back: string };

/** The `Set-Cookie` that keeps a guest's click until they have signed in, or with null forgets it. */
export function pendingSaveCookie(pending: PendingSave | null, siteUrl: string): string {
  const value = pending === null ? "" : `${itemName(pending.item)}:${encodeURIComponent(pending.back)}`;
  const life = pending === null ? 0 : SECONDS_MAX;
  const parts = [`${COOKIE}=${value}`, "Path=/saves", "HttpOnly", "SameSite=Lax", `Max-Age=${life}`];
  return [...parts, ...(siteUrl.startsWith("https:") ? ["Secure"] : [])].join("; ");
}

/** Null when there is none, or none of ours. */
export function pendingSave(cookieHeader: string | null): PendingSave | null {
  const [, name, back] =
    new RegExp(`(?:^|;\\s*)${COOKIE}=([a-z0-9/-]+):([\\w%.~!*'()-]+)`).exec(cookieHeader ?? "") ?? [];
  const item = name === undefined ? null : readItem(name);
  if (item === null || back === undefined) return null;
  try {
    return { item, back: decodeURIComponent(back) };
  } catch {
    return null;
  }
}
