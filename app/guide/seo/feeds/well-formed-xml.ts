/**
 * The names of an XML document's elements in order, for tests.
 *
 * @throws When elements don't nest or a special character isn't escaped.
 */
export function xmlElementNames(xml: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  const body = xml.replace(/^<\?xml[^?]*\?>/, "");
  for (const [piece, closing, name, attributes, selfClosing] of body.matchAll(PIECES)) {
    if (name === undefined) {
      if (/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/.test(piece)) throw new Error(`Not escaped: ${piece.slice(0, 80)}`);
      if (open.length === 0 && piece.trim() !== "") throw new Error(`Text outside the root: ${piece.slice(0, 80)}`);
      continue;
    }
    if (/&(?!(?:amp|lt|gt|quot|#39);)/.test(attributes ?? "")) throw new Error(`Not escaped: ${piece}`);
    if (closing === "/") {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    names.push(name);
    if (selfClosing !== "/") open.push(name);
  }
  if (open.length > 0) throw new Error(`Never closed: ${open.join(", ")}`);
  return names;
}

const PIECES = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<>]*")*)\s*(\/?)>|[^<]+|</g;
