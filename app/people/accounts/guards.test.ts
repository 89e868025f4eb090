import { expect, test } from "vitest";

import type { Viewer } from "#app/platform/viewer.ts";

import { requireRole, requireSubscription, requireViewer } from "./guards.ts";

const MEMBER: Viewer = {
  id: "00000000-0000-4000-8000-000000000001",
  name: "Ada",
  email: null,
  role: "member",
  tier: null,
  pictureUrl: null,
  session: { id: "00000000-0000-4000-8000-000000000002", expiresAt: new Date(0) },
};

test("a guest is redirected to sign-in, which returns to the page", () => {
  const request = new Request("http://localhost/dashboard?tab=lists");

  expect(locationOf(() => requireViewer(null, request))).toBe("/auth/login?to=%2Fdashboard%3Ftab%3Dlists");
  expect(requireViewer(MEMBER, request)).toBe(MEMBER);
});

test("a guest's data request returns to the page after sign-in, not to its .data URL", () => {
  const redirectFrom = (url: string) => locationOf(() => requireViewer(null, new Request(`http://localhost${url}`)));

  expect(redirectFrom("/places/tryst/review.data?_routes=people%2Freviews%2Fwrite%2Freview-form.route")).toBe(
    "/auth/login?to=%2Fplaces%2Ftryst%2Freview",
  );
  expect(redirectFrom("/saved.data?kind=guides&_routes=x")).toBe("/auth/login?to=%2Fsaved%3Fkind%3Dguides");
});

test("a guest's form post returns to its page after sign-in, without the query", () => {
  const request = new Request("http://localhost/dashboard?index", { method: "POST" });

  expect(locationOf(() => requireViewer(null, request))).toBe("/auth/login?to=%2Fdashboard");
});

test("a viewer with another role is redirected to the home page", () => {
  const request = new Request("http://localhost/admin");

  expect(locationOf(() => requireRole(MEMBER, request, ["admin"]))).toBe("/");
  expect(locationOf(() => requireRole(null, request, ["admin"]))).toBe("/auth/login?to=%2Fadmin");
  expect(requireRole(MEMBER, request, ["member", "admin"])).toBe(MEMBER);
});

test("a free member is redirected to the plans, and a guest to sign-in", () => {
  const request = new Request("http://localhost/ask");
  const subscriber: Viewer = { ...MEMBER, tier: "local-explorer" };

  expect(locationOf(() => requireSubscription(MEMBER, request))).toBe("/subscription");
  expect(locationOf(() => requireSubscription(null, request))).toBe("/auth/login?to=%2Fask");
  expect(requireSubscription(subscriber, request)).toBe(subscriber);
});

function locationOf(guarded: () => unknown): string | null {
  try {
    guarded();
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get("location");
    throw thrown;
  }
  throw new Error("There was no redirect");
}
