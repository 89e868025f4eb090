import { expect, test } from "vitest";

import type { FormFields } from "#app/platform/read-form.ts";

import { parseReviewForm, visitMonths } from "./review-form.ts";

const TODAY = "2027-01-13";
const RIGHT = {
  stars: "4",
  body: "Good soup, kind people, a bit loud.",
  visitMonth: "2026-12",
  relation: "none",
  version: "3",
};

test("a valid form is parsed and its text cleaned up", () => {
  const read = parseReviewForm(form({ ...RIGHT, body: "  Good soup,\r\nkind people.\0 A bit loud. " }), TODAY);

  expect(read).toMatchObject({
    version: 3,
    problems: null,
    review: { stars: 4, body: "Good soup,\nkind people. A bit loud.", visitMonth: "2026-12", relation: "none" },
  });
});

test("an empty form has an error for each field", () => {
  expect(parseReviewForm(form({}), TODAY)).toEqual({
    typed: { stars: "", body: "", visitMonth: "", relation: "" },
    version: 0,
    review: null,
    problems: {
      stars: "Choose one to five stars.",
      body: "Write at least 20 characters.",
      visitMonth: "Choose the month of your visit.",
      relation: "Choose your connection to this business.",
    },
  });
});

test.for([
  ["no star", { stars: "0" }, "stars", /one to five/],
  ["six stars", { stars: "6" }, "stars", /one to five/],
  ["half a star", { stars: "4.5" }, "stars", /one to five/],
  ["19 characters", { body: "x".repeat(19) }, "body", /has 19\.$/],
  ["19 characters and invisible ones", { body: `${"x".repeat(19)}\u200B\u3164\u2800   ` }, "body", /has 19/],
  ["4,001 characters", { body: "x".repeat(4_001) }, "body", /has 4,001\.$/],
  ["a future month", { visitMonth: "2027-02" }, "visitMonth", /current month/],
  ["a month too long ago", { visitMonth: "2021-12" }, "visitMonth", /last 5 years/],
  ["a month that isn't one", { visitMonth: "2026-13" }, "visitMonth", /Choose the month/],
  ["an unknown connection", { relation: "friend" }, "relation", /Choose your connection/],
] as const)("%s is rejected, and the input is preserved", ([, wrong, field, message]) => {
  const { typed, problems } = parseReviewForm(form({ ...RIGHT, ...wrong }), TODAY);

  expect(Object.keys(problems ?? {})).toEqual([field]);
  expect(problems?.[field]).toMatch(message);
  expect(typed).toMatchObject(wrong);
});

test.for([
  ["20 characters", { body: "x".repeat(20) }],
  ["4,000 characters, each of two halves", { body: "\u{1F600}".repeat(4_000) }],
  ["the current month", { visitMonth: "2027-01" }],
  ["a month five years ago", { visitMonth: "2022-01" }],
  ["an owner who says so", { relation: "owner" }],
] as const)("%s is accepted", ([, right]) => {
  expect(parseReviewForm(form({ ...RIGHT, ...right }), TODAY).problems).toBeNull();
});

test("an invalid version counts as a new review", () => {
  for (const version of ["", "-1", "1e3", "x", "99999999999"]) {
    expect(parseReviewForm(form({ ...RIGHT, version }), TODAY).version).toBe(0);
  }
});

test("a visit can be in the current month or the sixty before it", () => {
  const months = visitMonths(TODAY);

  expect([months[0], months[1], months.at(-1), months.length]).toEqual(["2027-01", "2026-12", "2022-01", 61]);
});

function form(fields: Record<string, string>): FormFields {
  return { text: (name) => fields[name] ?? "" };
}
