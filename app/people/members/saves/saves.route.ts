import { redirect } from "react-router";

import { safeReturnPath, signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { problemResponse } from "#app/lib/problem-response.ts";
import { readForm } from "#app/platform/read-form.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/saves.route";
import { readPendingSave, pendingSaveCookie } from "./pending-save.ts";
import { formatSaveItem, parseSaveItem, type SaveItem, SAVES_MAX, SAVES_PATH } from "./save-item.ts";
import { findSavableItemId, saveItem, type SaveOutcome, unsaveItem } from "./saves.server.ts";

export const handle = { audience: "everyone", isCached: false } satisfies RouteHandle;

/**
 * Saves or unsaves an `item`; `do` is `saveItem` or `unsaveItem`. A form is redirected back to its page. A script that accepts
 * JSON gets 204, or a problem with a `detail`.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const form = await readForm(request);
  const item = parseSaveItem(form.text("item"));
  if (item === null) return problem(site, request, 404);
  const back = backPath(site, request, item);
  const isSaving = form.text("do") !== "unsave";
  if (site.viewer === null) return askToSignIn(site, request, { item, back, isSaving });
  const change = { userId: site.viewer.id, item, now: site.now, viewer: site.viewer };
  return respond(site, request, {
    outcome: isSaving ? await saveItem(site.db, change) : await unsaveItem(site.db, change),
    item,
    back,
  });
}

/** Completes a guest's save after sign-in and returns to their page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const pending = readPendingSave(request.headers.get("cookie"));
  if (pending === null) return redirect(site.viewer === null ? "/" : "/saved", 303);
  const back = safeReturnPath(pending.back);
  const headers = new Headers({ "set-cookie": pendingSaveCookie(null, site.env.siteUrl) });
  // They continued as a guest.
  if (site.viewer === null) return redirect(back, { status: 303, headers });
  const { item } = pending;
  const outcome = await saveItem(site.db, { userId: site.viewer.id, item, now: site.now, viewer: site.viewer });
  if (outcome === "saves-full") headers.append("set-cookie", noticeCookie({ code: outcome, item: null }));
  if (outcome === "saved") {
    headers.append("set-cookie", noticeCookie({ code: "signed-in-saved", item: formatSaveItem(item) }));
  }
  return redirect(back, { status: 303, headers });
}

type SaveResult = { outcome: SaveOutcome; item: SaveItem; back: string };

function respond(site: Site, request: Request, { outcome, item, back }: SaveResult): Response {
  if (outcome === "no-such-item") return problem(site, request, 404);
  if (wantsJson(request)) {
    return outcome === "saves-full" ? problem(site, request, 409) : new Response(null, { status: 204 });
  }
  const cookie = noticeCookie({ code: outcome, item: outcome === "saves-full" ? null : formatSaveItem(item) });
  return redirect(back, { status: 303, headers: { "set-cookie": cookie } });
}

type GuestSave = { item: SaveItem; back: string; isSaving: boolean };

/** Remembers the save in a cookie, which only our own form can set. */
async function askToSignIn(site: Site, request: Request, { item, back, isSaving }: GuestSave): Promise<Response> {
  if ((await findSavableItemId(site.db, item, { now: site.now })) === null) return problem(site, request, 404);
  const to = signInPath(isSaving ? SAVES_PATH : back);
  const headers = new Headers(
    isSaving ? { "set-cookie": pendingSaveCookie({ item, back }, site.env.siteUrl) } : undefined,
  );
  headers.set("location", to);
  return new Response(null, { status: wantsJson(request) ? 401 : 303, headers });
}

const PROBLEMS = {
  404: "That place or guide is no longer available.",
  409: `You have ${SAVES_MAX.toLocaleString("en-US")} saves, which is the limit. Remove one first.`,
} as const;

function problem({ requestId }: Site, request: Request, status: keyof typeof PROBLEMS): Response {
  if (wantsJson(request)) return problemResponse(status, { detail: PROBLEMS[status], requestId });
  return new Response(`${PROBLEMS[status]}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}

function wantsJson(request: Request): boolean {
  return request.headers.get("accept") === "application/json";
}

/** The page that sent the form, from the Referer header; otherwise the saved item's own page. */
function backPath({ env }: Site, request: Request, item: SaveItem): string {
  const from = URL.parse(request.headers.get("referer") ?? "");
  const isSameSite = from !== null && (from.origin === env.siteUrl || from.origin === new URL(request.url).origin);
  const back = isSameSite ? safeReturnPath(from.pathname + from.search) : "/";
  return back === "/" && from?.pathname !== "/" ? `/${formatSaveItem(item)}` : back;
}
