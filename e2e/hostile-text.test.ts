import type { Page } from "playwright-core";
import { expect } from "vitest";

import { plainText } from "#app/lib/plain-text.ts";
import { HOSTILE_NAMES, HOSTILE_TEXT, PROBE_ELEMENT, RAN_MARK } from "#tests/hostile-texts.ts";

import { interactive, test as journey } from "./browser.ts";
import { seededFolder } from "./data-folder.ts";
import { cookieOf } from "./signed-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

/** A site of its own: what is written here stands on its pages. */
const test = journey.extend("site", { scope: "file" }, async ({ browser: _browser }, { onCleanup }) => {
  const folder = seededFolder();
  const site = await startSite(folder.path, { LOG_LEVEL: "error" });
  onCleanup(async () => {
    await site.stop();
    folder.remove();
    expect(site.output().replaceAll(/.*is up after.*\n/g, ""), "what the site complained about").toBe("");
  });
  return site;
});

const PLACE = "/places/hirshhorn-museum";

/** A field that members write, how it is sent, and where what was written is shown. A new field is a new row. */
type WrittenField = {
  what: string;
  /** What is sent: short texts one after the other, or the long one. */
  texts: readonly string[];
  send: (text: string, member: Member) => Promise<Response>;
  shownOn: (member: Member) => string[];
};

/** The member who writes, with a list that holds a place. */
type Member = { site: RunningSite; cookie: string; list: string; shared: string; profile: string };

const FIELDS: readonly WrittenField[] = [
  {
    what: "the profile's name",
    texts: HOSTILE_NAMES,
    send: async (name, member) => {
      const version = /name="version" value="(\d+)"/.exec(await htmlOf(member, "/settings"))?.[1] ?? "";
      return post(member, "/settings", { name, picture: "drawn", public: "yes", version });
    },
    shownOn: ({ profile, shared }) => ["/settings", profile, shared, "/member/dashboard"],
  },
  {
    what: "a list's name",
    texts: HOSTILE_NAMES,
    send: (name, member) => post(member, member.list, { do: "change", name, note: "", visibility: "public" }),
    shownOn: ({ list, shared, profile }) => [list, shared, profile, "/lists"],
  },
  {
    what: "a list's note",
    texts: [HOSTILE_TEXT.slice(0, 480)],
    send: (note, member) => post(member, member.list, { do: "change", name: "A list", note, visibility: "public" }),
    shownOn: ({ list, shared }) => [list, shared],
  },
  {
    what: "an entry's note",
    texts: [HOSTILE_TEXT.slice(0, 480)],
    send: (note, member) => post(member, member.list, { do: "note", place: "hirshhorn-museum", note }),
    shownOn: ({ list, shared }) => [list, shared],
  },
  {
    what: "a review",
    // The second names a link, and so waits for a moderator, who reads it too.
    texts: [HOSTILE_NAMES.join("\n\n"), HOSTILE_TEXT],
    send: async (body, member) => {
      const html = await htmlOf(member, `${PLACE}/review`);
      const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
      const visitMonth = /<option value="(\d{4}-\d{2})"/.exec(html)?.[1] ?? "";
      return post(member, `${PLACE}/review`, { stars: "4", body, visitMonth, relation: "none", version });
    },
    shownOn: ({ profile }) => [PLACE, `${PLACE}/review`, profile, "/admin/moderation"],
  },
  {
    what: "a question about a place",
    texts: [HOSTILE_NAMES.join(" ").slice(0, 480), HOSTILE_TEXT.slice(0, 480)],
    send: (question, member) => post(member, `${PLACE}/questions`, { do: "ask", question }),
    shownOn: () => [PLACE, `${PLACE}/questions`, "/admin/moderation?kind=held-question"],
  },
];

test.for(FIELDS)(
  "$what is text wherever it is shown, whatever it says",
  { timeout: 240_000 },
  async ({ texts, send, shownOn }, { visit, site }) => {
    const member = await readyMember(site);
    const page = await visit("/about", { site: site.url, before: watchDialogs });
    for (const text of texts) {
      const answer = await send(text, member);
      expect([303, 400], `${answer.status} for ${JSON.stringify(text)}`).toContain(answer.status);
      // Refused, it stands in the form, to be corrected.
      if (answer.status === 400) {
        expect(await answer.text()).not.toMatch(new RegExp(`<${PROBE_ELEMENT}|<script>${RAN_MARK}|<img src=x`));
        continue;
      }
      const seen: string[] = [];
      for (const path of shownOn(member)) {
        const isAdmins = path.startsWith("/admin");
        await signIn(page, site, isAdmins ? await cookieOf("admin", site.url) : member.cookie);
        await page.goto(path);
        await interactive(page);
        expect(await ranOn(page), `${path} with ${JSON.stringify(text)}`).toEqual([]);
        seen.push(await wordsOf(page));
      }
      const [firstLine = ""] = plainText(text).split("\n");
      expect(
        seen.some((words) => words.includes(firstLine.replaceAll(/\s+/g, " "))),
        `${JSON.stringify(firstLine)} is on none of ${shownOn(member).join(", ")}`,
      ).toBe(true);
    }
  },
);

test("an element that a text has made is found", async ({ visit, site }) => {
  const page = await visit("/about", { site: site.url });
  expect(await ranOn(page)).toEqual([]);

  await page.evaluate((html) => document.querySelector("h1")?.insertAdjacentHTML("beforeend", html), "<x-probe>");

  expect(await ranOn(page)).toEqual(["an element was made"]);
});

async function readyMember(site: RunningSite): Promise<Member> {
  const cookie = await cookieOf("member", site.url);
  const start = { site, cookie, list: "", shared: "", profile: "" };
  const known = /\/lists\/[0-9a-f-]{36}\/edit/.exec(await htmlOf(start, "/lists"))?.[0];
  const list = known ?? (await post(start, "/lists", { do: "make", name: "A list" })).headers.get("location") ?? "";
  await post(start, list, { do: "add", place: "hirshhorn-museum" });
  await post(start, list, { do: "change", name: "A list", note: "", visibility: "public" });
  const shared = /\/lists\/[0-9a-f]{32}/.exec(await htmlOf(start, list))?.[0] ?? "";
  const profile = /\/members\/[0-9a-f-]{36}/.exec(await htmlOf(start, "/settings"))?.[0] ?? "";
  expect([list, shared, profile]).not.toContain("");
  return { ...start, list, shared, profile };
}

/** A dialog would stop the page; it is closed, and told. */
async function watchDialogs(page: Page): Promise<void> {
  await page.addInitScript((mark) => {
    for (const name of ["alert", "confirm", "prompt"]) {
      Object.defineProperty(window, name, { value: () => Object.assign(window, { [mark]: name }) });
    }
  }, RAN_MARK);
}

/** Signs of a text that was taken for something else. Breaches of the content security policy fail the visit by themselves. */
function ranOn(page: Page): Promise<string[]> {
  return page.evaluate(
    ([mark, probe]) => [
      ...(mark in window ? ["something ran"] : []),
      ...(document.querySelector(probe) === null ? [] : ["an element was made"]),
      ...(document.querySelector('[onerror], [onload], iframe, a[href^="javascript:"]') === null
        ? []
        : ["an element that runs was made"]),
    ],
    [RAN_MARK, PROBE_ELEMENT] as const,
  );
}

/** What can be read on a page, in its fields too. */
async function wordsOf(page: Page): Promise<string> {
  const words = await page.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].map(
      ({ value }) => value,
    ),
  ]);
  return words.join("\n").replaceAll(/\s+/g, " ");
}

async function signIn(page: Page, site: RunningSite, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: site.url }]);
}

async function htmlOf({ site, cookie }: Member, path: string): Promise<string> {
  return (await fetch(site.url + path, { headers: { cookie } })).text();
}

function post({ site, cookie }: Member, path: string, fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(fields);
  return fetch(site.url + path, { method: "POST", headers: { cookie }, body, redirect: "manual" });
}
