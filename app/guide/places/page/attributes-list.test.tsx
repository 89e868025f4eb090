import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { AttributesList } from "./attributes-list.tsx";

const UNCHECKED = [
  { key: "takeout" as const, label: "Takeout", value: null },
  { key: "stepFreeEntrance" as const, label: "Step-free entrance", value: null },
  { key: "wifi" as const, label: "Wi-Fi", value: null },
];

function textOf(element: React.ReactElement): string {
  return renderToStaticMarkup(element).replaceAll(/<[^>]+>/g, "");
}

test("yes, no and not checked each have their own text", () => {
  const attributes = [
    { key: "parking" as const, label: "Parking", value: false },
    { key: "outdoorSeating" as const, label: "Outdoor seating", value: true },
    ...UNCHECKED,
  ];

  expect(textOf(<AttributesList attributes={attributes} category="food" />)).toBe(
    "Outdoor seating: yesParking: noNot checked: takeout, step-free entrance, and Wi-Fi.",
  );
});

test("attributes that don't apply to the category are not listed as unchecked", () => {
  expect(textOf(<AttributesList attributes={UNCHECKED} category="services" />)).toBe(
    "Not checked: step-free entrance and Wi-Fi.",
  );
});
