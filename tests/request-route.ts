import { RouterContextProvider } from "react-router";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import type { users } from "#app/db/schema/accounts.ts";
import { buildSite } from "#app/people/membership/billing-builders.ts";
import { siteContext } from "#app/platform/site.ts";

import { NOW } from "./builders.ts";

/** A status, or the path that the response redirects to. */
export type RouteResult = number | string;

/** The answer to a guest on a route that requires signing in. */
export const SIGN_IN_REDIRECT = "to sign in";

type Person = typeof users.$inferSelect;

type RouteRequest = {
  /** A route's module. */
  route: unknown;
  path: string;
  params?: Record<string, string>;
  /** Absent: GET the page. */
  fields?: Record<string, string> | undefined;
  /** A request body that isn't a form of fields. */
  body?: BodyInit | undefined;
  /** Null: a guest. */
  person: Person | null;
};

type Handler = (given: { context: RouterContextProvider; request: Request; params: Record<string, string> }) => unknown;
const Handled = z.custom<Handler>((value) => typeof value === "function");
const RouteModule = z.object({ loader: Handled, action: Handled.optional() });
const WithStatus = z.object({ type: z.literal("DataWithResponseInit"), init: z.object({ status: z.number() }) });

/** Calls a route's loader, or its action with a form, as a user. Errors are thrown. */
export async function requestRoute(
  db: Database,
  { route, path, params = {}, fields, body, person }: RouteRequest,
): Promise<RouteResult> {
  const site = buildSite(db, { viewer: person === null ? null : viewerOf(person) });
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  const url = `${site.env.siteUrl}${path}`;
  const sent = fields === undefined ? body : new URLSearchParams(fields);
  const request = sent === undefined ? new Request(url) : new Request(url, { method: "POST", body: sent });
  const { loader, action } = RouteModule.parse(route);
  const handler = sent === undefined ? loader : action;
  if (handler === undefined) throw new Error(`${path} has no such handler`);
  const outcome = await Promise.resolve()
    .then(() => handler({ context, request, params }))
    .catch((thrown: unknown) => {
      if (thrown instanceof Error) throw thrown;
      return thrown;
    });
  if (outcome instanceof Response) {
    const location = (outcome.headers.get("location") ?? "").replace(site.env.siteUrl, "");
    if (location.startsWith("/auth/login?")) return SIGN_IN_REDIRECT;
    return location === "" ? outcome.status : location;
  }
  const given = WithStatus.safeParse(outcome);
  return given.success ? given.data.init.status : 200;
}

function viewerOf({ id, name, email, role }: Person) {
  const session = { id: crypto.randomUUID(), expiresAt: NOW };
  return { id, name, email, role, tier: null, pictureUrl: null, session };
}
