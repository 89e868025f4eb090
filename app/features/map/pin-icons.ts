import { type GlyphName, glyphOutline } from "../illustrations/glyphs.ts";
import { CATEGORY_SLUGS, type CategorySlug } from "../places/categories.ts";
import type { MapInks } from "./map-inks.ts";
import { HEAD_ABOVE } from "./pin-heads.ts";

/** What stands on a category's pins, out of the drawn objects. */
const CATEGORY_GLYPHS: Record<CategorySlug, GlyphName> = {
  food: "plate",
  nightlife: "cocktail",
  shopping: "basket",
  services: "envelope",
  entertainment: "ticket",
  health: "cross",
  "home-services": "wrench",
  education: "cap",
};

/** Drawn twice as fine as shown, for the screens of phones. */
export const PIN_PIXEL_RATIO = 2;

/** A head of 24 x 31 px with its outline, the point at the middle of the lower edge. */
const PIN = { width: 28, height: 34, tip: 32.5, outline: 1.5 };

const GLYPH_PX = 14;
const DOT_RADIUS = 4;

/** Objects are drawn in a box of this many units. */
const GLYPH_UNITS = 100;

type Head = { fill: string; edge: string; mark: CategorySlug | "dot" | null };

/** Every icon of the map's pins, by the name that the layers use. */
export function pinIcons(inks: MapInks): Record<string, ImageData> {
  const plain = { fill: inks.ink, edge: inks.paper };
  const chosen = { fill: inks.brickFill, edge: inks.onBrick };
  return {
    pin: drawPin({ ...plain, mark: null }),
    "pin-dot": drawPin({ ...plain, mark: "dot" }),
    "pin-chosen": drawPin({ ...chosen, mark: null }),
    "pin-chosen-dot": drawPin({ ...chosen, mark: "dot" }),
    ...Object.fromEntries(CATEGORY_SLUGS.map((slug) => [`pin-${slug}`, drawPin({ ...plain, mark: slug })])),
  };
}

function drawPin({ fill, edge, mark }: Head): ImageData {
  const canvas = document.createElement("canvas");
  canvas.width = PIN.width * PIN_PIXEL_RATIO;
  canvas.height = PIN.height * PIN_PIXEL_RATIO;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser has WebGL but no 2D canvas");
  context.scale(PIN_PIXEL_RATIO, PIN_PIXEL_RATIO);
  context.translate(PIN.width / 2, PIN.tip);
  const outline = new Path2D(HEAD_ABOVE.outline);
  context.fillStyle = fill;
  fillShape(context, outline);
  context.strokeStyle = edge;
  context.lineWidth = PIN.outline;
  context.stroke(outline);
  context.fillStyle = edge;
  if (mark === "dot") {
    context.beginPath();
    context.arc(HEAD_ABOVE.x, HEAD_ABOVE.y, DOT_RADIUS, 0, 2 * Math.PI);
    context.fill();
  } else if (mark !== null) {
    context.translate(HEAD_ABOVE.x - GLYPH_PX / 2, HEAD_ABOVE.y - GLYPH_PX / 2);
    context.scale(GLYPH_PX / GLYPH_UNITS, GLYPH_PX / GLYPH_UNITS);
    fillShape(context, new Path2D(glyphOutline(CATEGORY_GLYPHS[mark])));
  }
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function fillShape(context: CanvasRenderingContext2D, shape: Path2D): void {
  context.save();
  context.clip(shape, "evenodd");
  context.fillRect(-GLYPH_UNITS, -GLYPH_UNITS, 3 * GLYPH_UNITS, 3 * GLYPH_UNITS);
  context.restore();
}
