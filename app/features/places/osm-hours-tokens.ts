export type Token = { kind: "number" | "word" | "mark" | "note" | "end"; text: string };

/** Why a text is refused, for whoever wrote it. Thrown while reading, caught by `parseOpeningHours`, seen by no one else. */
export class Refusal extends Error {}

/** The tokens of an opening_hours text and how far they are read: one pass, never more than four tokens ahead. */
export class TokenReader {
  readonly #tokens: Token[];
  #position = 0;

  /** Throws a `Refusal` at the first sign the grammar has no use for. */
  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#position + ahead] ?? { kind: "end", text: "" };
  }

  take(): Token {
    const token = this.peek();
    this.#position += 1;
    return token;
  }

  isAt(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === "word" || token.kind === "mark");
  }

  accept(text: string): boolean {
    const isAccepted = this.isAt(text);
    if (isAccepted) this.#position += 1;
    return isAccepted;
  }

  isAtEnd(): boolean {
    return this.peek().kind === "end";
  }

  isAtNumber(ahead = 0): boolean {
    return this.peek(ahead).kind === "number";
  }

  /** True at "10:00", not at the day of "Dec 25: 10:00-14:00". */
  isAtClock(ahead = 0): boolean {
    const isPair = this.isAtNumber(ahead) && this.isAt(":", ahead + 1) && this.isAtNumber(ahead + 2);
    return isPair && !this.isAt(":", ahead + 3);
  }

  /** The refusal that fits the next token. */
  unexpected(): Refusal {
    const { kind, text } = this.peek();
    if (kind === "end") return new Refusal("It ends where days or times are expected");
    const reason = kind === "note" ? undefined : NOT_SUPPORTED.get(text);
    return new Refusal(reason ?? `“${text}” is not understood here`);
  }
}

/** What the full grammar has and we leave out, in the words of the one who used it. */
const NOT_SUPPORTED = new Map([
  ["[", "Counted weekdays, such as Su[1], are not supported"],
  ["(", "Times by the sun, such as (sunset-01:00), are not supported"],
  ["sunrise", "Times by the sun, such as sunrise, are not supported"],
  ["sunset", "Times by the sun, such as sunset, are not supported"],
  ["dawn", "Times by the sun, such as dawn, are not supported"],
  ["dusk", "Times by the sun, such as dusk, are not supported"],
  ["+", "Times without an end, such as 18:00+, are not supported"],
  ["/", "Repeated times, such as 10:00-16:00/90, are not supported"],
  ["||", "Second choices after || are not supported"],
  ["easter", "Days counted from Easter are not supported"],
  ["week", "Weeks by number are not supported"],
  ["sh", "School holidays are not supported"],
  ["unknown", "Days with unknown hours among known ones are not supported"],
]);

/** Each alternative is one plain run of characters with nothing to retry, so reading takes linear time whatever the text. */
export const TOKEN = /\s+|(?<word>24\/7\b|[A-Za-z]+)|(?<number>\d+)|"(?<note>[^"]*)"|(?<mark>\|\||[-–,;:+/[\]()])/y;

function tokensOf(text: string): Token[] {
  const pattern = new RegExp(TOKEN);
  const tokens: Token[] = [];
  while (pattern.lastIndex < text.length) {
    const rest = text.slice(pattern.lastIndex, pattern.lastIndex + 20);
    const match = pattern.exec(text);
    if (match === null) throw new Refusal(`“${rest}” is not understood`);
    const { number, word, note, mark } = match.groups ?? {};
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    if (word !== undefined) tokens.push({ kind: "word", text: word.toLowerCase() });
    if (note !== undefined) tokens.push({ kind: "note", text: note });
    if (mark !== undefined) tokens.push({ kind: "mark", text: mark === "–" ? "-" : mark });
  }
  return tokens;
}
