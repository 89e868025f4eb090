/** A business with a long description has a few thousand; anything longer has an unclosed quotation mark. */
export const ROW_CHARACTERS_MAX = 200_000;

/** Null: the row is invalid, because it is too long or has an unclosed quotation mark. */
export type TextRow = { line: number; text: string | null };

/** Splits a streamed table into rows; a quoted cell may span several lines. */
export class TableRows {
  #pending = "";
  #line = 1;
  /** Whether the rest of the current line is skipped, because its row was already reported as broken. */
  #isSkipping = false;
  readonly #delimiter: number;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  *read(piece: string): Generator<TextRow> {
    this.#pending += piece;
    let from = this.#isSkipping ? this.#skipLine() : 0;
    for (let row = this.#rowAt(from); row !== null; row = this.#rowAt(from)) {
      yield this.#row(from, row.until, row.isWhole);
      this.#isSkipping = !row.isWhole && !this.#isLineEnd(row.until - 1);
      from = row.until;
    }
    this.#pending = this.#pending.slice(from);
  }

  *end(): Generator<TextRow> {
    let from = 0;
    while (from < this.#pending.length) {
      const { end, isOpen, isTorn } = this.#scan(from);
      const isWhole = !isOpen && !isTorn;
      const until = isWhole ? end : this.#lineEnd(from);
      yield this.#row(from, until, isWhole);
      from = until;
    }
    this.#pending = "";
  }

  /** Skips the rest of a line that was already reported as broken. @returns Where the next line begins. */
  #skipLine(): number {
    const next = this.#lineEnd(0);
    this.#isSkipping = !this.#isLineEnd(next - 1);
    if (!this.#isSkipping) this.#line += 1;
    return next;
  }

  #row(from: number, until: number, isWhole: boolean): TextRow {
    const text = this.#pending.slice(from, until);
    const line = this.#line;
    for (let at = from; at < until; at += 1) if (this.#isLineEnd(at)) this.#line += 1;
    return { line, text: isWhole ? text.replace(/\r?\n$|\r$/, "") : null };
  }

  /** Where the row at `from` ends, or the first line of a broken row; null when the chunk doesn't reach that far. */
  #rowAt(from: number): { until: number; isWhole: boolean } | null {
    const { end, isEnded, isTorn } = this.#scan(from);
    if (isEnded && !isTorn) return { until: end, isWhole: true };
    const isTooLong = this.#pending.length - from > ROW_CHARACTERS_MAX;
    return isTorn || isTooLong ? { until: this.#lineEnd(from), isWhole: false } : null;
  }

  /**
   * Finds the end of the row at `from`: after a line end outside quotes, or at the end of the chunk. Torn: a quoted
   * text spans lines but isn't a cell, because an earlier quotation mark was never closed.
   */
  #scan(from: number): { end: number; isEnded: boolean; isOpen: boolean; isTorn: boolean } {
    let isOpen = false;
    let isCellStart = true;
    let hasLines = false;
    for (let at = from; at < this.#pending.length; at += 1) {
      const code = this.#pending.charCodeAt(at);
      if (isOpen) {
        // A doubled quote is an escaped one; closing and reopening has the same effect.
        if (code === QUOTE) isOpen = false;
        else if (this.#isLineEnd(at)) hasLines = true;
        continue;
      }
      const isBehindQuote = this.#pending.charCodeAt(at - 1) === QUOTE;
      if (code === QUOTE && (isCellStart || isBehindQuote)) isOpen = true;
      else if (this.#isLineEnd(at)) return { end: at + 1, isEnded: true, isOpen, isTorn: false };
      else if (code === this.#delimiter) hasLines = false;
      else if (hasLines && isBehindQuote && code !== RETURN && code !== SPACE) {
        return { end: at, isEnded: false, isOpen, isTorn: true };
      }
      isCellStart = code === this.#delimiter;
    }
    return { end: this.#pending.length, isEnded: false, isOpen, isTorn: false };
  }

  #lineEnd(from: number): number {
    for (let at = from; at < this.#pending.length; at += 1) if (this.#isLineEnd(at)) return at + 1;
    return this.#pending.length;
  }

  /** A lone carriage return also ends a line, as in old spreadsheets. */
  #isLineEnd(at: number): boolean {
    const code = this.#pending.charCodeAt(at);
    if (code === NEWLINE) return true;
    return code === RETURN && at + 1 < this.#pending.length && this.#pending.charCodeAt(at + 1) !== NEWLINE;
  }
}

const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
