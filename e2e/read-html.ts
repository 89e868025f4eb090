import { DomUtils, parseDocument } from "htmlparser2";
import type { Page } from "playwright-core";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

export type HtmlFacts = {
  lang: string | null;
  titles: string[];
  descriptions: string[];
  canonicals: string[];
  /** Texts of the level-one headings. */
  headings: string[];
  /** Texts of the JSON-LD blocks. */
  jsonLd: string[];
  ids: string[];
  /** URLs that a visitor can follow or that a browser would load, as written, with the element that contains them. */
  references: { from: "a" | "form" | "link" | "img" | "script"; address: string }[];
};

/** Parses a page in this process: reads the markup as it is, however a browser would repair it (page-kinds.test.ts). */
export function readHtml(html: string): HtmlFacts {
  const all = elementsOf(html);
  const named = (name: string) => all.filter((element) => element.name === name);
  const texts = (elements: Element[]) => elements.map((element) => DomUtils.textContent(element).trim());
  const values = (elements: Element[], name: string) =>
    elements.flatMap(({ attribs }) => (attribs[name] === undefined ? [] : [attribs[name]]));
  const addresses = (from: HtmlFacts["references"][number]["from"], found: string[]) =>
    found.map((address) => ({ from, address }));
  const withAttribute = (name: string, attribute: string, value: string) =>
    named(name).filter(({ attribs }) => attribs[attribute] === value);
  const srcsets = values(all, "srcset").flatMap((srcset) => srcset.split(","));
  return {
    lang: named("html")[0]?.attribs["lang"] ?? null,
    titles: texts(named("title").filter(({ parent }) => parent !== null && "name" in parent && parent.name === "head")),
    descriptions: values(withAttribute("meta", "name", "description"), "content"),
    canonicals: values(withAttribute("link", "rel", "canonical"), "href"),
    headings: texts(named("h1")),
    jsonLd: texts(withAttribute("script", "type", "application/ld+json")),
    ids: values(all, "id"),
    references: [
      ...addresses("a", values(named("a"), "href")),
      ...addresses("form", values(named("form"), "action")),
      ...addresses("link", values(named("link"), "href")),
      ...addresses("img", values(named("img"), "src")),
      ...addresses(
        "img",
        srcsets.map((part) => part.trim().split(/\s/)[0] ?? ""),
      ),
      ...addresses("script", values(named("script"), "src")),
      // The URLs of the hydration modules are in the text of a script.
      ...addresses(
        "script",
        [...html.matchAll(/"(\/assets\/[^"\s]+)"/g)].map(([, address]) => address ?? ""),
      ),
    ],
  };
}

function elementsOf(html: string): Element[] {
  return DomUtils.getElementsByTagName("*", parseDocument(html));
}

/** A browser's error about an XML text; null when it is well formed. */
export function xmlProblem(parser: Page, xml: string): Promise<string | null> {
  return parser.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "application/xml");
    return parsed.querySelector("parsererror")?.textContent ?? null;
  }, xml);
}
