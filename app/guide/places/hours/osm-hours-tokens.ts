export type Token = { kind: "number" | "word" | "mark" | "note" | "end"; text: string };

/** Tells the author why the text can't be parsed. Only `parseOpeningHours` catches it. */
export class HoursSyntaxError extends Error {}

/** Reads the tokens of an opening_hours text in one pass, with a lookahead of at most four tokens. */
export class TokenReader {
  readonly #tokens: Token[];
  #position = 0;

  /** Throws a `Refusal` at the first character that isn't part of a token. */
  constructor(text: string) {
    this.#tokens = tokenize(text);
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

  /** The error for an unexpected next token. */
  unexpected(): HoursSyntaxError {
    const { kind, text } = this.peek();
    if (kind === "end") return new HoursSyntaxError("The text ends where days or times are expected");
    const reason = kind === "note" ? undefined : UNSUPPORTED.get(text);
    return new HoursSyntaxError(reason ?? `“${text}” is not understood here`);
  }
}

/** Parts of the full grammar that we don't support, by their first token. */
const UNSUPPORTED = new Map([
  ["[", "Nth weekdays of a month, such as Su[1], are not supported"],
  ["(", "Sunrise and sunset times, such as (sunset-01:00), are not supported"],
  ["sunrise", "Sunrise and sunset times, such as sunrise, are not supported"],
  ["sunset", "Sunrise and sunset times, such as sunset, are not supported"],
  ["dawn", "Sunrise and sunset times, such as dawn, are not supported"],
  ["dusk", "Sunrise and sunset times, such as dusk, are not supported"],
  ["+", "Open-ended times, such as 18:00+, are not supported"],
  ["/", "Repeated times, such as 10:00-16:00/90, are not supported"],
  ["||", "Fallback hours after || are not supported"],
  ["easter", "Days counted from Easter are not supported"],
  ["week", "Week numbers are not supported"],
  ["sh", "School holidays are not supported"],
  ["unknown", "Days with unknown hours are not supported"],
]);

/** No alternative can backtrack, so tokenizing takes linear time for any text. */
export const TOKEN = /\s+|(?<word>24\/7\b|[A-Za-z]+)|(?<number>\d+)|"(?<note>[^"]*)"|(?<mark>\|\||[-–,;:+/[\]()])/y;

function tokenize(text: string): Token[] {
  const pattern = new RegExp(TOKEN);
  const tokens: Token[] = [];
  while (pattern.lastIndex < text.length) {
    const rest = text.slice(pattern.lastIndex, pattern.lastIndex + 20);
    const match = pattern.exec(text);
    if (match === null) throw new HoursSyntaxError(`“${rest}” is not understood`);
    const { number, word, note, mark } = match.groups ?? {};
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    if (word !== undefined) tokens.push({ kind: "word", text: word.toLowerCase() });
    if (note !== undefined) tokens.push({ kind: "note", text: note });
    if (mark !== undefined) tokens.push({ kind: "mark", text: mark === "–" ? "-" : mark });
  }
  return tokens;
}
