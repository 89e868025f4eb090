/** The longest entry that is read; Overture's largest are about 20 KB. */
export const RECORD_CHARACTERS_MAX = 1_000_000;

/** GeoJSON of a building with courtyards has depth 7. */
const DEPTH_MAX = 60;

/** Keys of the outermost object whose list holds the entries: GeoJSON, Overpass, JSON-LD, and what web services write. */
const LIST_KEYS = new Set(["features", "elements", "@graph", "businesses", "places", "results", "items", "data"]);

export type TextRecord = { line: number } & ({ text: string } | { problem: "too-large" | "too-deep" | "cut-short" });

/**
 * Splits streamed JSON into entries, one in memory at a time. Skips entries that are too large, and recovers after a
 * broken one. It only tells brackets from strings; `JSON.parse` validates each entry.
 */
export class JsonRecords {
  #line = 1;
  #column = 0;
  #depth = 0;
  /** Depth of the entries: 0, or 1 or 2 inside a list. */
  #base = 0;
  #isInString = false;
  #isEscaped = false;
  #isBlankLine = true;
  #startLine = 1;
  #entryColumn = -1;
  #parts: string[] = [];
  #size = 0;
  #isDeep = false;
  #isIn = false;
  /** The last string at depth 1 of the outermost object, which is the next value's key. */
  #key = "";
  #keyFrom = -1;
  #isListFound = false;
  /** The key whose value comes next, at depth 1. */
  #label = "";
  /** False once an entry in a list spanned several lines. */
  #isSetIn = true;
  /** Overpass's remark about its own answer, usually after the elements; null when there is none. */
  remark: string | null = null;
  /** At the end of the file: whether every bracket was closed. */
  get isWhole(): boolean {
    return this.#depth === 0 && !this.#isInString;
  }

  *read(chunk: string): Generator<TextRecord> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const code = chunk.charCodeAt(at);
      if (this.#isInString) {
        this.#inString(chunk, at, code);
        if (code !== NEWLINE) {
          this.#column += 1;
          continue;
        }
      }
      if (code === NEWLINE) {
        this.#line += 1;
        this.#column = 0;
        this.#isBlankLine = true;
        continue;
      }
      if (code === OPEN_OBJECT && this.#isBlankLine && this.#isNextEntry()) {
        yield { line: this.#startLine, problem: "cut-short" };
        this.#release();
        this.#depth = this.#base;
      }
      if (code > SPACE) this.#isBlankLine = false;
      if (code === QUOTE) {
        this.#isInString = true;
        if (this.#depth === 1) this.#keyFrom = at + 1;
      } else if (code === COLON) {
        if (this.#depth === 1) this.#label = this.#key;
      } else if (code === OPEN_OBJECT || code === OPEN_LIST) {
        if (this.#open(code)) from = at;
      } else if ((code === CLOSE_OBJECT || code === CLOSE_LIST) && this.#close(code)) {
        this.#take(chunk.slice(from, at + 1));
        yield this.#entry();
        this.#release();
      }
      this.#column += 1;
    }
    if (this.#isIn) this.#take(chunk.slice(from));
    // The key continues in the next chunk; a string there may have any length.
    if (this.#isInString && this.#keyFrom >= 0) {
      this.#key = chunk.slice(this.#keyFrom).slice(0, KEY_CHARACTERS_MAX);
      this.#keyFrom = CARRIED;
    } else if (this.#isInString && this.#keyFrom === CARRIED) {
      this.#key = (this.#key + chunk).slice(0, KEY_CHARACTERS_MAX);
    }
  }

  *end(): Generator<TextRecord> {
    // The outermost object of a list that was cut short is not an entry.
    if (this.#isIn) yield { line: this.#startLine, problem: "cut-short" };
  }

  #inString(chunk: string, at: number, code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE || code === NEWLINE) {
      // JSON strings can't span lines, so this entry is broken.
      this.#isInString = false;
      if (this.#keyFrom >= 0) this.#key = chunk.slice(this.#keyFrom, at).slice(0, KEY_CHARACTERS_MAX);
      else if (this.#keyFrom === CARRIED) this.#key = (this.#key + chunk.slice(0, at)).slice(0, KEY_CHARACTERS_MAX);
      else return;
      this.#keyFrom = -1;
      if (this.#label === REMARK_KEY) this.remark = this.#key.replaceAll(/\\(.)/g, "$1");
      this.#label = "";
    }
  }

  /** Whether a line inside an entry begins where the first entry did, which means that a new entry starts. */
  #isNextEntry(): boolean {
    // Without indentation the lines inside an entry begin there too.
    if (!this.#isSetIn && this.#base > 0 && this.#entryColumn === 0) return false;
    return this.#isIn && this.#depth > this.#base && this.#line > this.#startLine && this.#column === this.#entryColumn;
  }

  /** @returns Whether an entry ends here. */
  #close(code: number): boolean {
    // Only "]" ends a list, so an extra "}" between entries is ignored. After the list a "}" ends the collection.
    const isInList = this.#base === (this.#isListFound ? 2 : 1);
    if (code === CLOSE_OBJECT && !this.#isIn && isInList && this.#depth === this.#base) return false;
    this.#depth = Math.max(this.#depth - 1, 0);
    if (this.#isIn && this.#depth <= this.#base) {
      if (this.#line > this.#startLine) this.#isSetIn = false;
      return true;
    }
    if (this.#depth < this.#base) this.#base = this.#depth;
    if (this.#depth === 0) this.#isListFound = false;
    return false;
  }

  /** @returns Whether an entry begins here. */
  #open(code: number): boolean {
    const isList = code === OPEN_LIST;
    const opened = this.#depth;
    this.#depth += 1;
    if (this.#depth - this.#base > DEPTH_MAX) this.#isDeep = true;
    if (isList && opened === 0) {
      this.#base = 1;
      return false;
    }
    if (isList && opened === 1 && !this.#isListFound && this.#base === 0 && LIST_KEYS.has(this.#key)) {
      // What was read of the collection so far is not an entry.
      this.#release();
      this.#isListFound = true;
      this.#entryColumn = -1;
      this.#base = 2;
      return false;
    }
    if (opened !== this.#base || this.#isIn || isList || (this.#isListFound && this.#base < 2)) return false;
    this.#isIn = true;
    this.#startLine = this.#line;
    if (this.#entryColumn < 0) this.#entryColumn = this.#column;
    return true;
  }

  #take(text: string): void {
    this.#size += text.length;
    if (this.#size > RECORD_CHARACTERS_MAX || this.#isDeep) this.#parts = [];
    else this.#parts.push(text);
  }

  #entry(): TextRecord {
    const line = this.#startLine;
    if (this.#isDeep) return { line, problem: "too-deep" };
    if (this.#size > RECORD_CHARACTERS_MAX) return { line, problem: "too-large" };
    return { line, text: this.#parts.join("") };
  }

  #release(): void {
    this.#parts = [];
    this.#size = 0;
    this.#isDeep = false;
    this.#isIn = false;
  }
}

/** Longer than every key that matters, and than Overpass's remarks. */
const KEY_CHARACTERS_MAX = 300;

/**
 * `"remark": "runtime error: Query timed out …"`: Overpass answers with status 200 and the elements it had by then, or
 * none.
 */
const REMARK_KEY = "remark";

/** Marks that the key began in an earlier chunk. */
const CARRIED = -2;

const NEWLINE = 10;
const SPACE = 32;
const QUOTE = 34;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
