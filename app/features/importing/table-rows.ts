/** A business with a long description has some thousand; what goes on for longer has a quotation mark too many. */
export const ROW_CHARACTERS_MAX = 200_000;

/** Null: it is no row, because a quotation mark in it was never closed. */
export type TextRow = { line: number; text: string | null };

/** Cuts a table into its rows while it is read; a quoted cell may go over several lines. */
export class TableRows {
  #pending = "";
  #line = 1;
  readonly #delimiter: number;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  *read(piece: string): Generator<TextRow> {
    this.#pending += piece;
    let from = 0;
    for (;;) {
      const end = this.#rowEnd(from);
      if (end !== null) {
        yield this.#row(from, end, true);
        from = end;
      } else if (this.#pending.length - from > ROW_CHARACTERS_MAX) {
        const broken = this.#lineEnd(from);
        yield this.#row(from, broken, false);
        from = broken;
      } else break;
    }
    this.#pending = this.#pending.slice(from);
  }

  *end(): Generator<TextRow> {
    let from = 0;
    while (from < this.#pending.length) {
      const end = this.#rowEnd(from);
      const isWhole = end !== null || !this.#isQuoteOpen(from);
      const until = end ?? (isWhole ? this.#pending.length : this.#lineEnd(from));
      yield this.#row(from, until, isWhole);
      from = until;
    }
    this.#pending = "";
  }

  #row(from: number, until: number, isWhole: boolean): TextRow {
    const text = this.#pending.slice(from, until);
    const line = this.#line;
    for (let at = from; at < until; at += 1) if (this.#isLineEnd(at)) this.#line += 1;
    return { line, text: isWhole ? text.replace(/\r?\n$|\r$/, "") : null };
  }

  /** Just behind the row's line end; null when it isn't there yet. */
  #rowEnd(from: number): number | null {
    const { at, isOpen } = this.#scan(from);
    return isOpen || at >= this.#pending.length ? null : at + 1;
  }

  #isQuoteOpen(from: number): boolean {
    return this.#scan(from).isOpen;
  }

  /** Where the row that begins at `from` ends: at a line end outside of quotes, or with what there is. */
  #scan(from: number): { at: number; isOpen: boolean } {
    let isOpen = false;
    let isCellStart = true;
    for (let at = from; at < this.#pending.length; at += 1) {
      const code = this.#pending.charCodeAt(at);
      if (isOpen) {
        // Two in a row are one that belongs to the text; opening again at once does the same.
        if (code === QUOTE) isOpen = false;
        continue;
      }
      if (code === QUOTE && (isCellStart || this.#pending.charCodeAt(at - 1) === QUOTE)) isOpen = true;
      else if (this.#isLineEnd(at)) return { at, isOpen };
      isCellStart = code === this.#delimiter;
    }
    return { at: this.#pending.length, isOpen };
  }

  #lineEnd(from: number): number {
    for (let at = from; at < this.#pending.length; at += 1) if (this.#isLineEnd(at)) return at + 1;
    return this.#pending.length;
  }

  /** A carriage return alone ends a line too, as old spreadsheets write them. */
  #isLineEnd(at: number): boolean {
    const code = this.#pending.charCodeAt(at);
    if (code === NEWLINE) return true;
    return code === RETURN && at + 1 < this.#pending.length && this.#pending.charCodeAt(at + 1) !== NEWLINE;
  }
}

const NEWLINE = 10;
const RETURN = 13;
const QUOTE = 34;
