import type { Page } from "playwright-core";
import { expect } from "vitest";

import { HOURS_TEXT, specialDayFields } from "#app/business/corrections/hours/hours-fields.ts";
import { LISTING_FACT_FIELDS } from "#app/business/submissions/form/listing-form.ts";
import { subtractDays, dcToday } from "#app/lib/dc-time.ts";
import { PROBE_ELEMENT } from "#tests/hostile-texts.ts";

import { testWithSite } from "./browser.ts";
import { inParallel } from "./in-parallel.ts";
import { makePlaceOwner } from "./managed-place.ts";

const OWN = "madams-organ";
const OTHERS = "tryst";
const CLAIM = "/places/2-amys/claim";
const SECTION = `/business/${OWN}`;

/** Its places have owners, who advertise. */
const test = testWithSite();

/** Values that are put into every field of a form at once. */
const VALUES = {
  nothing: "",
  // More than any field accepts; a form is cut after 4,000 letters.
  "3,900 letters": "a".repeat(3_900),
  "control characters": "a\u0000\u0007\u001b[31mb",
  emoji: "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}".repeat(5),
  "letters from right to left": "\u202Egnp.exe \u05E9\u05DC\u05D5\u05DD",
  HTML: `"'></textarea><${PROBE_ELEMENT}>`,
  "a negative number": "-1",
  "a huge number": "99999999999999999999",
  "a number as machines write it": "1e99",
  "a day long past": "1999-01-01",
  "a day that isn’t": "2027-02-30",
  "an id of nothing": "00000000-0000-4000-8000-000000000009",
  "a name of JavaScript": "__proto__",
};

/** One day stands for all of the week. */
const HOURS = [HOURS_TEXT, "monday-from", "monday-to", "monday-closed", ...Object.values(specialDayFields(0))];
const LISTING = [...Object.values(LISTING_FACT_FIELDS).flat(), ...HOURS, "opened"];

type OwnerForm = {
  at: string;
  /** The fields that identify the form. */
  says?: Record<string, string>;
  /** Every field that a member or a script fills in. */
  fields: string[];
  /** Fields that return with what was typed, whatever it is: in the field, or above if the field is gone. */
  preserved: string[];
};

const FORMS: readonly OwnerForm[] = [
  {
    at: `${SECTION}/edit`,
    says: { intent: "save", specialCount: "1" },
    fields: [...LISTING, "note"],
    preserved: [
      "hoursText",
      "special0-note",
      "phone",
      "website",
      "description",
      "name",
      "type",
      "street",
      "lat",
      "note",
    ],
  },
  { at: `${SECTION}/edit`, says: { undo: "x" }, fields: ["reopensOn"], preserved: [] },
  { at: `${SECTION}/reviews`, says: { do: "reply" }, fields: ["review", "reply"], preserved: ["reply"] },
  { at: `${SECTION}/questions`, says: { do: "answer" }, fields: ["id", "answer"], preserved: ["answer"] },
  { at: `${SECTION}/people`, says: { intent: "invite" }, fields: ["email", "role"], preserved: ["email"] },
  { at: `${SECTION}/people`, says: { intent: "role" }, fields: ["id", "role"], preserved: [] },
  {
    at: `${SECTION}/campaigns/new`,
    says: { "on:category:nightlife": "yes" },
    fields: ["key", "headline", "body", "startsOn", "endsOn", "per", "amount"],
    preserved: ["headline", "body", "startsOn", "endsOn", "amount"],
  },
  { at: `${SECTION}/photos`, says: { do: "describe" }, fields: ["photo", "alt", "version"], preserved: [] },
  { at: `${SECTION}/photos`, says: { do: "put-back" }, fields: ["photo"], preserved: [] },
  { at: CLAIM, says: { intent: "mail" }, fields: ["address"], preserved: ["address"] },
  {
    at: "/submit",
    fields: [...LISTING, "relation", "mail", "note", "stamp"],
    preserved: ["name", "type", "street", "description", "mail", "note"],
  },
];

test(
  "whatever an owner types is refused with a message, and stays in its form",
  { timeout: 60_000 },
  async ({ site, as, parser }) => {
    const ben = await as("business");
    await makePlaceOwner(site, { slug: OWN, person: ben });
    const tried = FORMS.flatMap((form) => Object.entries(VALUES).map(([what, value]) => ({ form, what, value })));

    const wrong = await inParallel(tried, async ({ form, what, value }) => {
      const typed = Object.fromEntries(form.fields.map((name) => [name, value]));
      const answer = await ben.post(form.at, { ...typed, ...form.says });
      const html = await answer.text();
      const faults: string[] = [];
      if (answer.status < 400 || answer.status >= 500) faults.push(`answers ${answer.status}`);
      const { alert, probes, missing } = await readForm(parser, { html, value, preserved: form.preserved });
      if (alert.length < 10) faults.push(`says “${alert}”`);
      if (probes > 0) faults.push("takes it for HTML");
      if (missing.length > 0) faults.push(`loses ${missing.join(", ")}`);
      return faults.map((fault) => `${form.at} ${JSON.stringify(form.says ?? {})}, ${what}: ${fault}`);
    });

    expect(wrong.flat()).toEqual([]);
  },
);

test("one wrong field among right ones is named, and the right ones are kept", async ({ site, as }) => {
  const ben = await as("business");
  await makePlaceOwner(site, { slug: OWN, person: ben });
  const today = dcToday(new Date());
  const right = {
    headline: "Blues until two",
    body: "A band on every floor, every night.",
    "on:category:nightlife": "yes",
    startsOn: subtractDays(today, -2),
    endsOn: subtractDays(today, -5),
    per: "day",
    amount: "5",
  };
  const refusals: [Record<string, string>, RegExp][] = [
    [{ startsOn: subtractDays(today, 1) }, /today or a later date/],
    [{ endsOn: subtractDays(today, -1) }, /on or after the first day/],
    [{ endsOn: subtractDays(today, -300) }, /at most 92 days/],
    [{ amount: "-5" }, /an amount in dollars/],
    [{ amount: "999999" }, /costs at most \$5,000/],
    [{ "on:category:nightlife": "no" }, /at least one page/],
  ];
  for (const [changed, words] of refusals) {
    const answer = await ben.post(`${SECTION}/campaigns/new`, { ...right, ...changed });
    const html = await answer.text();
    expect([answer.status, html]).toEqual([400, expect.stringMatching(words)]);
    expect(html).toContain('value="Blues until two"');
  }

  const evidence = "Too short to prove it.";
  const claiming = await ben.post(CLAIM, { intent: "evidence", evidence });
  expect([claiming.status, await claiming.text()]).toEqual([400, expect.stringContaining(`>${evidence}</textarea>`)]);
  const past = subtractDays(today, 1);
  const closing = await ben.post(`${SECTION}/edit`, { intent: "close", reopensOn: past });
  expect([closing.status, await closing.text()]).toEqual([400, expect.stringContaining(`value="${past}"`)]);
});

test("another owner's resources, and missing ones, are not found", async ({ site, as }) => {
  const [ben, mia] = [await as("business"), await as("member")];
  await makePlaceOwner(site, { slug: OWN, person: ben });
  await makePlaceOwner(site, { slug: OTHERS, person: mia });
  const othersCampaign = await mia.post(`/business/${OTHERS}/campaigns/new`, {
    headline: "Coffee from seven",
    body: "Breakfast on the sofa.",
    "on:category:food": "yes",
    startsOn: subtractDays(dcToday(new Date()), -2),
    endsOn: subtractDays(dcToday(new Date()), -4),
    per: "day",
    amount: "5",
  });
  const id = othersCampaign.headers.get("location")?.split("/").at(-1) ?? "";
  expect([othersCampaign.status, id]).toEqual([303, expect.stringMatching(/^[0-9a-f-]{36}$/)]);

  const paths = [id, ...Object.values(VALUES).filter((value) => value !== "" && value.length < 200)].flatMap((each) => {
    const part = encodeURIComponent(each);
    return [
      `${SECTION}/campaigns/${part}`,
      `${SECTION}/campaigns/${part}/report.csv`,
      `${SECTION}/photos/${part}`,
      `/business/invitations/${part}`,
      `/business/${part}/campaigns`,
      `/submissions/${part}`,
    ];
  });
  const statuses = await inParallel([...paths, `/business/${OTHERS}/people`], async (path) => {
    const answer = await ben.fetch(path);
    await answer.arrayBuffer();
    return [404, 400].includes(answer.status) ? "" : `${answer.status} for ${path}`;
  });
  expect(statuses.filter((each) => each !== "")).toEqual([]);

  for (const intent of ["pay", "end", "delete"]) {
    expect((await ben.post(`${SECTION}/campaigns/${id}`, { intent })).status, intent).toBe(404);
    expect((await ben.post(`/business/${OTHERS}/campaigns/${id}`, { intent })).status, intent).toBe(404);
  }
  const stillThere = await mia.fetch(`/business/${OTHERS}/campaigns/${id}`);
  expect([stillThere.status, await stillThere.text()]).toEqual([200, expect.stringContaining("Coffee from seven")]);
});

/** Parses a returned form: its message, and which fields don't contain what was typed. */
function readForm(parser: Page, given: { html: string; value: string; preserved: string[] }) {
  return parser.evaluate(
    ({ html, value, preserved, probe }) => {
      const page = new DOMParser().parseFromString(html, "text/html");
      const typedIn = (name: string) =>
        [...page.querySelectorAll(`[name="${name}"]`)].map((field) =>
          field.tagName === "TEXTAREA" ? field.textContent : (field.getAttribute("value") ?? ""),
        );
      const textOf = (selector: string) => page.querySelector(selector)?.textContent.trim() ?? "";
      // A browser never shows a NUL.
      const shown = (text: string) => text.replaceAll("\u0000", "").replaceAll("\uFFFD", "");
      return {
        alert: textOf("[role=alert]"),
        probes: page.querySelectorAll(probe).length,
        missing: preserved.filter(
          (name) => ![...typedIn(name), textOf(".owner-lost")].some((text) => shown(text).includes(shown(value))),
        ),
      };
    },
    { ...given, probe: PROBE_ELEMENT },
  );
}
