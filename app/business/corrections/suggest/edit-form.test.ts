import { expect, test } from "vitest";

import type { FormFields } from "#app/platform/read-form.ts";

import type { HoursValues } from "../hours/hours-fields.ts";
import { type CorrectablePlace, editFormFacts, parseEditForm } from "./edit-form.ts";

const PLACE: CorrectablePlace = {
  name: "Quay",
  type: "Diner",
  street: "12 Water Street",
  quadrant: "SW",
  zip: "20024",
  phone: "+12025550123",
  website: "http://quay.example",
  hours: null,
  categorySlug: "food",
  priceRange: "$$",
  attributes: { wifi: true, parking: false },
};

test("only changed facts are suggested", () => {
  const read = sent({
    phone: "202.555.0199",
    street: "14 Water Street SW",
    wifi: "no",
    takeout: "yes",
    parking: "",
    basis: "call",
    note: " They told me. ",
  });

  expect(read).toMatchObject({
    problems: null,
    edit: {
      basis: "call",
      note: "They told me.",
      descriptionNote: "",
      changes: [
        {
          field: "address",
          before: { street: "12 Water Street", quadrant: "SW" },
          after: { street: "14 Water Street", quadrant: "SW" },
        },
        { field: "phone", before: "+12025550123", after: "+12025550199" },
        {
          field: "attributeCorrections",
          before: { takeout: null, wifi: true, parking: false },
          after: { takeout: true, wifi: false, parking: null },
        },
      ],
    },
  });
});

test("an emptied field becomes unknown", () => {
  expect(sent({ phone: "", zip: " ", priceRange: "" }).edit?.changes).toEqual([
    { field: "zip", before: "20024", after: null },
    { field: "phone", before: "+12025550123", after: null },
    { field: "priceRange", before: "$$", after: null },
  ]);
});

test("a different spelling isn't a change, and an edit needs at least one change or note", () => {
  const read = sent({ phone: "+1 202 555 0123", name: " Quay " });

  expect(read.problems).toEqual({ name: expect.stringMatching(/^Nothing has changed yet/) });
  expect(sent({ descriptionNote: "It has two floors." }).edit).toMatchObject({
    changes: [],
    descriptionNote: "It has two floors.",
  });
});

test.for([
  ["no name", { name: "" }, "name", /Enter a name/],
  ["an invisible name", { name: "\u200B\u202E" }, "name", /Enter a name/],
  ["a name of 121 characters", { name: "x".repeat(121) }, "name", /at most 120/],
  ["a type of 61 characters", { type: "x".repeat(61) }, "type", /at most 60/],
  ["no quadrant", { quadrant: "" }, "quadrant", /Choose the quadrant/],
  ["no street", { street: "" }, "street", /house number/],
  ["a ZIP code outside DC", { zip: "10001" }, "zip", /ZIP/],
  ["half a number", { phone: "555-0199" }, "phone", /all ten digits/],
  ["an invalid area code", { phone: "+1 102 555 0199" }, "phone", /all ten digits/],
  ["a script for a number", { phone: "javascript:alert(1)" }, "phone", /all ten digits/],
  ["a website without HTTPS", { website: "http://other.example" }, "website", /https/],
  ["a script for a website", { website: "javascript:alert(1)" }, "website", /https/],
  ["a website with a password", { website: "https://a:b@quay.example" }, "website", /public address/],
  ["a local website", { website: "https://localhost" }, "website", /public address/],
  ["a website by IP address", { website: "https://127.0.0.1/" }, "website", /public address/],
  ["a website with a port", { website: "quay.example:8443" }, "website", /public address/],
  ["a website of 400 characters", { website: `https://quay.example/${"x".repeat(400)}` }, "website", /at most 300/],
  ["two words for a website", { website: "quay .example" }, "website", /isn’t a web address/],
  ["an unknown price", { priceRange: "$$$$$" }, "priceRange", /Choose/],
  ["hours for one day", { "monday-closed": "yes", "tuesday-closed": "yes" }, "wednesday", /this day too/],
  ["501 characters on the description", { descriptionNote: "x".repeat(501) }, "descriptionNote", /You wrote 501/],
  ["501 characters of note", { phone: "2025550199", note: "x".repeat(501) }, "note", /You wrote 501/],
  ["no basis", { phone: "2025550199", basis: "" }, "basis", /how you know/],
  ["an unknown basis", { phone: "2025550199", basis: "rumor" }, "basis", /how you know/],
  ["another basis without a note", { phone: "2025550199", basis: "other" }, "note", /in a few words/],
] as const)("%s is rejected at its field, and the input is preserved", ([, wrong, field, words]) => {
  const { typed, problems } = sent(wrong);

  expect(Object.keys(problems ?? {})[0]).toBe(field);
  expect(Object.entries(problems ?? {})[0]?.[1]).toMatch(words);
  expect({ ...typed.hours, ...typed }).toMatchObject(wrong);
});

test.for([
  ["quay.example/menu", "https://quay.example/menu"],
  ["HTTPS://Quay.Example/", "https://quay.example"],
  ["https://münchen.example/?a=1#b", "https://xn--mnchen-3ya.example/?a=1"],
] as const)("a website is normalized: %s", ([website, normalized]) => {
  expect(sent({ website }).edit?.changes).toEqual([{ field: "website", before: PLACE.website, after: normalized }]);
});

test("an edit of a fact that has changed since the form was opened is stale until seen", () => {
  const opened = editFormFacts({ ...PLACE, phone: "+12025550100" });
  const read = parseEditForm(
    form({ ...opened, phone: "202-555-0199", opened: JSON.stringify(opened), basis: "visit" }),
    PLACE,
  );
  const again = sent({ phone: "202-555-0199", opened: JSON.stringify(read.opened) });

  expect(read).toMatchObject({
    edit: null,
    isStale: true,
    problems: { phone: expect.stringContaining("(202) 555-0123") },
  });
  expect(again.edit?.changes).toHaveLength(1);
});

test("facts that changed meanwhile but weren't edited are left alone", () => {
  const opened = editFormFacts({ ...PLACE, zip: "20001" });
  const read = parseEditForm(
    form({ ...opened, phone: "202-555-0199", opened: JSON.stringify(opened), basis: "visit" }),
    PLACE,
  );

  expect(read.edit?.changes.map(({ field }) => field)).toEqual(["phone"]);
});

test.for(["", "{", "null", "[]", '{"phone":1}', '{"__proto__":{"phone":"x"}}'])(
  "a form with unreadable initial values is compared with the current facts: %s",
  (opened) => {
    expect(sent({ phone: "2025550199", opened }).edit?.changes).toHaveLength(1);
  },
);

/** The form for the place with a visitor's changes. */
function sent(changed: Record<string, string>) {
  const initial = editFormFacts(PLACE);
  return parseEditForm(form({ ...initial, opened: JSON.stringify(initial), basis: "visit", ...changed }), PLACE);
}

function form({ hours, ...fields }: Record<string, string | HoursValues>): FormFields {
  const texts = new Map<string, unknown>(Object.entries({ ...Object(hours), ...fields }));
  const textOf = (value: unknown) => (typeof value === "string" ? value : "");
  return { text: (name) => textOf(texts.get(name)) };
}
