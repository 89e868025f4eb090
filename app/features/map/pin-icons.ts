import { type GlyphName, glyphOutline } from "../illustrations/glyphs.ts";
import { CATEGORY_SLUGS, type CategorySlug } from "../places/categories.ts";
import type { MapInks } from "./map-inks.ts";
import { HEAD_ABOVE, PIN_HEADS, type PinHead } from "./pin-heads.ts";

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

/** A head and its point are 24 x 31 px, and half of the outline lies outside; the icon leaves half a pixel round it. */
const PIN = { across: 28, along: 34, beyondTip: 1.5, outline: 1.5 };

const GLYPH_PX = 14;
const DOT_RADIUS = { inHead: 4, alone: 5 };
const DOT_PX = 14;

/** Objects are drawn in a box of this many units. */
const GLYPH_UNITS = 100;

type PinLook = { fill: string; edge: string; mark?: CategorySlug | "dot"; head?: PinHead };

/** Every icon of the map's pins, by the name that the layers use. */
export function pinIcons(inks: MapInks): Record<string, ImageData> {
  const plain = { fill: inks.ink, edge: inks.paper };
  const chosen = { fill: inks.brickFill, edge: inks.onBrick };
  return {
    "rowhouse-dot": drawDot(plain),
    "rowhouse-pin-dot": drawPin({ ...plain, mark: "dot" }),
    "rowhouse-pin-chosen-dot": drawPin({ ...chosen, mark: "dot" }),
    ...Object.fromEntries(
      PIN_HEADS.flatMap((head) => [
        [`rowhouse-pin-${head.side}`, drawPin({ ...plain, head })],
        [`rowhouse-pin-chosen-${head.side}`, drawPin({ ...chosen, head })],
      ]),
    ),
    ...Object.fromEntries(CATEGORY_SLUGS.map((slug) => [`rowhouse-pin-${slug}`, drawPin({ ...plain, mark: slug })])),
  };
}

/** The tip lies at the middle of the edge away from the head, as `icon-anchor` and `icon-offset` of the layers count on. */
function drawPin({ fill, edge, mark, head = HEAD_ABOVE }: PinLook): ImageData {
  const isUpright = head.x === 0;
  const width = isUpright ? PIN.across : PIN.along;
  const height = isUpright ? PIN.along : PIN.across;
  const context = newCanvas(width, height);
  const tip = (size: number, middle: number) =>
    middle === 0 ? size / 2 : middle > 0 ? PIN.beyondTip : size - PIN.beyondTip;
  context.translate(tip(width, head.x), tip(height, head.y));
  const outline = new Path2D(head.outline);
  context.fillStyle = fill;
  fillShape(context, outline);
  context.strokeStyle = edge;
  context.lineWidth = PIN.outline;
  context.stroke(outline);
  context.fillStyle = edge;
  if (mark === "dot") {
    context.beginPath();
    context.arc(head.x, head.y, DOT_RADIUS.inHead, 0, 2 * Math.PI);
    context.fill();
  } else if (mark !== undefined) {
    context.translate(head.x - GLYPH_PX / 2, head.y - GLYPH_PX / 2);
    context.scale(GLYPH_PX / GLYPH_UNITS, GLYPH_PX / GLYPH_UNITS);
    fillShape(context, new Path2D(glyphOutline(CATEGORY_GLYPHS[mark])));
  }
  return pixelsOf(context);
}

/** A pin whose head found no room. */
function drawDot({ fill, edge }: PinLook): ImageData {
  const context = newCanvas(DOT_PX, DOT_PX);
  context.beginPath();
  context.arc(DOT_PX / 2, DOT_PX / 2, DOT_RADIUS.alone, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = edge;
  context.lineWidth = PIN.outline;
  context.stroke();
  return pixelsOf(context);
}

function newCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  canvas.width = width * PIN_PIXEL_RATIO;
  canvas.height = height * PIN_PIXEL_RATIO;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser has WebGL but no 2D canvas");
  context.scale(PIN_PIXEL_RATIO, PIN_PIXEL_RATIO);
  return context;
}

function pixelsOf(context: CanvasRenderingContext2D): ImageData {
  return context.getImageData(0, 0, context.canvas.width, context.canvas.height);
}

function fillShape(context: CanvasRenderingContext2D, shape: Path2D): void {
  context.save();
  context.clip(shape, "evenodd");
  context.fillRect(-GLYPH_UNITS, -GLYPH_UNITS, 3 * GLYPH_UNITS, 3 * GLYPH_UNITS);
  context.restore();
}
