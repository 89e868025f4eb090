import { expect, test } from "vitest";

import { rasterize } from "./rasterize.server.ts";
import { parseSocialImagePath, socialImagePath } from "./social-image-path.ts";
import { type SocialCard, socialImageSvg } from "./social-image.ts";
import { loadTypesetter } from "./typeset.server.ts";
import { xmlElementNames } from "../feeds/well-formed-xml.ts";

const ART =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><style>.s{fill:#808080;mix-blend-mode:multiply}</style><path fill="#e0a030" d="M0 0h240v240h-240z"/><path class="s" d="M0 0h120v240h-120z"/></svg>';

const CARD = {
  layout: "beside" as const,
  text: {
    kicker: "Bakery",
    title: "Baked & Wired",
    lines: [
      { text: "1052 Thomas Jefferson Street", quadrant: "NW" as const },
      { text: "Georgetown", quadrant: null },
    ],
  },
  art: ART,
};

test("a social image's path is parsed back to its subject, and other paths are rejected", () => {
  expect(socialImagePath("places", "baked-and-wired")).toBe("/social/places/baked-and-wired.png");
  expect(parseSocialImagePath({ kind: "places", file: "baked-and-wired.png" })).toEqual({
    kind: "places",
    slug: "baked-and-wired",
  });
  for (const [kind, file] of [
    ["place", "a.png"],
    ["places", "a.jpg"],
    ["places", ".png"],
    ["places", "../a.png"],
    ["places", "A.png"],
  ] as const) {
    expect(parseSocialImagePath({ kind, file })).toBeNull();
  }
});

test("every layout is drawn as well-formed SVG with outlines instead of text", async () => {
  const type = await loadTypesetter();

  const cards: SocialCard[] = [
    CARD,
    { ...CARD, layout: "below" },
    { ...CARD, layout: "street" },
    { layout: "fronts", text: CARD.text, arts: [ART, ART, ART] },
    ...[1, 2, 3, 4, 5].map((count) => ({
      layout: "tiles" as const,
      text: CARD.text,
      arts: Array.from({ length: count }, () => ART),
    })),
    { layout: "logo" },
  ];
  for (const card of cards) {
    const svg = socialImageSvg(card, type);
    const elements = xmlElementNames(svg);
    expect(elements[0]).toBe("svg");
    expect(elements).toContain("path");
    expect(elements).not.toContain("text");
    expect(svg).not.toMatch(/NaN|undefined/);
  }
});

test("text of any length stays inside the image", async () => {
  const type = await loadTypesetter();
  const long =
    "Supercalifragilistic Thaiverse DC / Step Childe Harold and Chercher Ethiopian Restaurant & Mart ".repeat(3);
  const text = { kicker: "Bar", title: long, lines: [{ text: long, quadrant: "SE" as const }] };

  for (const [layout, right] of [
    ["beside", 600],
    ["below", 1200],
    ["street", 1200],
  ] as const) {
    const svg = socialImageSvg({ layout, text, art: ART }, type);
    const letters = [...svg.matchAll(/<path fill="#(?:151c29|554d44)" d="([^"]+)"/g)].map(([, d]) => d ?? "");
    const xs = letters.flatMap((d) => (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number).filter((_, i) => i % 2 === 0));
    const ys = letters.flatMap((d) => (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number).filter((_, i) => i % 2 === 1));
    expect(Math.max(...xs), layout).toBeLessThan(right);
    expect(Math.min(...ys), layout).toBeGreaterThan(0);
    expect(Math.max(...ys), layout).toBeLessThan(630);
  }
});

test("the file is a PNG of 1200 x 630, the logo a square of 512", async () => {
  const type = await loadTypesetter();

  expect(sizeOf(await rasterize(socialImageSvg(CARD, type)))).toEqual({ width: 1200, height: 630 });
  expect(sizeOf(await rasterize(socialImageSvg({ layout: "logo" }, type)))).toEqual({ width: 512, height: 512 });
});

/** A PNG's first chunk says how large it is. */
function sizeOf(png: Uint8Array | "busy"): { width: number; height: number } {
  if (png === "busy") throw new Error("The queue was full");
  const bytes = Buffer.from(png);
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001A\n");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
