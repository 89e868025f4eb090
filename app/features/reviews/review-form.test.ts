import { expect, test } from "vitest";

import type { SentForm } from "#app/platform/read-form.ts";

import { readReviewForm, visitMonths } from "./review-form.ts";

const TODAY = "2027-01-13";
const RIGHT = {
  stars: "4",
  body: "Good soup, kind people, a bit loud.",
  visitMonth: "2026-12",
  relation: "none",
  version: "3",
};

test("a form filled in rightly is read, its text made plain", () => {
  const read = readReviewForm(form({ ...RIGHT, body: "  Good soup,\r\nkind people.\0 A bit loud. " }), TODAY);

  expect(read).toMatchObject({
    version: 3,
    problems: null,
    words: { stars: 4, body: "Good soup,\nkind people. A bit loud.", visitMonth: "2026-12", relation: "none" },
  });
});

test("an empty form says of each field what it lacks", () => {
  expect(readReviewForm(form({}), TODAY)).toEqual({
    typed: { stars: "", body: "", visitMonth: "", relation: "" },
    version: 0,
    words: null,
    problems: {
      stars: "Choose one to five stars.",
      body: "Write at least 20 characters.",
      visitMonth: "Choose the month of your visit.",
      relation: "Say whether anything ties you to this business.",
    },
  });
});

test.for([
  ["no star", { stars: "0" }, "stars", /one to five/],
  ["six stars", { stars: "6" }, "stars", /one to five/],
  ["half a star", { stars: "4.5" }, "stars", /one to five/],
  ["19 characters", { body: "x".repeat(19) }, "body", /it has 19\.$/],
  ["19 characters and much that nobody sees", { body: `${"x".repeat(19)}\u200B\u3164\u2800   ` }, "body", /it has 19/],
  ["4,001 characters", { body: "x".repeat(4_001) }, "body", /it has 4,001\.$/],
  ["a month to come", { visitMonth: "2027-02" }, "visitMonth", /has begun/],
  ["a month too long ago", { visitMonth: "2021-12" }, "visitMonth", /last 5 years/],
  ["a month that isn't one", { visitMonth: "2026-13" }, "visitMonth", /Choose the month/],
  ["an unknown tie", { relation: "friend" }, "relation", /ties you/],
] as const)("%s is refused, and what was typed is kept", ([, wrong, field, words]) => {
  const { typed, problems } = readReviewForm(form({ ...RIGHT, ...wrong }), TODAY);

  expect(Object.keys(problems ?? {})).toEqual([field]);
  expect(problems?.[field]).toMatch(words);
  expect(typed).toMatchObject(wrong);
});

test.for([
  ["20 characters", { body: "x".repeat(20) }],
  ["4,000 characters, each of two halves", { body: "\u{1F600}".repeat(4_000) }],
  ["the present month", { visitMonth: "2027-01" }],
  ["a month five years ago", { visitMonth: "2022-01" }],
  ["an owner who says so", { relation: "owner" }],
] as const)("%s is taken", ([, right]) => {
  expect(readReviewForm(form({ ...RIGHT, ...right }), TODAY).problems).toBeNull();
});

test("what is no version is that of a new review", () => {
  for (const version of ["", "-1", "1e3", "x", "99999999999"]) {
    expect(readReviewForm(form({ ...RIGHT, version }), TODAY).version).toBe(0);
  }
});

test("visits may be in the present month and the sixty before it", () => {
  const months = visitMonths(TODAY);

  expect([months[0], months[1], months.at(-1), months.length]).toEqual(["2027-01", "2026-12", "2022-01", 61]);
});

function form(fields: Record<string, string>): SentForm {
  return { text: (name) => fields[name] ?? "" };
}
