import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { expect, test } from "vitest";
import { X } from "lucide-react";

import createIcon from "./lean-icon.ts";

const LINES: [string, Record<string, string>][] = [
  ["path", { d: "M18 6 6 18", key: "1bl5f8" }],
  ["path", { d: "m6 6 12 12", key: "d8bk6v" }],
];

test("an icon of our making is drawn as Lucide draws it, but for the class names nobody styles", () => {
  const attributes = { className: "icon", "aria-hidden": true } as const;

  const ours = renderToStaticMarkup(createElement(createIcon({ node: LINES }), attributes));
  const lucides = renderToStaticMarkup(createElement(X, attributes));

  expect(attributesOf(ours)).toEqual(attributesOf(lucides.replace("lucide lucide-x ", "")));
});

/** What an SVG's tags say, whatever order they say it in. */
function attributesOf(svg: string): string[] {
  return [...svg.replace(' xmlns="http://www.w3.org/2000/svg"', "").matchAll(/[\w-]+="[^"]*"/g)]
    .map(([text]) => text)
    .toSorted();
}
