import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };

/** fast-check's own unit for this, "binary", first lists all million characters: a second, and 150 MB in each worker. */
const anyCharacter = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count));

/** Any text: of all characters, or of those on a keyboard and the words that trouble programs ("__proto__"). */
export function anyText(constraints: { maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: fc.string({ ...constraints, unit: anyCharacter }), weight: 3 },
    { arbitrary: fc.string(constraints), weight: 1 },
  );
}
