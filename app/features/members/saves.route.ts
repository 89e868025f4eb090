import { redirect } from "react-router";

import { returnPath, signInPath } from "#app/features/accounts/return-path.ts";
import { problemResponse } from "#app/lib/problem-response.ts";
import { readForm } from "#app/platform/read-form.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { type Site, siteOf } from "#app/platform/site.ts";

import type { Route } from "./+types/saves.route";
import { pendingSave, pendingSaveCookie } from "./pending-save.ts";
import { itemName, readItem, type SaveItem, SAVES_MAX, SAVES_PATH } from "./save-item.ts";
import { findItem, save, type SaveOutcome, unsave } from "./saves.server.ts";

/**
 * Saves and takes back: `item` is what, `do` is `save` or `unsave`. A form goes back to where it was; a script that asks
 * for JSON is answered 204, or told in `detail` why not.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const form = await readForm(request);
  const item = readItem(form.text("item"));
  if (item === null) return refusal(site, request, 404);
  const back = backPath(site, request, item);
  const isSaving = form.text("do") !== "unsave";
  if (site.viewer === null) return askToSignIn(site, request, { item, back, isSaving });
  const change = { userId: site.viewer.id, item, now: site.now, viewer: site.viewer };
  return answer(site, request, {
    outcome: isSaving ? await save(site.db, change) : await unsave(site.db, change),
    item,
    back,
  });
}

/** Where signing in leads whoever wanted to save something: it is saved now, and they are back where they were. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.keep = false;
  const pending = pendingSave(request.headers.get("cookie"));
  if (pending === null) return redirect(site.viewer === null ? "/" : "/saved", 303);
  const back = returnPath(pending.back);
  const headers = new Headers({ "set-cookie": pendingSaveCookie(null, site.env.siteUrl) });
  // They went on as a guest after all.
  if (site.viewer === null) return redirect(back, { status: 303, headers });
  const { item } = pending;
  const outcome = await save(site.db, { userId: site.viewer.id, item, now: site.now, viewer: site.viewer });
  if (outcome === "saves-full") headers.append("set-cookie", noticeCookie({ code: outcome, item: null }));
  if (outcome === "saved") {
    headers.append("set-cookie", noticeCookie({ code: "signed-in-saved", item: itemName(item) }));
  }
  return redirect(back, { status: 303, headers });
}

type Done = { outcome: SaveOutcome; item: SaveItem; back: string };

function answer(site: Site, request: Request, { outcome, item, back }: Done): Response {
  if (outcome === "no-such-item") return refusal(site, request, 404);
  if (wantsJson(request)) {
    return outcome === "saves-full" ? refusal(site, request, 409) : new Response(null, { status: 204 });
  }
  const cookie = noticeCookie({ code: outcome, item: outcome === "saves-full" ? null : itemName(item) });
  return redirect(back, { status: 303, headers: { "set-cookie": cookie } });
}

type Wish = { item: SaveItem; back: string; isSaving: boolean };

/** The click is kept in a cookie of this browser, which only our own form can have set. */
async function askToSignIn(site: Site, request: Request, { item, back, isSaving }: Wish): Promise<Response> {
  if ((await findItem(site.db, item, { now: site.now })) === null) return refusal(site, request, 404);
  const to = signInPath(isSaving ? SAVES_PATH : back);
  const headers = new Headers(
    isSaving ? { "set-cookie": pendingSaveCookie({ item, back }, site.env.siteUrl) } : undefined,
  );
  headers.set("location", to);
  return new Response(null, { status: wantsJson(request) ? 401 : 303, headers });
}

const REFUSALS = {
  404: "There is no such place or guide any more.",
  409: `You have saved ${SAVES_MAX.toLocaleString("en-US")}, which is as many as there is room for. Take one out first.`,
} as const;

function refusal({ requestId }: Site, request: Request, status: keyof typeof REFUSALS): Response {
  if (wantsJson(request)) return problemResponse(status, { detail: REFUSALS[status], requestId });
  return new Response(`${REFUSALS[status]}\n`, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}

function wantsJson(request: Request): boolean {
  return request.headers.get("accept") === "application/json";
}

/** The page of ours that sent the form, as the browser names it; without that, the page of what is saved. */
function backPath({ env }: Site, request: Request, item: SaveItem): string {
  const from = URL.parse(request.headers.get("referer") ?? "");
  const isOurs = from !== null && (from.origin === env.siteUrl || from.origin === new URL(request.url).origin);
  const back = isOurs ? returnPath(from.pathname + from.search) : "/";
  return back === "/" && from?.pathname !== "/" ? `/${itemName(item)}` : back;
}
