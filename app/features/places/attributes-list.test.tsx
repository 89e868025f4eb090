import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { AttributesList } from "./attributes-list.tsx";

const UNCHECKED = [
  { key: "takeout" as const, label: "Takeout", value: null },
  { key: "stepFreeEntrance" as const, label: "Step-free entrance", value: null },
  { key: "wifi" as const, label: "Wi-Fi", value: null },
];

function words(element: React.ReactElement): string {
  return renderToStaticMarkup(element).replaceAll(/<[^>]+>/g, "");
}

test("yes, no and not checked are told apart in words", () => {
  const attributes = [
    { key: "parking" as const, label: "Parking", value: false },
    { key: "outdoorSeating" as const, label: "Outdoor seating", value: true },
    ...UNCHECKED,
  ];

  expect(words(<AttributesList attributes={attributes} category="food" />)).toBe(
    "Outdoor seating: yesParking: noNot checked: takeout, step-free entrance, and Wi-Fi.",
  );
});

test("what makes no sense for a category is not called unchecked", () => {
  expect(words(<AttributesList attributes={UNCHECKED} category="services" />)).toBe(
    "Not checked: step-free entrance and Wi-Fi.",
  );
});
