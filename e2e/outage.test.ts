import { Client } from "pg";
import { describe, expect, inject, onTestFinished } from "vitest";
import { z } from "zod";

import { buildUser } from "#tests/builders.ts";
import { type DatabaseGate, openDatabaseGate } from "#tests/database-gate.ts";

import { waitForHydration, test as journey } from "./browser.ts";
import { emptyFolder } from "./data-folder.ts";
import { emptyDatabase, waitUntilJobsStarted, INTERNALS } from "./outage-fixtures.ts";
import { sessionCookieOf } from "./development-sign-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

const DATABASE = "rowhouse_outage";

/** A private query that no log or page may reveal. */
const QUESTION = "near=38.907,-77.037&q=ostrich-feathers";
const SECRETS = /38\.907|ostrich/;

const AWAY = "Our database isn’t responding right now.";

type OutageSite = { site: RunningSite; gate: DatabaseGate; databaseUrl: string; cookie: string };

/** A site whose database can fail: one without seed data, which no test here needs. */
const test = journey.extend(
  "stage",
  { scope: "file" },
  async ({ browser: _browser }, { onCleanup }): Promise<OutageSite> => {
    const server = inject("databaseServer");
    const databaseUrl = await emptyDatabase(server, DATABASE, async ({ db }) => {
      await buildUser(db, { isDemo: true });
    });
    const gate = await openDatabaseGate(databaseUrl);
    const folder = emptyFolder();
    const site = await startSite(folder.path, { DATABASE_URL: gate.url });
    await waitUntilJobsStarted(server, DATABASE);
    onCleanup(async () => {
      gate.open();
      await site.stop();
      await gate.close();
      folder.remove();
    });
    return { site, gate, databaseUrl, cookie: await sessionCookieOf("member", site.url) };
  },
);

test("a site whose database fails before its jobs have started stays up, and starts them when it is back", async ({
  stage: { databaseUrl: server },
}) => {
  const name = "rowhouse_late_jobs";
  const gate = await openDatabaseGate(await emptyDatabase(server, name));
  const folder = emptyFolder();
  const site = await startSite(folder.path, { DATABASE_URL: gate.url });
  onTestFinished(async () => {
    expect(await site.stop(), site.output()).toBe(0);
    await gate.close();
    folder.remove();
  });
  // After the "is up" line the site starts its jobs: two dozen queues, one after the other. On a busy machine they may
  // already be started here, which doesn't change what follows.
  gate.shut();
  expect((await answerOf(site, "/healthz")).status).toBe(200);

  gate.open();

  await waitUntilJobsStarted(server, name);
});

describe("while the database is away", () => {
  test.for(["shut", "hush"] as const)("/readyz reports it until it is back (%s)", async (how, { stage }) => {
    const { site, gate } = stage;
    onTestFinished(() => waitUntilBack(stage));
    expect(await answerOf(site, "/readyz")).toMatchObject({ status: 200, text: "ready\n" });

    gate[how]();

    // The first request may still get the error of the broken connection; the second finds no working one.
    for (const ask of [1, 2]) {
      const { status, text } = await answerOf(site, "/readyz");
      expect({ ask, status, text }).toEqual({ ask, status: 503, text: "the database does not answer\n" });
    }
    expect((await answerOf(site, "/healthz")).status, "the process itself lives").toBe(200);
    await waitUntilBack(stage);
  });

  test("a page reports it to a browser, with the request id of the log and without internals", async ({
    stage,
    visit,
  }) => {
    const { site, gate } = stage;
    onTestFinished(() => waitUntilBack(stage));
    gate.shut();

    const page = await visit(`/food?${QUESTION}`, { site: site.url, status: 503 });
    const id = await page.locator("[data-request-id]").innerText();

    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("This page didn’t load.");
    expect(await page.getByText(AWAY).innerText()).toBe(`${AWAY} Try again in a moment.`);
    expect(await page.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe(
      "/food?near=38.907%2C-77.037",
    );
    expect(await page.content()).not.toMatch(INTERNALS);
    expect(await lineOf(site, id)).toMatchObject({ msg: "A page failed", path: "/food" });
    expect(site.output()).not.toMatch(SECRETS);
  });

  test("a client-side navigation reports it too", async ({ stage, visit }) => {
    const { site, gate } = stage;
    onTestFinished(() => waitUntilBack(stage));
    const page = await visit("/about", { site: site.url, expectedErrors: ["/category/nightlife.data*"] });
    await waitForHydration(page);
    gate.shut();

    await page.locator('a[href="/category/nightlife"]').click();
    const id = await page.locator("[data-request-id]").innerText();

    expect(await page.getByText(AWAY).innerText()).toBe(`${AWAY} Try again in a moment.`);
    expect(await lineOf(site, id)).toMatchObject({ msg: "A page failed" });
  });

  test("a visitor who submitted a form learns that nothing was saved, and finds the text by going back", async ({
    stage,
    visit,
  }) => {
    const { site, gate } = stage;
    onTestFinished(() => waitUntilBack(stage));
    const page = await visit("/contact", { site: site.url, expectedErrors: ["/contact"] });
    await page.locator("textarea").fill("Where are the ostrich feathers?");
    gate.shut();

    await page.locator("form:has(textarea)").evaluate((form: HTMLFormElement) => form.submit());

    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("That wasn’t saved.");
    expect(await page.getByText(AWAY).innerText()).toBe(
      `${AWAY} Nothing was saved. Try again in a moment. Go back in your browser. What you typed is still there.`,
    );
    await waitUntilBack(stage);
    await page.goBack();
    expect(await page.locator("textarea").inputValue()).toBe("Where are the ostrich feathers?");
  });

  test.for([
    { name: "the confirmation text of an operation", path: "/admin/actions/clear-demo", button: "Clear demo data" },
    { name: "a new template", path: "/admin/moderation/templates", button: "Add" },
  ])("an admin finds $name by going back", async ({ path, button }, { stage, visit }) => {
    const { site, gate } = stage;
    onTestFinished(() => waitUntilBack(stage));
    const by = { cookie: await sessionCookieOf("admin", site.url), address: "192.0.2.50" };
    const page = await visit(path, { site: site.url, by, expectedErrors: [path, "/events"] });
    await waitForHydration(page);
    const field = page.locator("main form:visible :is(input:not([type=hidden]), textarea):visible").first();
    await field.fill("Ostrich feathers");
    gate.shut();

    await page.getByRole("button", { name: button, exact: true }).click();

    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("That wasn’t saved");
    expect(await page.locator("main").innerText()).toContain("What you typed is still there.");
    await waitUntilBack(stage);
    await page.goBack();
    expect(await field.inputValue()).toBe("Ostrich feathers");
  });

  test("a button that sends nothing typed promises nothing about it", async ({ stage, visit }) => {
    const { site, gate } = stage;
    onTestFinished(() => waitUntilBack(stage));
    const path = "/admin/actions/jobs/send-mails";
    const by = { cookie: await sessionCookieOf("admin", site.url), address: "192.0.2.51" };
    const page = await visit(path, { site: site.url, by, expectedErrors: [`${path}.data*`, "/events"] });
    await waitForHydration(page);
    gate.shut();

    await page.getByRole("button", { name: "Run now" }).click();

    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("That wasn’t saved.");
    expect(await page.locator("main").innerText()).not.toContain("What you typed");
  });

  test.for(["/search.json", "/food.data", "/category/food/feed.json"])(
    "%s tells a program when to retry, without internals, and the log has the request id",
    async (path, { stage }) => {
      onTestFinished(() => waitUntilBack(stage));
      stage.gate.shut();

      const { status, id, text, headers } = await answerOf(stage.site, `${path}?${QUESTION}`, {
        accept: "application/json",
      });

      expect({ status, retryAfter: headers.get("retry-after") }).toEqual({ status: 503, retryAfter: "5" });
      expect(text).toContain(AWAY);
      expect(text).not.toMatch(INTERNALS);
      expect(await lineOf(stage.site, id)).toMatchObject({ msg: "A page failed" });
      expect(stage.site.output()).not.toMatch(SECRETS);
    },
  );

  test.for(["text/html", "application/json"])(
    "a signed-in member gets the request id of the log (%s)",
    async (accept, { stage }) => {
      const { site, gate, cookie } = stage;
      onTestFinished(() => waitUntilBack(stage));
      gate.shut();

      // The member isn't known in this case, so no normal page can be rendered.
      const { status, id, text, headers } = await answerOf(site, `/food?${QUESTION}`, { accept, cookie });

      expect({ status, retryAfter: headers.get("retry-after") }).toEqual({ status: 503, retryAfter: "5" });
      expect(text).toContain(accept === "text/html" ? `Reference ${id}` : `"requestId":"${id}"`);
      expect(text).not.toMatch(INTERNALS);
      expect(await lineOf(site, id)).toMatchObject({ msg: "A request failed", path: "/food" });
      expect(site.output()).not.toMatch(SECRETS);
      expect(site.output()).not.toContain(cookie);
    },
  );
});

describe("while the database refuses to write", () => {
  test.for([
    { name: "a full disk", code: "53100", status: 503, retryAfter: "5", said: `${AWAY} Nothing was saved.` },
    { name: "a broken rule", code: "23514", status: 500, retryAfter: null, said: "Something went wrong on our side" },
  ])("$name is answered with $status", async ({ code, status, retryAfter, said }, { stage }) => {
    const { site, databaseUrl, cookie } = stage;
    const admin = new Client({ connectionString: databaseUrl });
    await admin.connect();
    onTestFinished(async () => {
      await admin.query("drop trigger refuse on lists; drop function refuse");
      await admin.end();
    });
    await admin.query(
      `create function refuse() returns trigger language plpgsql
       as $$ begin raise exception 'refused' using errcode = '${code}'; end $$`,
    );
    await admin.query("create trigger refuse before insert on lists for each row execute function refuse()");

    const response = await fetch(`${site.url}/lists`, {
      method: "POST",
      headers: { cookie, accept: "text/html", origin: site.url },
      body: new URLSearchParams({ name: "Ostrich feathers", note: "" }),
      redirect: "manual",
    });

    expect([response.status, response.headers.get("retry-after")]).toEqual([status, retryAfter]);
    expect(await response.text()).toContain(said);
  });
});

async function waitUntilBack({ site, gate }: OutageSite): Promise<void> {
  gate.open();
  await expect.poll(async () => (await answerOf(site, "/readyz")).status).toBe(200);
}

async function answerOf(site: RunningSite, path: string, given: Record<string, string> = {}) {
  const response = await fetch(site.url + path, { headers: given });
  const { status, headers } = response;
  return { status, headers, id: headers.get("x-request-id") ?? "", text: await response.text() };
}

const LogLine = z.object({ requestId: z.string().optional(), msg: z.string(), path: z.string().optional() });

/** The log line with this id, which appears a moment after the response. */
async function lineOf(site: RunningSite, requestId: string): Promise<z.infer<typeof LogLine> | undefined> {
  const find = () =>
    site
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => LogLine.parse(JSON.parse(line)))
      .find((line) => line.requestId === requestId);
  await expect.poll(find, { message: `a line of ${requestId}` }).toBeDefined();
  return find();
}
