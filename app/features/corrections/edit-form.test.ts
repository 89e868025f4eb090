import { expect, test } from "vitest";

import type { SentForm } from "#app/platform/read-form.ts";

import { type CorrectablePlace, filledFields, readEditForm } from "./edit-form.ts";

const PLACE: CorrectablePlace = {
  name: "Quay",
  type: "Diner",
  street: "12 Water Street",
  quadrant: "SW",
  zip: "20024",
  phone: "+12025550123",
  website: "http://quay.example",
  hours: null,
  priceRange: "$$",
  attributes: { wifi: true, parking: false },
};

test("only what was changed is suggested", () => {
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

test("what is taken out is unknown from then on", () => {
  expect(sent({ phone: "", zip: " ", priceRange: "" }).edit?.changes).toEqual([
    { field: "zip", before: "20024", after: null },
    { field: "phone", before: "+12025550123", after: null },
    { field: "priceRange", before: "$$", after: null },
  ]);
});

test("the same fact in another spelling is no change, and without a change there is nothing to send", () => {
  const read = sent({ phone: "+1 202 555 0123", name: " Quay " });

  expect(read.problems).toEqual({ name: expect.stringMatching(/^Nothing is changed yet/) });
  expect(sent({ descriptionNote: "It has two floors." }).edit).toMatchObject({
    changes: [],
    descriptionNote: "It has two floors.",
  });
});

test.for([
  ["no name", { name: "" }, "name", /Write a name/],
  ["a name that nobody sees", { name: "\u200B\u202E" }, "name", /Write a name/],
  ["a name of 121 characters", { name: "x".repeat(121) }, "name", /at most 120/],
  ["a kind of 61 characters", { type: "x".repeat(61) }, "type", /at most 60/],
  ["no quadrant", { quadrant: "" }, "quadrant", /Choose the quadrant/],
  ["no street", { street: "" }, "street", /house number/],
  ["a ZIP code of elsewhere", { zip: "10001" }, "zip", /ZIP/],
  ["half a number", { phone: "555-0199" }, "phone", /all ten digits/],
  ["a number of no area", { phone: "+1 102 555 0199" }, "phone", /all ten digits/],
  ["words for a number", { phone: "javascript:alert(1)" }, "phone", /all ten digits/],
  ["an open website", { website: "http://other.example" }, "website", /https/],
  ["a script for a website", { website: "javascript:alert(1)" }, "website", /https/],
  ["a website with a password", { website: "https://a:b@quay.example" }, "website", /public address/],
  ["a website in the house", { website: "https://localhost" }, "website", /public address/],
  ["a website by number", { website: "https://127.0.0.1/" }, "website", /public address/],
  ["a website at a port", { website: "quay.example:8443" }, "website", /public address/],
  ["a website of 400 characters", { website: `https://quay.example/${"x".repeat(400)}` }, "website", /at most 300/],
  ["two words for a website", { website: "quay .example" }, "website", /no address/],
  ["a price of one's own", { priceRange: "$$$$$" }, "priceRange", /Choose/],
  ["hours for one day", { monday: "9 am to 5 pm" }, "tuesday", /this day too/],
  ["501 characters on the description", { descriptionNote: "x".repeat(501) }, "descriptionNote", /it has 501/],
  ["501 characters of note", { phone: "2025550199", note: "x".repeat(501) }, "note", /it has 501/],
  ["no ground", { phone: "2025550199", basis: "" }, "basis", /how you know/],
  ["no known ground", { phone: "2025550199", basis: "rumor" }, "basis", /how you know/],
  ["another ground and no word on it", { phone: "2025550199", basis: "other" }, "note", /in a few words/],
] as const)("%s is refused at its field, and what was typed is kept", ([, wrong, field, words]) => {
  const { typed, problems } = sent(wrong);

  expect(Object.keys(problems ?? {})).toEqual([field]);
  expect(Object.entries(problems ?? {})[0]?.[1]).toMatch(words);
  expect(typed).toMatchObject(wrong);
});

test.for([
  ["quay.example/menu", "https://quay.example/menu"],
  ["HTTPS://Quay.Example/", "https://quay.example"],
  ["https://münchen.example/?a=1#b", "https://xn--mnchen-3ya.example/?a=1"],
] as const)("a website is kept in one spelling: %s", ([website, kept]) => {
  expect(sent({ website }).edit?.changes).toEqual([{ field: "website", before: PLACE.website, after: kept }]);
});

test("a fact that was changed since the form was opened is not changed again unseen", () => {
  const opened = filledFields({ ...PLACE, phone: "+12025550100" });
  const read = readEditForm(
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

test("what has changed meanwhile beside what the reader changed is left as it is", () => {
  const opened = filledFields({ ...PLACE, zip: "20001" });
  const read = readEditForm(
    form({ ...opened, phone: "202-555-0199", opened: JSON.stringify(opened), basis: "visit" }),
    PLACE,
  );

  expect(read.edit?.changes.map(({ field }) => field)).toEqual(["phone"]);
});

test.for(["", "{", "null", "[]", '{"phone":1}', '{"__proto__":{"phone":"x"}}'])(
  "a form that says nothing readable of how it was opened is taken as opened now: %s",
  (opened) => {
    expect(sent({ phone: "2025550199", opened }).edit?.changes).toHaveLength(1);
  },
);

/** The form as it is opened for the place, with what a reader changes in it. */
function sent(changed: Record<string, string>) {
  const known = filledFields(PLACE);
  return readEditForm(form({ ...known, opened: JSON.stringify(known), basis: "visit", ...changed }), PLACE);
}

function form(fields: Record<string, string>): SentForm {
  return { text: (name) => fields[name] ?? "" };
}
