import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { siteUrl } from "./browser.ts";
import { type DataFolder, emptyFolder, seededFolder } from "./data-folder.ts";
import { sendRawRequest, rawRequest } from "./raw-http.ts";
import { sessionCookieOf } from "./development-sign-in.ts";
import { runCommand, startExpectingRefusal, startSite } from "./site-process.ts";

/** The site treats headless browsers as robots, so the visitor has an ordinary browser's name. */
const VISITOR = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

test(
  "a site locks its data folder, keeps its visitors across a stop, and its seed data across the next start",
  { timeout: 180_000 },
  async () => {
    const dataDir = temporary(emptyFolder());

    const first = await startSite(dataDir, { LOG_LEVEL: "info" });
    const visitorsBefore = await monthlyVisitors(first.url);
    await visit(`${first.url}/places/madams-organ`);
    await visit(`${first.url}/places/madams-organ`);
    await visit(`${first.url}/food`);

    const second = await startExpectingRefusal({ PORT: "0", DATA_DIR: dataDir });
    expect(second.code).toBe(1);
    expect(second.output.replace(/process \d+ \(\w+\)/, "process 1")).toBe(
      `rowhouse: DATA_DIR: ${dataDir} is in use by Rowhouse trial site, process 1; stop it first, or choose another DATA_DIR\n`,
    );
    const command = await runCommand(["demo", "status"], { DATA_DIR: dataDir });
    expect(command.output, "a command works beside the site, which began without demo data").toBe(
      "There is no demo data.\n",
    );
    expect((await fetch(`${first.url}/readyz`)).status, "the first one goes on").toBe(200);
    expect(await first.stop()).toBe(0);
    expect(first.output()).toContain("The seed data is loaded");

    const port = new URL(siteUrl).port;
    const third = await startExpectingRefusal({ PORT: port, DATA_DIR: dataDir });
    expect(third).toEqual({
      code: 1,
      output: `rowhouse: PORT: got ${port}, but another program uses it; choose another\n`,
    });

    const fourth = await startSite(dataDir, { LOG_LEVEL: "info" });
    expect(await monthlyVisitors(fourth.url), "one visitor, however many pages").toBe(visitorsBefore + 1);
    expect(await fourth.stop()).toBe(0);
    expect(fourth.output()).not.toContain("The seed data is loaded");
    expect(existsSync(join(dataDir, "postgres", "data-18", "postmaster.pid")), "its database server ended").toBe(false);
  },
);

test(
  "a site that is killed right after writing its views has lost none, and recognizes its visitors",
  { timeout: 180_000 },
  async () => {
    const dataDir = temporary(seededFolder());
    const dying = await startSite(dataDir, { LOG_LEVEL: "silent" });
    const views = await totalViews(dying.url);
    const visitors = await monthlyVisitors(dying.url);
    await visit(`${dying.url}/places/madams-organ`);
    await visit(`${dying.url}/food`);
    await expect.poll(() => totalViews(dying.url), { interval: 100 }).toBe(views + 2);

    await dying.kill();

    const next = await startSite(dataDir, { LOG_LEVEL: "silent" });
    expect(await totalViews(next.url)).toBe(views + 2);
    expect(await monthlyVisitors(next.url)).toBe(visitors + 1);
    await visit(`${next.url}/places/madams-organ`);
    expect(await next.stop()).toBe(0);
    const last = await startSite(dataDir, { LOG_LEVEL: "silent" });
    expect(await totalViews(last.url)).toBe(views + 3);
    expect(await monthlyVisitors(last.url), "who came back is no new visitor").toBe(visitors + 1);
    expect(await last.stop()).toBe(0);
  },
);

test(
  "a stop refuses new requests and waits for a request whose body is still arriving",
  { timeout: 180_000 },
  async () => {
    const site = await startSite(temporary(seededFolder()));
    const body = Promise.withResolvers<string>();
    const started = Promise.withResolvers<void>();
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Expect: "100-continue" };
    const request = rawRequest({
      method: "POST",
      target: "/auth/dev-login",
      host: new URL(site.url).host,
      headers: { ...headers, "Content-Length": String(SIGN_IN.length) },
    });
    const response = sendRawRequest(site.url, request, () => {
      started.resolve();
      return body.promise;
    });
    await started.promise;

    const stopped = site.stop();
    await expect.poll(() => takesRequests(site.url), { interval: 20 }).toBe(false);
    expect(await Promise.race([stopped, Promise.resolve("it waits")])).toBe("it waits");
    body.resolve(SIGN_IN);

    const answer = await response;
    expect(answer?.status).toBe(303);
    // A session is a row: the database was still available for it.
    expect(answer?.headers["set-cookie"]).toMatch(/rowhouse-(?:session|notice)/);
    expect(await stopped).toBe(0);
    expect(site.output()).not.toContain("did not finish in time");
  },
);

const SIGN_IN = "role=member";

async function takesRequests(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    async (response) => (await response.text()) === "ok\n",
    () => false,
  );
}

const ONLY_HERE =
  "but a trial build works on this machine only; set TRIAL_ON_NETWORK=yes, or use npm run build and npm run serve";

describe("an invalid setting is one line that says what to change, and the exit code is 1", () => {
  test.for<[string, string, string]>([
    ["PORT", "eighty", 'got "eighty", wants a port number from 0 to 65535'],
    ["HOST", "0.0.0.0", `got "0.0.0.0", ${ONLY_HERE}`],
    ["SITE_URL", "https://rowhouse.example", `got "https://rowhouse.example", ${ONLY_HERE}`],
    [
      "PHOTOS_API_URL",
      "https://photos.example/v1",
      'got "https://photos.example/v1", wants https on a Pexels host, or a double on 127.0.0.1',
    ],
    [
      "DATABASE_URL",
      "mysql://user:secret@localhost/x",
      "got an invalid value, wants a postgres:// URL, or nothing to run PostgreSQL on this machine",
    ],
  ])("%s=%s", async ([name, value, problem]) => {
    const dataDir = join(temporary(emptyFolder()), "never-made");

    const refused = await startExpectingRefusal({ DATA_DIR: dataDir, [name]: value });

    expect(refused).toEqual({ code: 1, output: `rowhouse: ${name}: ${problem}\n` });
    expect(existsSync(dataDir)).toBe(false);
  });
});

function temporary(folder: DataFolder): string {
  onTestFinished(folder.remove);
  return folder.path;
}

async function visit(url: string): Promise<void> {
  const response = await fetch(url, { headers: VISITOR });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
}

/** As on the admin dashboard, which isn't cached. */
async function totalViews(url: string): Promise<number> {
  const cookie = await sessionCookieOf("admin", url);
  const response = await fetch(`${url}/admin/dashboard`, { headers: { cookie, "user-agent": "journeys-bot" } });
  const [, views = "none"] = /<dt>Total Views<\/dt><dd><b>([\d,]+)/.exec(await response.text()) ?? [];
  return Number(views.replaceAll(",", ""));
}

/** As on the home page, which leaves out a 0. Requested as a robot, so that the request isn't counted. */
async function monthlyVisitors(url: string): Promise<number> {
  const response = await fetch(url, { headers: { "user-agent": "journeys-bot" } });
  const figure = /<dt>Monthly Visitors[\s\S]*?<dd>([^<]+)<\/dd>/.exec(await response.text())?.[1] ?? "0";
  return Number(figure.replaceAll(",", ""));
}
