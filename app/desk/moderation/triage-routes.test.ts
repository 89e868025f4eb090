import { RouterContextProvider } from "react-router";
import { describe, expect } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import type { users } from "#app/db/schema/accounts.ts";
import { buildSite } from "#app/people/membership/billing-builders.ts";
import { findDecidedCases } from "#app/core/cases/case-queries.server.ts";
import { listTemplates } from "#app/core/cases/templates.server.ts";
import { siteContext } from "#app/platform/site.ts";
import { buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { BULK_CASES_MAX } from "./queue.ts";
import * as queueRoute from "./queue.route.tsx";
import * as templatesRoute from "./templates.route.tsx";
import { decideBuiltCase, CASE_BUILDERS, requireWaitingCase } from "./triage-builders.ts";

type Person = typeof users.$inferSelect;
type Handler = (given: { context: RouterContextProvider; request: Request; params: Record<string, string> }) => unknown;
const Handled = z.custom<Handler>((value) => typeof value === "function");
const RouteModule = z.object({ loader: Handled, action: Handled });
const Refused = z.object({
  type: z.literal("DataWithResponseInit"),
  data: z.object({ why: z.string().nullable(), message: z.string().optional() }),
  init: z.object({ status: z.number() }).nullable(),
});

type RequestInput = {
  db: Database;
  by: Person | null;
  form?: [string, string][];
  id?: string;
  query?: string;
  now?: Date;
};

/** The response's status with its message or redirect target. */
async function request(route: unknown, { db, by, form, id, query = "", now = NOW }: RequestInput): Promise<string> {
  const site = buildSite(db, { viewer: by === null ? null : viewerOf(by), now });
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  const url = `${site.env.siteUrl}/admin/moderation${id === undefined ? "" : `/${id}`}${query}`;
  const sent =
    form === undefined ? new Request(url) : new Request(url, { method: "POST", body: new URLSearchParams(form) });
  const { loader, action } = RouteModule.parse(route);
  const answered: unknown = await Promise.resolve()
    .then(() =>
      (form === undefined ? loader : action)({ context, request: sent, params: id === undefined ? {} : { id } }),
    )
    .catch((thrown: unknown) => {
      if (thrown instanceof Error) throw thrown;
      return thrown;
    });
  if (answered instanceof Response) return `${answered.status} ${answered.headers.get("location") ?? ""}`.trim();
  const refused = Refused.safeParse(answered);
  if (!refused.success) return refusalOf(answered);
  return `${refused.data.init?.status ?? 200} ${refused.data.data.why ?? refused.data.data.message}`;
}

const Thrown = z.object({ init: z.object({ status: z.number() }) });

function refusalOf(answered: unknown): string {
  const thrown = Thrown.safeParse(answered);
  return thrown.success ? String(thrown.data.init.status) : "200";
}

function viewerOf({ id, name, email, role }: Person) {
  const session = { id: crypto.randomUUID(), expiresAt: NOW };
  return { id, name, email, role, tier: null, pictureUrl: null, session };
}

const admin = (db: Database) => buildUser(db, { role: "admin", name: "Ada" });

describe("a case", () => {
  test("can be seen and decided only by admins", async ({ db }) => {
    const { id } = await CASE_BUILDERS["held-review"](db);
    for (const [by, answer] of [
      [null, /^303 \/auth\/login/],
      [await buildUser(db), /^303 \/$/],
      [await buildUser(db, { role: "business" }), /^303 \/$/],
    ] as const) {
      for (const form of [undefined, [["do", "approve"]] as [string, string][]]) {
        for (const [route, of] of [
          [queueRoute, { id }],
          [queueRoute, {}],
          [templatesRoute, {}],
        ] as const) {
          expect(await request(route, { db, by, ...of, ...(form === undefined ? {} : { form }) })).toMatch(answer);
        }
      }
    }
    expect(await requireWaitingCase(db, id)).toMatchObject({ id });
  });

  test("that doesn't exist is a 404 for every request", async ({ db }) => {
    const by = await admin(db);
    for (const id of ["x", crypto.randomUUID()]) {
      expect(await request(queueRoute, { db, by, id })).toBe("404");
      expect(await request(queueRoute, { db, by, id, form: [["do", "undo"]] })).toBe("404");
    }
  });

  test("form explains a wrong reason, a message that is too long or a missing action, and keeps the input", async ({
    db,
  }) => {
    const [by, { id }] = [await admin(db), await CASE_BUILDERS["held-review"](db)];
    const { seen } = await requireWaitingCase(db, id);
    const send = (...form: [string, string][]) => request(queueRoute, { db, by, id, form: [["seen", seen], ...form] });

    expect(await send()).toBe("400 Choose what to do with the case.");
    expect(await send(["do", "reject"])).toMatch(/^400 Choose a reason/);
    expect(await send(["do", "reject"], ["code", "not-proved"])).toMatch(/^409 That reason doesn’t apply/);
    expect(await send(["do", "reject"], ["code", "other"])).toMatch(/^400 Write a message/);
    expect(await send(["do", "approve"], ["message", "x".repeat(351)])).toMatch(/^400 Write at most 350/);
    expect(
      await request(queueRoute, {
        db,
        by,
        id,
        form: [
          ["do", "approve"],
          ["seen", "9"],
        ],
      }),
    ).toMatch(/^409 It was changed/);
    expect(await send(["do", "assign"], ["to", "x"])).toMatch(/^400 Choose one of the editors/);
    expect(await send(["do", "undo"])).toMatch(/^409 The case is open/);
    expect(await request(queueRoute, { db, by, id })).toBe("200");
  });

  test("with a pin outside the city and a description that is too long can still be rejected", async ({ db }) => {
    const [by, { id }] = [await admin(db), await CASE_BUILDERS["suggested-edit"](db)];
    const { seen } = await requireWaitingCase(db, id);
    const pin: [string, string][] = [
      ["pin", "set"],
      ["lat", ""],
      ["lng", ""],
    ];
    const send = (...form: [string, string][]) => request(queueRoute, { db, by, id, form: [["seen", seen], ...form] });

    expect(await send(["do", "approve"], ["apply-address", "yes"], ...pin)).toMatch(/^400 The pin needs a latitude/);
    expect(await send(["do", "approve"], ["description", "x".repeat(2_001)])).toMatch(/^400 A description can have/);
    const rejected = await send(["do", "reject"], ["code", "not-confirmed"], ["apply-address", "yes"], ...pin, [
      "description",
      "x".repeat(2_001),
    ]);

    expect(rejected).toMatch(/^303 /);
    expect(await findDecidedCases(db, [id])).toMatchObject([{ id, decision: "rejected" }]);
  });

  test("redirects to the next case when decided; if another editor decided it, the error says who and when", async ({
    db,
  }) => {
    const [by, bea] = [await admin(db), await buildUser(db, { role: "admin", name: "Bea" })];
    const [first, second] = [await CASE_BUILDERS["held-review"](db), await CASE_BUILDERS["held-review"](db)];
    const { seen } = await requireWaitingCase(db, first.id);
    const form: [string, string][] = [
      ["do", "approve"],
      ["seen", seen],
    ];

    expect(await request(queueRoute, { db, by, id: first.id, form, query: "?kind=held-review" })).toBe(
      `303 /admin/moderation/${second.id}?kind=held-review&decided=${first.id}`,
    );
    await decideBuiltCase(db, { id: second.id, decision: "rejected", decidedBy: bea.id });
    const later = new Date(NOW.getTime() + 3 * 60_000);
    expect(await request(queueRoute, { db, by, id: second.id, form, now: later })).toMatch(
      /^409 Bea rejected it 3 minutes ago/,
    );
    expect(await request(queueRoute, { db, by, id: second.id, form: [["do", "undo"]], now: later })).toBe(
      `303 /admin/moderation/${second.id}`,
    );
    const tooLate = new Date(NOW.getTime() + 25 * 60 * 60_000);
    expect(await request(queueRoute, { db, by, id: first.id, form: [["do", "undo"]], now: tooLate })).toMatch(
      /^409 Decisions can/,
    );
  });
});

test("a bulk form decides up to one page of cases, and none if the reason is missing", async ({ db }) => {
  const by = await admin(db);
  const { id } = await CASE_BUILDERS["held-review"](db);
  const { seen } = await requireWaitingCase(db, id);
  const cases = (count: number): [string, string][] =>
    Array.from({ length: count }, () => ["case", crypto.randomUUID()] as [string, string]);
  const own: [string, string][] = [
    ["case", id],
    [`seen-${id}`, seen],
  ];

  expect(await request(queueRoute, { db, by, form: [["do", "approve"]] })).toMatch(/^400 Select at least one/);
  expect(await request(queueRoute, { db, by, form: own })).toMatch(/^400 Choose Approve or Reject/);
  expect(await request(queueRoute, { db, by, form: [["do", "reject"], ...own] })).toMatch(/^400 Choose a reason/);
  expect(await request(queueRoute, { db, by, form: [["do", "approve"], ...own, ...cases(BULK_CASES_MAX)] })).toMatch(
    /^400 Select at most 20/,
  );
  const stale: [string, string][] = [
    ["case", id],
    [`seen-${id}`, "9"],
  ];
  expect(await request(queueRoute, { db, by, form: [["do", "approve"], ...stale] })).toMatch(/^409 1 case couldn’t be/);
  expect(await findDecidedCases(db, [id])).toEqual([]);
  const answer = await request(queueRoute, { db, by, form: [["do", "approve"], ...own, ...cases(1)] });
  expect(answer).toMatch(new RegExp(`^303 /admin/moderation\\?bulk=${id}%7Edecided\\.[0-9a-f-]{36}%7Eclosed$`));
  const undo: [string, string][] = [
    ["do", "undo"],
    ["case", id],
  ];
  const kinds = "?kind=held-review&kind=reported-review";
  expect(await request(queueRoute, { db, by, form: undo, query: `${kinds}&page=2` })).toBe(
    `303 /admin/moderation${kinds}&bulk=${id}%7Eundone`,
  );
  expect(await request(queueRoute, { db, by, query: `${kinds}&page=999` })).toBe(`303 /admin/moderation${kinds}`);
  // Deciding the last cases of the last page redirects to an earlier page and keeps the results.
  const results = `bulk=${id}%7Edecided`;
  expect(await request(queueRoute, { db, by, query: `${kinds}&page=2&${results}` })).toBe(
    `303 /admin/moderation${kinds}&${results}`,
  );
});

test("the template form explains its errors, and a template fills in a case's message", async ({ db }) => {
  const [by, { id }] = [await admin(db), await CASE_BUILDERS["held-review"](db)];
  const send = (...form: [string, string][]) => request(templatesRoute, { db, by, form });
  const fields: [string, string][] = [
    ["name", "Links"],
    ["body", "Leave it out."],
  ];

  expect(await send(["do", "keep"])).toMatch(/^400 Name the template/);
  expect(await send(["do", "keep"], ["name", "x"])).toMatch(/^400 Write the message/);
  expect(await send(["do", "keep"], ["name", "x".repeat(61)], ["body", "x"])).toMatch(
    /^400 A name can have at most 60/,
  );
  expect(await send(["do", "keep"], ["name", "x"], ["body", "x".repeat(351)])).toMatch(
    /^400 A message can have at most/,
  );
  expect(await send(["do", "keep"], ["kind", "x"], ...fields)).toMatch(/^400 Choose a kind/);
  expect(await send(["do", "delete"], ["id", "x"])).toMatch(/^400 Choose a template/);
  expect(await send(["do", "delete"], ["id", crypto.randomUUID()])).toMatch(/^409 That template was already deleted/);
  expect(await send(["do", "keep"], ...fields)).toMatch(/^303/);
  const [template] = await listTemplates(db);
  const fill: [string, string][] = [
    ["do", "fill"],
    ["template", template?.id ?? ""],
  ];
  expect(await request(queueRoute, { db, by, id, form: fill })).toBe("200 Leave it out.");
});
