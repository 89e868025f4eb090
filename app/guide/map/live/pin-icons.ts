import { type GlyphName, glyphOutline } from "#illustrations/drawing/glyphs.ts";
import { CATEGORY_SLUGS, type CategorySlug } from "#app/guide/places/facts/categories.ts";
import type { MapInks } from "../base/map-inks.ts";
import { HEAD_ABOVE, PIN_HEADS, type PinHead } from "./pin-heads.ts";

/** The glyph on the pins of each category. */
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

/** Drawn at double resolution for phone screens. */
export const PIN_PIXEL_RATIO = 2;

/** A head with its point is 24 x 31 px, half of the outline is outside, and the icon has a margin of half a pixel. */
const PIN_SIZE = { across: 28, along: 34, beyondTip: 1.5, outline: 1.5 };

const GLYPH_PX = 14;
const DOT_RADIUS = { inHead: 4, alone: 5 };
const DOT_PX = 14;

/** The size of the box in which glyphs are drawn. */
const GLYPH_UNITS = 100;

type PinStyle = { fill: string; edge: string; mark?: CategorySlug | "dot"; head?: PinHead };

/** All icons of the pins, by the names used in the layers. */
export function pinIcons(inks: MapInks): Record<string, ImageData> {
  const normal = { fill: inks.ink, edge: inks.paper };
  const chosen = { fill: inks.brickFill, edge: inks.onBrick };
  return {
    "rowhouse-dot": drawDot(normal),
    "rowhouse-pin-dot": drawPin({ ...normal, mark: "dot" }),
    "rowhouse-pin-chosen-dot": drawPin({ ...chosen, mark: "dot" }),
    ...Object.fromEntries(
      PIN_HEADS.flatMap((head) => [
        [`rowhouse-pin-${head.side}`, drawPin({ ...normal, head })],
        [`rowhouse-pin-chosen-${head.side}`, drawPin({ ...chosen, head })],
      ]),
    ),
    ...Object.fromEntries(CATEGORY_SLUGS.map((slug) => [`rowhouse-pin-${slug}`, drawPin({ ...normal, mark: slug })])),
  };
}

/** The tip is in the middle of the edge opposite the head, as `icon-anchor` and `icon-offset` of the layers expect. */
function drawPin({ fill, edge, mark, head = HEAD_ABOVE }: PinStyle): ImageData {
  const isUpright = head.x === 0;
  const width = isUpright ? PIN_SIZE.across : PIN_SIZE.along;
  const height = isUpright ? PIN_SIZE.along : PIN_SIZE.across;
  const context = newCanvas(width, height);
  const tipOffset = (size: number, middle: number) =>
    middle === 0 ? size / 2 : middle > 0 ? PIN_SIZE.beyondTip : size - PIN_SIZE.beyondTip;
  context.translate(tipOffset(width, head.x), tipOffset(height, head.y));
  const outline = new Path2D(head.outline);
  context.fillStyle = fill;
  fillShape(context, outline);
  context.strokeStyle = edge;
  context.lineWidth = PIN_SIZE.outline;
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

/** A pin without space for its head. */
function drawDot({ fill, edge }: PinStyle): ImageData {
  const context = newCanvas(DOT_PX, DOT_PX);
  context.beginPath();
  context.arc(DOT_PX / 2, DOT_PX / 2, DOT_RADIUS.alone, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = edge;
  context.lineWidth = PIN_SIZE.outline;
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
