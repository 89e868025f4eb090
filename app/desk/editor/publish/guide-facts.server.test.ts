import { expect } from "vitest";

import { lists } from "#app/db/schema/members.ts";
import { newsletterIssues } from "#app/db/schema/newsletter.ts";
import { setClosure } from "#app/guide/places/facts/set-closure.server.ts";
import routes from "#app/routes.ts";
import { buildGuide, buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { findDeadLinks } from "./guide-facts.server.ts";

/** Guides don't link to these: staff pages, steps of sign-in and checkout, and development pages. */
const UNLINKED = /^(?:admin|auth|development|sandbox|subscription|settings)\//;

test("no page with a fixed URL is reported as a dead link", async ({ db }) => {
  const pages = routes.flatMap(({ path = "", file }) =>
    file.endsWith(".route.tsx") && !/[:*]/.test(path) && !UNLINKED.test(path) ? [`/${path}`] : [],
  );

  expect(pages).toEqual(
    expect.arrayContaining(["/", "/contact", "/advertise", "/newsletter", "/transparency", "/ask"]),
  );
  expect(await findDeadLinks(db, pages)).toEqual(new Set());
  expect(
    await findDeadLinks(db, ["/map?near=me", "/contact/", "/food", "/category/food", "#stops", "mailto:a@b.c"]),
  ).toEqual(new Set());
  expect(await findDeadLinks(db, ["/contcat", "food-and-more", "/admin/users"])).toEqual(
    new Set(["/contcat", "food-and-more", "/admin/users"]),
  );
});

test("links to lists, issues, members and merged listings are valid while readers can see them", async ({ db }) => {
  const [shown, hidden] = [await buildUser(db, { isPublic: true }), await buildUser(db, { isPublic: false })];
  const gone = await buildUser(db, { isPublic: true, deletedAt: NOW });
  const list = { name: "Mine", createdAt: NOW, updatedAt: NOW };
  await db.insert(lists).values([
    { ...list, ownerId: shown.id, visibility: "link", shareKey: "a".repeat(32) },
    { ...list, ownerId: gone.id, visibility: "public", shareKey: "b".repeat(32) },
  ]);
  const sent = { state: "sent", startedAt: NOW, finishedAt: NOW, content: {}, bodyText: "", bodyHtml: "" } as const;
  const issue = { ...sent, subject: "This week", preview: "", intro: "", createdAt: NOW, updatedAt: NOW };
  await db.insert(newsletterIssues).values([
    { ...issue, slug: "this-week" },
    { ...issue, slug: "withdrawn", withdrawnAt: NOW },
  ]);
  const [successor, merged, removed] = [
    await buildPlace(db),
    await buildPlace(db),
    await buildPlace(db, { status: "removed" }),
  ];
  const by = { changedBy: null, caseId: null, now: NOW };
  await setClosure(db, { placeId: merged.id, closure: "duplicate", successorId: successor.id, ...by });
  const guide = await buildGuide(db);
  const draft = await buildGuide(db, { status: "draft" });

  const alive = [
    `/places/${successor.slug}`,
    `/places/${merged.slug}`,
    `/posts/${guide.slug}`,
    "/neighborhood/shaw",
    `/lists/${"a".repeat(32)}`,
    "/newsletter/this-week",
    `/members/${shown.id}`,
  ];
  const dead = [
    `/places/${removed.slug}`,
    "/places/nowhere",
    `/posts/${draft.slug}`,
    `/lists/${"b".repeat(32)}`,
    "/newsletter/taken-back",
    `/members/${hidden.id}`,
    `/members/${gone.id}`,
    "/members/somebody",
  ];

  expect(await findDeadLinks(db, [...alive, ...dead])).toEqual(new Set(dead));
});
