import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { auditEntries } from "#app/db/schema/audit.ts";
import { authors, postCoauthors, posts } from "#app/db/schema/guides.ts";
import { buildGuide, buildRequestContext, buildUser, NOW } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { DEFAULT_AUTHOR_SLUG, accountChoices, parseAuthorForm } from "./author-form.ts";
import { findGuidePage } from "../guide-queries.server.ts";
import { loadSeedGuides } from "./load-guides.server.ts";
import { addAuthor, updateAuthor, listAuthors, listEditorAccounts, removeAuthor } from "./write-authors.server.ts";

const WORDS = { name: "Ada Byron", bio: "Counts.", kind: "person" } as const;

describe("authors", () => {
  test("two authors can have the same name, and an author without guides can be removed", async ({ db }) => {
    const { by } = await admin(db);

    const first = await addAuthor(db, { profile: WORDS, by, now: NOW });
    const second = await addAuthor(db, { profile: WORDS, by, now: NOW });

    expect([first, second]).toEqual([{ slug: "ada-byron" }, { slug: "ada-byron-2" }]);
    expect(await removeAuthor(db, { slug: "ada-byron", by, now: NOW })).toHaveProperty("was.name", "Ada Byron");
    expect(await removeAuthor(db, { slug: "ada-byron", by, now: NOW })).toBe("no-such-author");
    expect((await listAuthors(db)).map(({ slug }) => slug)).not.toContain("ada-byron");
    const rows = await db.select().from(auditEntries).where(eq(auditEntries.subjectKind, "author"));
    expect(rows.toSorted((a, b) => a.id - b.id).map(({ action }) => action)).toEqual([
      "author.add",
      "author.add",
      "author.remove",
    ]);
  });

  test("a removed author is restored under their previous slug, even after a change of name", async ({ db }) => {
    const { by } = await admin(db);
    await addAuthor(db, { profile: WORDS, by, now: NOW });
    const profile = { ...WORDS, name: "Ada Lovelace" };
    await updateAuthor(db, { slug: "ada-byron", profile, userId: null, by, now: NOW });
    await removeAuthor(db, { slug: "ada-byron", by, now: NOW });

    expect(await addAuthor(db, { profile, wanted: "ada-byron", by, now: NOW })).toEqual({ slug: "ada-byron" });
    expect(await addAuthor(db, { profile, wanted: "ada-byron", by, now: NOW })).toEqual({ slug: "ada-byron-2" });
  });

  test("a change can be undone, but not over someone else's newer change", async ({ db }) => {
    const { by } = await admin(db);
    await addAuthor(db, { profile: WORDS, by, now: NOW });
    const change = (bio: string, over: string | null = null) =>
      updateAuthor(db, { slug: "ada-byron", profile: { ...WORDS, bio }, userId: null, over, by, now: NOW });
    const changed = await change("Counts more.");
    const over = typeof changed === "string" ? changed : changed.hash;

    await change("Somebody else’s words.");
    expect(await change(WORDS.bio, over)).toBe("changed-since");
    expect((await listAuthors(db)).find(({ slug }) => slug === "ada-byron")?.bio).toBe("Somebody else’s words.");
    await change("Counts more.");

    expect(await change(WORDS.bio, over)).toHaveProperty("was.bio", "Counts more.");
  });

  test("an author of a guide can't be removed, and a change is shown under the guide and survives loading seed files", async ({
    db,
  }) => {
    const { by } = await admin(db);
    const guide = await buildGuide(db);
    const slug = "rowhouse-editors";
    const profile = { name: "We, the editors", bio: "All of us.", kind: "team" } as const;

    expect(await removeAuthor(db, { slug, by, now: NOW })).toBe("signs");
    expect(await updateAuthor(db, { slug, profile, userId: null, by, now: NOW })).toHaveProperty("was.userId", null);
    await loadSeedGuides(db, { authors: [{ slug, name: "From a file", bio: "" }], guides: [] });

    expect(await findGuidePage(db, guide.slug, buildRequestContext())).toMatchObject({ byline: "We, the editors" });
  });

  test("the default author can't be removed, even without guides", async ({ db }) => {
    const { by } = await admin(db);
    const slug = DEFAULT_AUTHOR_SLUG;
    await addAuthor(db, { profile: WORDS, by, now: NOW });
    await db.update(posts).set({ authorSlug: "ada-byron" }).where(eq(posts.authorSlug, slug));
    await db.delete(postCoauthors).where(eq(postCoauthors.authorSlug, slug));
    expect((await listAuthors(db)).find((author) => author.slug === slug)).toMatchObject({ guideCount: 0 });

    expect(await removeAuthor(db, { slug, by, now: NOW })).toBe("signs-new");
    expect(await db.$count(authors, eq(authors.slug, slug))).toBe(1);
    expect(await db.$count(auditEntries, eq(auditEntries.action, "author.remove"))).toBe(0);
  });

  test("an account must be an editor's and can be linked to one author only", async ({ db }) => {
    const { by } = await admin(db);
    const member = await buildUser(db);
    const add = (userId: string) => addAuthor(db, { profile: WORDS, userId, by, now: NOW });

    expect(await add(member.id)).toBe("no-such-person");
    expect(await add("nobody")).toBe("no-such-person");
    expect(await add(by)).toEqual({ slug: "ada-byron" });
    expect(await add(by)).toBe("person-signs-already");
    const change = { slug: "ada-byron", profile: { ...WORDS, name: "Ada" }, by, now: NOW };
    expect(await updateAuthor(db, { ...change, userId: by })).toHaveProperty("was");
    expect(await updateAuthor(db, { ...change, slug: "nobody", userId: null })).toBe("no-such-author");
    expect(await db.$count(authors, eq(authors.name, "Ada"))).toBe(1);
  });

  test.for([
    ["is no longer an editor", { role: "member" }],
    ["has asked for deletion", { deletedAt: NOW }],
  ] as const)(
    "an account that %s stays linked to its author when the author changes",
    async ([_why, change], { db }) => {
      const { by } = await admin(db);
      const person = await buildUser(db, { role: "admin" });
      await addAuthor(db, { profile: WORDS, userId: person.id, by, now: NOW });
      await db.update(users).set(change).where(eq(users.id, person.id));
      const listed = (await listAuthors(db)).find(({ slug }) => slug === "ada-byron");
      if (listed === undefined) throw new Error("The author is missing");

      const offered = accountChoices(await listEditorAccounts(db), listed.personId).map(({ id }) => id);
      expect(offered).toEqual([person.id, by]);
      expect(accountChoices(await listEditorAccounts(db), null).map(({ id }) => id)).toEqual([by]);
      const profile = { ...WORDS, bio: "Counts and counts." };
      const input = { slug: "ada-byron", profile, userId: listed.personId, by, now: NOW };
      expect(await updateAuthor(db, input)).toHaveProperty("was");
      expect(await updateAuthor(db, { ...input, slug: "rowhouse-editors" })).toBe("no-such-person");

      await db.delete(users).where(eq(users.id, person.id));
      expect(await db.$count(authors, eq(authors.name, WORDS.name))).toBe(0);
    },
  );

  test.for([
    ["no name", { name: " \n" }, "name"],
    ["a name that is too long", { name: "x".repeat(81) }, "name"],
    ["a bio that is too long", { name: "Ada", bio: "x".repeat(301) }, "bio"],
    ["an account for a team", { name: "We", kind: "team", person: "someone" }, "person"],
  ] as const)("%s is rejected, and the raw input is returned", ([_what, fields, field]) => {
    const typed = new Map(Object.entries(fields));
    const read = parseAuthorForm({ text: (name) => typed.get(name) ?? "" });

    expect(read.problems).toHaveProperty(field);
    expect(read.typed).toMatchObject(fields);
  });
});

async function admin(db: Database) {
  const { id: by } = await buildUser(db, { role: "admin" });
  return { by };
}
