import { expect } from "vitest";

import { FILL_TIME_MS_MIN } from "#app/business/submissions/form/form-stamp.server.ts";

import { type Person, testWithSite } from "./browser.ts";
import { inParallel } from "./in-parallel.ts";
import { type TestClient, createTestClient, emailOf } from "./test-client.ts";
import type { Site } from "./site.ts";
import { runCommand } from "./site-process.ts";

type Fields = Record<string, string>;
/** One action of an editor, as its page's form submits it. */
type EditorAction = { at: string; fields: Fields };
/** A site for all editors' actions, including the jobs that they start. */
const test = testWithSite({ jobs: true });

test(
  "nobody else can do what an editor does: no guest, member, owner, or suspended editor",
  { timeout: 180_000 },
  async ({ site, as, guest }) => {
    const [ada, mia, ben] = [await as("admin"), await as("member"), await as("business")];
    const email = await emailOf(site.db, mia);
    const settings = { DATABASE_URL: site.env.databaseUrl ?? "", DATA_DIR: site.env.dataDir };
    const command = (name: string) => runCommand([name, email], settings);
    const actions = await editorActions(site, { ada, mia });
    const changes = await changeCount(ada);
    const home = actions.map(() => "/");
    const signIn = actions.map(() => "/auth/login");

    expect(await redirectsOf(actions, guest)).toEqual(signIn);
    expect(await redirectsOf(actions, mia)).toEqual(home);
    expect(await redirectsOf(actions, ben)).toEqual(home);
    expect(await changeCount(ada), "the log of changes is as it was").toBe(changes);

    expect((await command("grant-admin")).code).toBe(0);
    expect((await mia.fetch("/admin/audit")).status).toBe(200);
    expect((await command("suspend")).code).toBe(0);
    const before = await changeCount(ada);
    expect(await redirectsOf(actions, mia)).toEqual(signIn);
    expect(await changeCount(ada)).toBe(before);

    // The same forms succeed for an admin, which proves that the refused forms above were valid.
    const done: string[] = [];
    for (const action of actions) {
      const { status } = await send(ada, await withCurrentVersion(ada, action));
      if (status >= 400) done.push(`${status} for ${action.at} ${JSON.stringify(action.fields)}`);
    }
    expect(done).toEqual([]);
  },
);

/** Every form under /admin, in an order in which they can be submitted one after the other. */
async function editorActions(site: Site, { ada, mia }: { ada: TestClient; mia: Person }): Promise<EditorAction[]> {
  const caseId = await heldReview(mia, ada);
  const message = await messageOf(site, ada);
  const guide = await pathCreatedBy(ada, { at: "/admin/posts/new", fields: { do: "begin" } });
  const issue = await pathCreatedBy(ada, { at: "/admin/newsletter", fields: { do: "new" } });
  const member = `/admin/users/${mia.id}`;
  const post = await matchIn(ada, "/admin/content?q=pizza", /name="id" value="(\d+)"/);
  const place = await matchIn(ada, "/admin/content/businesses?q=tryst", /name="id" value="(\d+)"/);
  const words = { words: "yes", subject: "Rights", preview: "", intro: "", neighborhood: "" };
  return [
    ...["delete", "restore"].map((action) => ({ at: "/admin/content", fields: { do: action, id: post } })),
    ...["delete", "restore"].map((action) => ({ at: "/admin/content/businesses", fields: { do: action, id: place } })),
    ...guideActions(guide),
    { at: "/admin/authors", fields: { do: "add", name: "Nora Nobody", bio: "Writes.", kind: "person", person: "" } },
    { at: "/admin/moderation/templates", fields: { do: "keep", name: "Rights", kind: "", body: "Please say why." } },
    { at: caseId, fields: { do: "take" } },
    { at: caseId, fields: { do: "reject", code: "advertising", message: "", seen: "1" } },
    { at: caseId, fields: { do: "undo" } },
    { at: member, fields: { do: "sign-out" } },
    { at: member, fields: { do: "restore" } },
    { at: member, fields: { do: "suspend", reason: "Advertising in eleven reviews.", until: "" } },
    ...["clear-cache", "rebuild-search", "back-up"].map((name) => ({ at: `/admin/actions/${name}`, fields: {} })),
    ...["off", "on"].map((to) => ({ at: "/admin/actions/switches/reviews", fields: { to } })),
    { at: "/admin/actions/jobs/refresh-search-index", fields: {} },
    { at: "/admin/actions/export/places.csv", fields: {} },
    { at: `${issue}/save`, fields: { ...words, version: "1" } },
    { at: issue, fields: { ...words, do: "save", version: "1" } },
    { at: issue, fields: { do: "test", test: "ada@example.com" } },
    { at: issue, fields: { do: "schedule", version: "1", at: "2027-06-01T08:00" } },
    { at: issue, fields: { do: "unschedule", version: "1" } },
    { at: issue, fields: { do: "delete" } },
    { at: "/admin/newsletter", fields: { do: "restore", issue: issue.split("/").at(-1) ?? "" } },
    { at: message, fields: { do: "reply", reply: "Yes, with its credit.", seen: "0" } },
    { at: message, fields: { do: "closed" } },
    { at: "/admin/messages", fields: { do: "spam", message: message.split("/").at(-1) ?? "" } },
    { at: message, fields: { do: "delete" } },
  ];
}

function guideActions(guide: string): EditorAction[] {
  const id = guide.split("/").at(-1) ?? "";
  const typed = {
    title: "A morning nobody else may touch",
    slug: "a-morning-nobody-else-may-touch",
    excerpt: "Where to be at seven in the morning, and who is there to see it before anybody else is.",
    category: "food",
    "author-1": "rowhouse-editors",
    body: "It begins at seven.",
  };
  const actions = [
    "save",
    "preview",
    "new-preview",
    "end-preview",
    "remove-cover",
    "ask-publish",
    "publish",
    "unpublish",
  ];
  return [
    { at: "/admin/posts/paste", fields: { html: "<p>Hello</p>" } },
    { at: `/admin/posts/${id}/save`, fields: { ...typed, version: "1" } },
    { at: `/admin/posts/${id}/window`, fields: { window: "00000000-0000-4000-8000-000000000009" } },
    ...actions.map((action) => ({ at: guide, fields: { ...typed, do: action, version: "1" } })),
    { at: `${guide}/publish`, fields: { do: "publish", when: "now", version: "1" } },
  ];
}

/** Where each action redirects, without any content. */
async function redirectsOf(actions: readonly EditorAction[], sender: TestClient): Promise<string[]> {
  return inParallel(actions, async (action) => {
    const answer = await send(sender, action);
    const to = answer.headers.get("location") ?? `${answer.status}`;
    return to.split("?")[0] ?? "";
  });
}

async function send(sender: TestClient, { at, fields }: EditorAction): Promise<Response> {
  const answer = await sender.post(at, fields);
  await answer.arrayBuffer();
  return answer;
}

/** Adds the current version of what it changes, read from its page. */
async function withCurrentVersion(ada: TestClient, action: EditorAction): Promise<EditorAction> {
  if (!("version" in action.fields)) return action;
  const version = await matchIn(ada, action.at.replace(/\/save$/, ""), /name="version" value="(\d+)"/);
  return { ...action, fields: { ...action.fields, version } };
}

/** The path of what was created. */
async function pathCreatedBy(sender: TestClient, action: EditorAction): Promise<string> {
  const answer = await send(sender, action);
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location") ?? "", "http://localhost").pathname;
}

/** A match in a page: the first group, or all of it. */
async function matchIn(sender: TestClient, path: string, pattern: RegExp): Promise<string> {
  const page = await sender.read(path);
  const [all, group = all] = pattern.exec(page) ?? [];
  if (group === undefined) throw new Error(`${path} has nothing like ${pattern}`);
  return group;
}

async function changeCount(ada: TestClient): Promise<number> {
  return Number((await matchIn(ada, "/admin/audit", /([\d,]+)(?:<!-- -->)? changes?/)).replaceAll(",", ""));
}

/** A review with a link waits for an editor. @returns The path of its case. */
async function heldReview(mia: TestClient, ada: TestClient): Promise<string> {
  const at = "/places/tryst/review";
  const visitMonth = await matchIn(mia, at, /<option value="(\d{4}-\d{2})"/);
  const body = "Everything of it is told on www.tryst.example and it is warm there.";
  await send(mia, { at, fields: { version: "0", stars: "4", visitMonth, relation: "none", body } });
  return matchIn(ada, "/admin/moderation", /\/admin\/moderation\/[0-9a-f-]{36}/);
}

/** A guest's message, sent once the form is old enough. @returns Its path. */
async function messageOf(site: Site, ada: TestClient): Promise<string> {
  const guest = createTestClient(site.url);
  const stamp = await site.atEarlierTime(FILL_TIME_MS_MIN, () =>
    matchIn(guest, "/contact", /name="stamp" value="([^"]+)"/),
  );
  const fields = { name: "Zoe", email: "zoe@example.com", topic: "press", message: "May I print it?", fax: "", stamp };
  await send(guest, { at: "/contact", fields });
  return matchIn(ada, "/admin/messages", /\/admin\/messages\/[0-9a-f-]{36}/);
}
