import { createServer, type ServerResponse } from "node:http";

import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { memberPictures } from "#app/db/schema/members.ts";
import { PAGE_TAGS_CHANNEL } from "#app/platform/page-tags.server.ts";
import { buildRequestContext, buildUser, NOW } from "#tests/builders.ts";
import { DRAWABLE_PNG } from "#tests/pexels-double.ts";
import { silentLog } from "#tests/silent-log.ts";
import { test, workerDatabase } from "#tests/test-database.ts";

import { findMemberProfile } from "./member-profile.server.ts";
import { findMemberPicture, findMemberPictureBytes } from "./member-pictures.server.ts";
import { parseProfileForm } from "./profile-form.ts";
import { saveProfile, type SaveProfileResult } from "./save-profile.server.ts";

type Fields = Partial<Record<"name" | "picture" | "neighborhood" | "public" | "version", string>>;

/** Submits the profile form. */
async function send(
  db: Database,
  member: { id: string; name: string },
  { fields, issuer = null, now = NOW }: { fields: Fields; issuer?: string | null; now?: Date },
): Promise<SaveProfileResult> {
  const given: Record<string, string> = { name: member.name, picture: "drawn", version: "1", ...fields };
  const read = parseProfileForm({ text: (name) => given[name] ?? "" }, member);
  const identityProvider = issuer === null ? null : { issuer, clientId: "c", clientSecret: "s" };
  return saveProfile({ db, userId: member.id, read, env: { identityProvider }, log: silentLog(), now });
}

describe("a profile", () => {
  test("is saved from the form, and others can open its page only while it is public", async ({ db }) => {
    const member = await buildUser(db);
    const profileFor = (viewerId: string | null) =>
      findMemberProfile(db, { userId: member.id, viewerId }, buildRequestContext());

    expect(await send(db, member, { fields: { name: " Mimi  B ", neighborhood: "shaw", public: "yes" } })).toBe(
      "saved",
    );
    expect(await profileFor(null)).toMatchObject({
      name: "Mimi B",
      neighborhood: { slug: "shaw" },
      since: "December 2026",
      isPublic: true,
    });
    expect(await send(db, { ...member, name: "Mimi B" }, { fields: { version: "2" } })).toBe("saved");
    expect(await profileFor(null)).toBeNull();
    expect(await profileFor((await buildUser(db)).id)).toBeNull();
    expect(await profileFor(member.id)).toMatchObject({ neighborhood: null, isPublic: false });
  });

  test.for(["suspendedAt", "deletedAt"] as const)("of a member with %s can't be opened", async (column, { db }) => {
    const member = await buildUser(db, { isPublic: true, [column]: NOW });
    expect(await findMemberProfile(db, { userId: member.id, viewerId: null }, buildRequestContext())).toBeNull();
    expect(await findMemberProfile(db, { userId: "no-such-id", viewerId: null }, buildRequestContext())).toBeNull();
  });

  test("sent twice is saved once; a form with an outdated version changes nothing", async ({ db }) => {
    const member = await buildUser(db);
    const fields = { name: "Mimi", public: "yes" };

    expect(await send(db, member, { fields })).toBe("saved");
    expect(await send(db, member, { fields })).toBe("saved");
    expect(await send(db, member, { fields: { ...fields, name: "Somebody else" } })).toBe("stale");
    expect(await send(db, member, { fields: { name: "Mimi", version: "9" } })).toBe("stale");

    expect(await db.select().from(users).where(eq(users.id, member.id))).toMatchObject([
      { name: "Mimi", hasCustomName: true, isPublic: true, profileVersion: 2 },
    ]);
  });

  test("sent twenty times in parallel is saved once", async () => {
    const { db } = await workerDatabase();
    const member = await buildUser(db);
    onTestFinished(async () => {
      await db.delete(users).where(eq(users.id, member.id));
    });

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => send(db, member, { fields: { name: "Mimi" } })),
    );

    expect(new Set(outcomes)).toEqual(new Set(["saved"]));
    const [row] = await db.select().from(users).where(eq(users.id, member.id));
    expect(row?.profileVersion).toBe(2);
  });

  test("with an unknown neighborhood or a reserved name is rejected with an error at the field", async ({ db }) => {
    const member = await buildUser(db);

    for (const neighborhood of ["no-such-neighborhood", "../shaw", "shaw\u0000"]) {
      expect(await send(db, member, { fields: { neighborhood } })).toMatchObject({
        problems: { neighborhood: expect.stringContaining("Choose a neighborhood") },
      });
    }
    expect(await send(db, member, { fields: { name: "Rowhouse" } })).toMatchObject({
      problems: { name: expect.any(String) },
    });
    const [row] = await db.select().from(users).where(eq(users.id, member.id));
    expect(row?.profileVersion).toBe(1);
  });

  test("keeps a provider's name that a member couldn't choose", async ({ db }) => {
    const member = await buildUser(db, { name: "mia@example.com" });

    expect(await send(db, member, { fields: { neighborhood: "shaw" } })).toBe("saved");
    expect(await db.select().from(users).where(eq(users.id, member.id))).toMatchObject([
      { name: "mia@example.com", hasCustomName: false, neighborhoodSlug: "shaw" },
    ]);
  });

  test("invalidates the pages that show it when it changes", async () => {
    const opened = await workerDatabase();
    const receivedTags: string[] = [];
    await opened.listen(PAGE_TAGS_CHANNEL, { onMessage: (payload) => receivedTags.push(payload), onGap: () => {} });
    const member = await buildUser(opened.db);
    onTestFinished(async () => {
      await opened.db.delete(users).where(eq(users.id, member.id));
    });

    await send(opened.db, member, { fields: { name: "Mimi" } });

    await expect.poll(() => receivedTags).toContain(`member:${member.id}`);
  });
});

describe("the provider's picture", () => {
  test("is copied once per URL and deleted when the drawn one is chosen", async ({ db }) => {
    const host = await pictureHost((response) => response.writeHead(200, PNG).end(DRAWABLE_PNG));
    const member = await buildUser(db, { pictureUrl: `${host.origin}/me.png` });
    const choose = (picture: string, version: string) =>
      send(db, member, { fields: { picture, version }, issuer: host.origin });

    expect(await choose("provider", "1")).toBe("saved");
    expect(Buffer.from((await findMemberPictureBytes(db, member.id)) ?? [])).toEqual(DRAWABLE_PNG);
    expect(await choose("provider", "2")).toBe("saved");
    expect(host.requests).toEqual(["/me.png"]);
    await db
      .update(users)
      .set({ pictureUrl: `${host.origin}/new.png` })
      .where(eq(users.id, member.id));
    expect(await choose("provider", "2")).toBe("saved");
    expect(host.requests).toEqual(["/me.png", "/new.png"]);
    expect(await choose("drawn", "3")).toBe("saved");
    expect(await findMemberPicture(db, member.id)).toBeNull();
  });

  test.for<{ what: string; answer: (response: ServerResponse) => void }>([
    { what: "an error", answer: (response) => response.writeHead(500, PNG).end(DRAWABLE_PNG) },
    { what: "a redirect", answer: (response) => response.writeHead(302, { location: "/me.png" }).end() },
    { what: "a page", answer: (response) => response.writeHead(200, { "content-type": "text/html" }).end("<b>") },
    { what: "a page that is called a picture", answer: (response) => response.writeHead(200, PNG).end("<svg/>") },
    {
      what: "a drawing that can carry script",
      answer: (response) => response.writeHead(200, { "content-type": "image/svg+xml" }).end("<svg/>"),
    },
    {
      what: "far too much",
      answer: (response) => response.writeHead(200, PNG).end(Buffer.concat([DRAWABLE_PNG, Buffer.alloc(70_000)])),
    },
    { what: "nothing at all", answer: (response) => response.destroy() },
  ])("that is $what is rejected with an error at the field, and nothing is saved", async ({ answer }, { db }) => {
    const host = await pictureHost(answer);
    const member = await buildUser(db, { pictureUrl: `${host.origin}/me.png` });

    const saved = await send(db, member, { fields: { name: "Mimi", picture: "provider" }, issuer: host.origin });

    expect(saved).toMatchObject({ problems: { picture: expect.stringContaining("couldn’t fetch") } });
    expect(host.requests).toEqual(["/me.png"]);
    expect(await db.select().from(memberPictures)).toEqual([]);
    expect(await db.select().from(users).where(eq(users.id, member.id))).toMatchObject([{ name: member.name }]);
  });

  test("on any other host is never requested", async ({ db }) => {
    const host = await pictureHost((response) => response.writeHead(200, PNG).end(DRAWABLE_PNG));
    const member = await buildUser(db, { pictureUrl: `${host.origin}/me.png` });
    const fields = { picture: "provider" };

    for (const issuer of ["https://accounts.google.com", "http://127.0.0.1:1", null]) {
      expect(await send(db, member, { fields, issuer })).toMatchObject({
        problems: { picture: expect.stringContaining("didn’t give us a picture") },
      });
    }
    expect(host.requests).toEqual([]);
  });
});

const PNG = { "content-type": "image/png" };

/** A local server with pictures, stopped when the test ends. */
async function pictureHost(
  answer: (response: ServerResponse) => void,
): Promise<{ origin: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return { origin: `http://127.0.0.1:${address.port}`, requests };
}
