import type { Page } from "playwright-core";
import { expect } from "vitest";

import { normalizeText } from "#app/lib/plain-text.ts";
import { HOSTILE_NAMES, HOSTILE_TEXT, PROBE_ELEMENT, RAN_MARK } from "#tests/hostile-texts.ts";

import { waitForHydration, type Person, testWithSite } from "./browser.ts";
import type { TestClient } from "./test-client.ts";

/** Texts that are written here appear on its pages. */
const test = testWithSite();

const IS_LONG = process.env["PROVE"] === "1";

const PLACE = "/places/hirshhorn-museum";

/** A field that members write, how it is submitted, and where the text is shown. Add a row for a new field. */
type WrittenField = {
  what: string;
  /** The texts to submit: short texts one after the other, or the long one. */
  texts: readonly string[];
  send: (text: string, member: Member) => Promise<Response>;
  shownOn: (member: Member) => string[];
};

/** The member who writes, with a list that contains a place. */
type Member = { person: Person; list: string; shared: string; profile: string };

const FIELDS: readonly WrittenField[] = [
  {
    what: "the profile's name",
    texts: HOSTILE_NAMES,
    send: (name, { person }) => saveSettings(person, name),
    shownOn: ({ profile, shared }) => ["/settings", profile, shared, "/member/dashboard"],
  },
  {
    what: "a list's name",
    texts: HOSTILE_NAMES,
    send: (name, { person, list }) => person.post(list, { do: "save", name, note: "", visibility: "public" }),
    shownOn: ({ list, shared, profile }) => [list, shared, profile, "/lists"],
  },
  {
    what: "a list's note",
    texts: [HOSTILE_TEXT.slice(0, 480)],
    send: (note, { person, list }) => person.post(list, { do: "save", name: "A list", note, visibility: "public" }),
    shownOn: ({ list, shared }) => [list, shared],
  },
  {
    what: "an entry's note",
    texts: [HOSTILE_TEXT.slice(0, 480)],
    send: (note, { person, list }) =>
      person.post(list, { do: "save", name: "A list", visibility: "public", "note:hirshhorn-museum": note }),
    shownOn: ({ list, shared }) => [list, shared],
  },
  {
    what: "a review",
    // The second text has a link and so waits for an editor, who reads it too.
    texts: [HOSTILE_NAMES.join("\n\n"), HOSTILE_TEXT],
    send: async (body, { person }) => {
      const html = await person.read(`${PLACE}/review`);
      const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
      const visitMonth = /<option value="(\d{4}-\d{2})"/.exec(html)?.[1] ?? "";
      return person.post(`${PLACE}/review`, { stars: "4", body, visitMonth, relation: "none", version });
    },
    shownOn: ({ profile }) => [PLACE, `${PLACE}/review`, profile, "/admin/moderation"],
  },
  {
    what: "a question about a place",
    texts: [HOSTILE_NAMES.join(" ").slice(0, 480), HOSTILE_TEXT.slice(0, 480)],
    send: (question, { person }) => person.post(`${PLACE}/questions`, { do: "ask", question }),
    shownOn: () => [PLACE, `${PLACE}/questions`, "/admin/moderation?kind=held-question"],
  },
];

test.for(FIELDS)(
  "$what is shown as text, whatever it contains",
  { timeout: 240_000 },
  async ({ texts, send, shownOn }, { site, as }) => {
    const member = await readyMember(await as("member"));
    const admin = await as("admin");
    const page = await member.person.visit("/about", { before: reportDialogs });
    for (const [at, text] of texts.entries()) {
      const answer = await send(text, member);
      expect([303, 400], `${answer.status} for ${JSON.stringify(text)}`).toContain(answer.status);
      // A refused text is shown in the form for correction.
      if (answer.status === 400) {
        expect(await answer.text()).not.toMatch(new RegExp(`<${PROBE_ELEMENT}|<script>${RAN_MARK}|<img src=x`));
        continue;
      }
      const seen: string[] = [];
      for (const path of pagesFor(at, texts, shownOn(member))) {
        await signIn(page, site.url, path.startsWith("/admin") ? admin : member.person);
        await page.goto(path);
        await waitForHydration(page);
        expect(await ranOn(page), `${path} with ${JSON.stringify(text)}`).toEqual([]);
        seen.push(await wordsOf(page));
      }
      const [firstLine = ""] = normalizeText(text).split("\n");
      expect(
        seen.some((words) => words.includes(firstLine.replaceAll(/\s+/g, " "))),
        `${JSON.stringify(firstLine)} is on none of its pages`,
      ).toBe(true);
    }
  },
);

test("an element that a text has created is found", async ({ visit }) => {
  const page = await visit("/about");
  expect(await ranOn(page)).toEqual([]);

  await page.evaluate((html) => document.querySelector("h1")?.insertAdjacentHTML("beforeend", html), "<x-probe>");

  expect(await ranOn(page)).toEqual(["an element was made"]);
});

/**
 * The pages on which a text is checked. Of many short texts each is checked on one page, and on all pages in the long
 * runs.
 */
function pagesFor(at: number, texts: readonly string[], pages: string[]): string[] {
  return IS_LONG || texts.length < pages.length ? pages : pages.slice(at % pages.length).slice(0, 1);
}

async function readyMember(person: Person): Promise<Member> {
  expect((await saveSettings(person, person.name)).status).toBe(303);
  const list = (await person.post("/lists", { do: "make", name: "A list" })).headers.get("location") ?? "";
  await person.post(list, { do: "add", place: "hirshhorn-museum" });
  await person.post(list, { do: "save", name: "A list", note: "", visibility: "public" });
  const shared = /\/lists\/[0-9a-f]{32}/.exec(await person.read(list))?.[0] ?? "";
  const profile = /\/members\/[0-9a-f-]{36}/.exec(await person.read("/settings"))?.[0] ?? "";
  expect([list, shared, profile]).not.toContain("");
  return { person, list, shared, profile };
}

/** Makes their profile public. */
async function saveSettings(person: Person, name: string): Promise<Response> {
  const version = /name="version" value="(\d+)"/.exec(await person.read("/settings"))?.[1] ?? "";
  return person.post("/settings", { name, picture: "drawn", public: "yes", version });
}

/** A dialog would block the page, so it is closed and reported. */
async function reportDialogs(page: Page): Promise<void> {
  await page.addInitScript((mark) => {
    for (const name of ["alert", "confirm", "prompt"]) {
      Object.defineProperty(window, name, { value: () => Object.assign(window, { [mark]: name }) });
    }
  }, RAN_MARK);
}

/**
 * Signs that a text was not treated as text. Violations of the content security policy fail the visit by themselves.
 */
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

/** The visible text of a page, including its fields. */
async function wordsOf(page: Page): Promise<string> {
  const words = await page.evaluate(() => [
    document.body.innerText,
    ...[...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")].map(
      ({ value }) => value,
    ),
  ]);
  return words.join("\n").replaceAll(/\s+/g, " ");
}

async function signIn(page: Page, site: string, { cookie }: TestClient): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: site }]);
}
