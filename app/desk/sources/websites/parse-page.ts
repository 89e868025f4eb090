import { Parser } from "htmlparser2";

import { parseJson } from "#app/lib/parse-json.ts";

/** What a page of a website has that may say something about a place. */
export type SitePage = {
  url: string;
  /** Its title, headings of the first level, and the name that it gives to its site. */
  names: string[];
  /** Its visible text, a line per block. */
  lines: string[];
  links: PageLink[];
  /** Things of schema.org, from JSON-LD and microdata. */
  things: unknown[];
};

export type PageLink = { url: string; text: string };

/** Real pages nest some dozens of elements. The parser takes longer for each the deeper it is. */
const DEPTH_MAX = 400;
const LINES_MAX = 5_000;
const LINE_CHARACTERS_MAX = 1_000;
const LINKS_MAX = 1_000;
const URL_CHARACTERS_MAX = 500;
const THINGS_MAX = 100;
const SCRIPT_CHARACTERS_MAX = 300_000;
const PROPERTY_CHARACTERS_MAX = 500;

const HIDDEN = new Set(["title", "script", "style", "noscript", "template", "svg", "iframe", "textarea"]);

/** Elements that continue the line; a space keeps the words of some apart. All others begin a new one. */
const INLINE = new Set(
  "a abbr b bdi bdo big cite code data del dfn em font i img ins kbd label mark q s samp small span strong sub sup time u var wbr meta link td th".split(
    " ",
  ),
);
const SPACED = new Set(["a", "td", "th", "span", "time", "label"]);

class PageTooDeep extends Error {}

/** Reads a page of any quality. Null: it is nested far deeper than real pages. */
export function parsePage(html: string, url: string): SitePage | null {
  const collector = new PageCollector(url);
  const parser = new Parser({
    onopentag: (name, attributes) => collector.open(name, attributes),
    ontext: (text) => collector.text(text),
    onclosetag: () => collector.close(),
  });
  try {
    parser.end(html);
  } catch (error) {
    if (error instanceof PageTooDeep) return null;
    throw error;
  }
  return collector.finish();
}

type Thing = Record<string, unknown>;

type OpenElement = {
  name: string;
  isHidden: boolean;
  /** The thing that this element describes. */
  thing: Thing | null;
  /** The property of an outer thing whose value is this element's text. */
  property: { of: Thing; names: string[]; text: string } | null;
  link: PageLink | null;
};

class PageCollector {
  readonly #page: SitePage;
  readonly #open: OpenElement[] = [];
  #line = "";
  #script: string | null = null;
  #named: string | null = null;

  constructor(url: string) {
    this.#page = { url, names: [], lines: [], links: [], things: [] };
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#open.length >= DEPTH_MAX) throw new PageTooDeep();
    const isHidden = HIDDEN.has(name) || this.#open.at(-1)?.isHidden === true;
    if (name === "script" && /^application\/ld\+json\b/i.test(attributes.type?.trim() ?? "")) this.#script = "";
    if (name === "title" || name === "h1") this.#named = "";
    if (name === "meta" && /^og:(?:site_name|title)$/i.test(attributes.property ?? "")) {
      this.#addName(attributes.content ?? "");
    }
    if (!INLINE.has(name)) this.#endLine();
    else if (SPACED.has(name)) this.#line += " ";
    const { thing, property } = this.#openThing(name, attributes);
    const link = name === "a" && attributes.href !== undefined ? this.#linkTo(attributes.href) : null;
    this.#open.push({ name, isHidden, thing, property, link });
  }

  text(text: string): void {
    if (this.#script !== null) {
      if (this.#script.length < SCRIPT_CHARACTERS_MAX) this.#script += text;
      return;
    }
    if (this.#named !== null) this.#named = (this.#named + text).slice(0, PROPERTY_CHARACTERS_MAX);
    if (this.#open.at(-1)?.isHidden === true) return;
    if (this.#line.length < LINE_CHARACTERS_MAX) this.#line += text.slice(0, LINE_CHARACTERS_MAX);
    for (const { property, link } of this.#open) {
      if (property !== null && property.text.length < PROPERTY_CHARACTERS_MAX) property.text += text;
      if (link !== null && link.text.length < PROPERTY_CHARACTERS_MAX) link.text += text;
    }
  }

  close(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const { name, property, link } = element;
    if (!INLINE.has(name)) this.#endLine();
    else if (SPACED.has(name)) this.#line += " ";
    if (name === "script" && this.#script !== null) {
      this.#addThing(parseJson(this.#script.trim()));
      this.#script = null;
    }
    if ((name === "title" || name === "h1") && this.#named !== null) {
      this.#addName(this.#named);
      this.#named = null;
    }
    if (property !== null) for (const each of property.names) setProperty(property.of, each, plain(property.text));
    if (link !== null && this.#page.links.length < LINKS_MAX) {
      this.#page.links.push({ url: link.url, text: plain(link.text) });
    }
  }

  finish(): SitePage {
    while (this.#open.length > 0) this.close();
    this.#endLine();
    return this.#page;
  }

  #endLine(): void {
    const line = plain(this.#line);
    this.#line = "";
    if (line !== "" && this.#page.lines.length < LINES_MAX) this.#page.lines.push(line);
  }

  #addName(text: string): void {
    const name = plain(text.slice(0, PROPERTY_CHARACTERS_MAX));
    if (name !== "" && this.#page.names.length < THINGS_MAX) this.#page.names.push(name);
  }

  #addThing(thing: unknown): void {
    if (typeof thing === "object" && thing !== null && this.#page.things.length < THINGS_MAX) {
      this.#page.things.push(thing);
    }
  }

  #linkTo(href: string): PageLink | null {
    if (href.length > URL_CHARACTERS_MAX) return null;
    const url = URL.parse(href.trim(), this.#page.url);
    return url !== null && ["http:", "https:", "tel:"].includes(url.protocol) ? { url: url.href, text: "" } : null;
  }

  /** Microdata: `itemscope` begins a thing, `itemprop` is a property of the thing around it. */
  #openThing(name: string, attributes: Record<string, string>): Pick<OpenElement, "thing" | "property"> {
    const outer = this.#open.findLast(({ thing }) => thing !== null)?.thing ?? null;
    const names = (attributes.itemprop ?? "").split(/\s+/).filter((each) => /^[a-z]{1,40}$/i.test(each));
    if (attributes.itemscope !== undefined) {
      const thing: Thing = { "@type": (attributes.itemtype ?? "").trim().split(/\s+/).slice(0, 5) };
      if (outer === null || names.length === 0) this.#addThing(thing);
      else for (const each of names) setProperty(outer, each, thing);
      return { thing, property: null };
    }
    if (outer === null || names.length === 0) return { thing: null, property: null };
    const isAddress = name === "a" || name === "link";
    const value = attributes.content ?? attributes.datetime ?? (isAddress ? attributes.href : undefined);
    if (value === undefined) return { thing: null, property: { of: outer, names, text: "" } };
    for (const each of names) setProperty(outer, each, plain(value.slice(0, PROPERTY_CHARACTERS_MAX)));
    return { thing: null, property: null };
  }
}

/** A property that occurs again becomes a list. */
function setProperty(thing: Thing, name: string, value: unknown): void {
  const before = Object.hasOwn(thing, name) ? thing[name] : undefined;
  if (before === undefined) thing[name] = value;
  else if (!Array.isArray(before)) thing[name] = [before, value];
  else if (before.length < THINGS_MAX) before.push(value);
}

function plain(text: string): string {
  return text.replaceAll(/[\s\u200B]+/g, " ").trim();
}
