import { fitText, type TextStep } from "./fit-text.ts";
import { LOGO_PIXELS, SOCIAL_IMAGE_HEIGHT, SOCIAL_IMAGE_WIDTH } from "./social-image-path.ts";
import type { TextStyle, Typesetter } from "./typesetter.ts";
import { escapeXml } from "../feeds/xml.ts";

/** Content of a social image. `art` is a complete SVG drawing. */
export type SocialCard =
  /** Text on the left, a square picture on the right. */
  | { layout: "beside"; text: CardText; art: string | SocialPhoto }
  /** Text on the left, three house fronts on the right, the outer ones cropped. */
  | { layout: "fronts"; text: CardText; arts: readonly [string, string, string] }
  /** Text on the left, up to four pictures in a square on the right. */
  | { layout: "tiles"; text: CardText; arts: readonly string[] }
  /** A wide picture with the text below it. */
  | { layout: "below"; text: CardText; art: string | SocialPhoto }
  /** A picture alone, for mails and pages that have the text beside it. */
  | { layout: "picture"; art: string | SocialPhoto }
  /** Large text, with a street along the bottom. */
  | { layout: "street"; text: CardText; art: string }
  /** The square logo without text. */
  | { layout: "logo" };

/** A photo in place of the drawing, with the credit that it must be shown with. */
export type SocialPhoto = { jpeg: Uint8Array; credit: string | null };

export type CardText = {
  /** What the subject is: "Bookstore". Null if the title says it. */
  kicker: string | null;
  title: string;
  /** Below the title. A quadrant is drawn as its mark. */
  lines: readonly { text: string; quadrant: keyof typeof QUADRANT_SQUARES | null }[];
};

/** Draws a social image as SVG in the light theme, with text as outlines. 1200 x 630 except for the logo. */
export function socialImageSvg(card: SocialCard, typesetter: Typesetter): string {
  if (card.layout === "logo") return logoSvg();
  if (card.layout === "picture") return document(WIDTH, HEIGHT, creditedPicture(card.art, WHOLE, typesetter));
  const body = drawCard({ ...card, text: withTypography(card.text) }, typesetter);
  return document(WIDTH, HEIGHT, `<path fill="${PAPER}" d="M0 0H${WIDTH}V${HEIGHT}H0Z"/>${body}`);
}

function drawCard(card: Exclude<SocialCard, { layout: "logo" | "picture" }>, type: Typesetter): string {
  switch (card.layout) {
    case "beside":
      return drawBeside(card.text, creditedPicture(card.art, SQUARE, type), type);
    case "fronts":
      return drawBeside(card.text, fronts(card.arts), type);
    case "tiles":
      return drawBeside(card.text, tiles(card.arts), type);
    case "below":
      return drawBelow(card.text, card.art, type);
    case "street":
      return drawStreet(card.text, card.art, type);
  }
}

function withTypography({ kicker, title, lines }: CardText): CardText {
  return {
    kicker: kicker === null ? null : withApostrophes(kicker),
    title: withApostrophes(title),
    lines: lines.map(({ text, quadrant }) => ({ text: withApostrophes(text), quadrant })),
  };
}

/** Replaces straight apostrophes, which registers use and which look wrong at 96 pixels. */
function withApostrophes(text: string): string {
  return text.replaceAll(/(?<=\p{L})'/gu, "’");
}

const WIDTH = SOCIAL_IMAGE_WIDTH;
const HEIGHT = SOCIAL_IMAGE_HEIGHT;

/** The light theme's colors of ui/tokens.css in sRGB. */
const PAPER = "#fbf9f5";
const INK = "#151c29";
const STONE = "#554d44";
const STONE_LIGHT = "#d2cdc5";
const BRICK = "#943b27";
const FLAG = "#c71529";

const WHOLE = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

const MARGIN = 64;

/** The District flag's two bars with a gap between them. */
const BARS = { thickness: 9, gap: 12 };
const BARS_HEIGHT = 2 * BARS.thickness + BARS.gap;

const KICKER: TextStyle = { face: "sansBold", size: 28 };
const LINE: TextStyle = { face: "sans", size: 28 };
const LINE_HEIGHT = 40;

/** Position of the picture beside the text. */
const SQUARE = { x: WIDTH - (HEIGHT - BARS_HEIGHT), y: 0, width: HEIGHT - BARS_HEIGHT, height: HEIGHT - BARS_HEIGHT };

function drawBeside(text: CardText, art: string, type: Typesetter): string {
  const widthMax = SQUARE.x - MARGIN - 44;
  const title = setTitle(text.title, widthMax, BESIDE_STEPS, type);
  const rows = text.lines.flatMap((row) => breakLine(row, widthMax, type));
  // Laid out from the bottom up, so that the text always ends at the same height.
  const rowsEnd = SQUARE.height - 44;
  const rowsStart = rowsEnd - Math.max(0, rows.length - 1) * LINE_HEIGHT;
  const titleStart = (rows.length === 0 ? rowsEnd : rowsStart - 60) - title.height;
  const kicker = oneLine(text.kicker ?? "", KICKER, widthMax, type);
  return [
    art,
    bars(SQUARE.height),
    logo(MARGIN, 52, type),
    line(kicker, KICKER, BRICK, { x: MARGIN, y: titleStart - title.size * 0.82 - 12 }, type),
    titleLines(title, titleStart, type),
    ...rows.map((row, i) => placeLine(row, { x: MARGIN, y: rowsStart + i * LINE_HEIGHT, widthMax }, type)),
  ].join("");
}

const CREDIT: TextStyle = { face: "sans", size: 17 };

type Box = { x: number; y: number; width: number; height: number };

/** A picture that fills the box, with a photo's credit on paper in its lower left corner. */
function creditedPicture(art: string | SocialPhoto, box: Box, type: Typesetter): string {
  if (typeof art === "string" || art.credit === null) return picture(art, box);
  const text = oneLine(art.credit, CREDIT, box.width - 24, type);
  const y = box.y + box.height - 30;
  const width = type.widthOf(text, CREDIT) + 24;
  return [
    picture(art, box),
    `<path fill="${PAPER}" d="M${box.x} ${y}h${width}v30h${-width}Z"/>`,
    line(text, CREDIT, STONE, { x: box.x + 12, y: y + 21 }, type),
  ].join("");
}

/** An address stays on one line. A sentence may take two. */
function breakLine(row: CardText["lines"][number], widthMax: number, type: Typesetter): CardText["lines"] {
  if (row.quadrant !== null) return [row];
  const steps = [{ size: LINE.size, linesMax: 2 }] as const;
  const { lines } = fitText(row.text, { steps, widthMax, widthOf: (text) => type.widthOf(text, LINE) });
  return lines.map((text) => ({ text, quadrant: null }));
}

/** Puts house fronts side by side. They share party walls, so they form a street. */
function fronts(arts: readonly [string, string, string]): string {
  const { x, y, width, height } = SQUARE;
  const front = { width: 360, height: 560 };
  const left = (width - front.width) / 2;
  const houses = arts.map((art, i) =>
    picture(art, { x: left + (i - 1) * front.width, y: height - front.height, ...front }),
  );
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}">${houses.join("")}</svg>`;
}

/** One picture fills the square, two are halves, four are quarters. Of three, the last is a half. */
function tiles(arts: readonly string[]): string {
  const shown = arts.slice(0, TILES_MAX);
  const { x, y, width, height } = SQUARE;
  const rowCount = shown.length > 1 ? 2 : 1;
  const rows = shown.length === 2 ? shown.map((art) => [art]) : [shown.slice(0, 2), shown.slice(2)];
  return rows
    .filter((row) => row.length > 0)
    .flatMap((row, rowIndex) =>
      row.map((art, index) => {
        const gapX = row.length > 1 ? TILE_GAP : 0;
        const gapY = rowCount > 1 ? TILE_GAP : 0;
        const tile = { width: (width - gapX) / row.length, height: (height - gapY) / rowCount };
        return picture(art, { x: x + index * (tile.width + gapX), y: y + rowIndex * (tile.height + gapY), ...tile });
      }),
    )
    .join("");
}

export const TILES_MAX = 4;
const TILE_GAP = 6;

function drawBelow(text: CardText, art: string | SocialPhoto, type: Typesetter): string {
  const artHeight = 366;
  const widthMax = WIDTH - 2 * MARGIN;
  const title = setTitle(text.title, widthMax, BELOW_STEPS, type);
  const titleEnd = title.lines.length === 1 ? HEIGHT - 74 : HEIGHT - 46;
  const kickerY = artHeight + BARS_HEIGHT + 54;
  const logoX = WIDTH - MARGIN - logoWidth(type);
  const kicker = [text.kicker ?? "", ...text.lines.map(({ text }) => text)].filter((text) => text !== "");
  return [
    creditedPicture(art, { x: 0, y: 0, width: WIDTH, height: artHeight }, type),
    bars(artHeight),
    ...kickerRow(kicker, { x: MARGIN, y: kickerY, widthMax: logoX - MARGIN - 40 }, type),
    logo(logoX, kickerY - 33, type),
    titleLines(title, titleEnd - title.height, type),
  ].join("");
}

function drawStreet(text: CardText, art: string, type: Typesetter): string {
  const ground = HEIGHT - BARS_HEIGHT;
  const streetHeight = 290;
  const widthMax = WIDTH - 2 * MARGIN;
  const title = setTitle(text.title, widthMax, STREET_STEPS, type);
  const titleStart = title.lines.length === 1 ? 226 : 190;
  const linesStart = titleStart + title.height + 62;
  return [
    picture(art, { x: 0, y: ground - streetHeight, width: WIDTH, height: streetHeight }),
    bars(ground),
    logo(MARGIN, 52, type),
    titleLines(title, titleStart, type),
    ...text.lines.map((row, i) => placeLine(row, { x: MARGIN, y: linesStart + i * LINE_HEIGHT, widthMax }, type)),
  ].join("");
}

type Steps = readonly [TextStep, ...TextStep[]];

const BESIDE_STEPS: Steps = [
  { size: 96, linesMax: 2 },
  { size: 84, linesMax: 2 },
  { size: 72, linesMax: 3 },
  { size: 62, linesMax: 3 },
  { size: 54, linesMax: 4 },
];

const BELOW_STEPS: Steps = [
  { size: 84, linesMax: 1 },
  { size: 61, linesMax: 2 },
  { size: 54, linesMax: 2 },
  { size: 47, linesMax: 2 },
];

const STREET_STEPS: Steps = [
  { size: 112, linesMax: 1 },
  { size: 92, linesMax: 1 },
  { size: 76, linesMax: 2 },
];

/** `height` is from the first to the last baseline. */
type Title = { size: number; lines: string[]; lineHeight: number; height: number; style: TextStyle };

function setTitle(text: string, widthMax: number, steps: Steps, type: Typesetter): Title {
  const styleOf = (size: number): TextStyle => ({ face: "display", size, tracking: -0.012 });
  const { size, lines } = fitText(text, { steps, widthMax, widthOf: (row, at) => type.widthOf(row, styleOf(at)) });
  const lineHeight = Math.round(size * 1.06);
  return { size, lines, lineHeight, height: (lines.length - 1) * lineHeight, style: styleOf(size) };
}

function titleLines({ lines, lineHeight, size, style }: Title, y: number, type: Typesetter): string {
  // Optical alignment: large letters have more space on their left side than small ones.
  const x = MARGIN - size * 0.03;
  return lines.map((text, i) => line(text, style, INK, { x, y: y + i * lineHeight }, type)).join("");
}

/** The first text in brick red, the others after it in gray, until the row is full. */
function kickerRow(
  texts: readonly string[],
  row: { x: number; y: number; widthMax: number },
  type: Typesetter,
): string[] {
  let { x } = row;
  return texts.map((text, index) => {
    const style = index === 0 ? KICKER : LINE;
    const at = { x, y: row.y };
    const widthLeft = row.x + row.widthMax - x;
    if (widthLeft < KICKER_WIDTH_MIN) return "";
    const shown = oneLine(text, style, widthLeft, type);
    x += type.widthOf(shown, style) + 28;
    return line(shown, style, index === 0 ? BRICK : STONE, at, type);
  });
}

/** With less space, only a letter or two and an ellipsis would fit. */
const KICKER_WIDTH_MIN = 120;

/** A line of gray text, followed by the quadrant's mark if it has one. */
function placeLine(
  { text, quadrant }: CardText["lines"][number],
  row: { x: number; y: number; widthMax: number },
  type: Typesetter,
): string {
  const { x, y } = row;
  if (quadrant === null) return line(oneLine(text, LINE, row.widthMax, type), LINE, STONE, { x, y }, type);
  const bold: TextStyle = { ...LINE, face: "sansBold" };
  const shown = oneLine(text, LINE, row.widthMax - 46 - type.widthOf(quadrant, bold), type);
  const markX = x + (shown === "" ? 0 : type.widthOf(shown, LINE) + 14);
  return [
    line(shown, LINE, STONE, { x, y }, type),
    `<g transform="translate(${markX} ${y - 20}) scale(2)">`,
    `<path fill="${STONE_LIGHT}" d="${Object.values(QUADRANT_SQUARES).join("")}"/>`,
    `<path fill="${BRICK}" d="${QUADRANT_SQUARES[quadrant]}"/></g>`,
    line(quadrant, bold, INK, { x: markX + 30, y }, type),
  ].join("");
}

function oneLine(text: string, style: TextStyle, widthMax: number, type: Typesetter): string {
  const steps = [{ size: style.size, linesMax: 1 }] as const;
  return fitText(text, { steps, widthMax, widthOf: (row) => type.widthOf(row, style) }).lines[0] ?? "";
}

/** The squares of places/quadrant-mark.tsx. */
const QUADRANT_SQUARES = {
  NW: "M0 0h5v5H0z",
  NE: "M6 0h5v5H6z",
  SW: "M0 6h5v5H0z",
  SE: "M6 6h5v5H6z",
} as const;

function line(text: string, style: TextStyle, ink: string, at: { x: number; y: number }, type: Typesetter): string {
  const d = type.outline(text, style, at);
  return d === "" ? "" : `<path fill="${ink}" d="${d}"/>`;
}

function bars(y: number): string {
  const { thickness, gap } = BARS;
  return `<path fill="${FLAG}" d="M0 ${y}H${WIDTH}v${thickness}H0ZM0 ${y + thickness + gap}H${WIDTH}v${thickness}H0Z"/>`;
}

/** Embeds a picture as an image, which isolates its ids and styles. */
function picture(art: string | SocialPhoto, box: Box): string {
  const place = `x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}"`;
  const [type, bytes] = typeof art === "string" ? ["svg+xml", art] : ["jpeg", art.jpeg];
  const href = `data:image/${type};base64,${Buffer.from(bytes).toString("base64")}`;
  return `<image ${place} preserveAspectRatio="xMidYMid slice" href="${escapeXml(href)}"/>`;
}

/** The house of ui/marks.tsx, 26 x 30 units. */
const HOUSE = "M2 29V11.5L7.5 2L13 11.5V29M13 9.5H24V29M16 29V20.5A2.6 2.6 0 0 1 21.2 20.5V29";
const LOGO_WORD: TextStyle = { face: "text", size: 38 };
const HOUSE_SCALE = 1.3;
const WORD_X = 26 * HOUSE_SCALE + 14;

function logo(x: number, y: number, type: Typesetter): string {
  const house = `<path transform="translate(${x} ${y}) scale(${HOUSE_SCALE})" fill="none" stroke="${BRICK}" stroke-width="2.2" d="${HOUSE}"/>`;
  return house + line("Rowhouse", LOGO_WORD, INK, { x: x + WORD_X, y: y + 36 }, type);
}

function logoWidth(type: Typesetter): number {
  return WORD_X + type.widthOf("Rowhouse", LOGO_WORD);
}

function logoSvg(): string {
  const scale = 11;
  const [x, y] = [(LOGO_PIXELS - 26 * scale) / 2, (LOGO_PIXELS - 31 * scale) / 2];
  return document(
    LOGO_PIXELS,
    LOGO_PIXELS,
    `<path fill="${BRICK}" d="M0 0H${LOGO_PIXELS}V${LOGO_PIXELS}H0Z"/><path transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${PAPER}" stroke-width="2.2" d="${HOUSE}"/>`,
  );
}

function document(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}
