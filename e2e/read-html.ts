import type { Page } from "playwright-core";

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
  /** Addresses that somebody can follow or that a browser would load, as they are written, by what names them. */
  references: { from: "a" | "form" | "link" | "img" | "script"; address: string }[];
};

/** Reads a page the way a browser does, without loading anything it names. */
export function readHtml(parser: Page, html: string): Promise<HtmlFacts> {
  return parser.evaluate((text): HtmlFacts => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const all = (selector: string) => [...page.querySelectorAll(selector)];
    const texts = (selector: string) => all(selector).map((element) => element.textContent.trim());
    const values = (selector: string, name: string) => all(selector).map((element) => element.getAttribute(name) ?? "");
    const named = (from: HtmlFacts["references"][number]["from"], selector: string, name: string) =>
      values(selector, name).map((address) => ({ from, address }));
    return {
      lang: page.documentElement.getAttribute("lang"),
      titles: texts("head > title"),
      descriptions: values('meta[name="description"]', "content"),
      canonicals: values('link[rel="canonical"]', "href"),
      headings: texts("h1"),
      jsonLd: texts('script[type="application/ld+json"]'),
      ids: values("[id]", "id"),
      references: [
        ...named("a", "a[href]", "href"),
        ...named("form", "form[action]", "action"),
        ...named("link", "link[href]", "href"),
        ...named("img", "img[src]", "src"),
        ...values("[srcset]", "srcset").flatMap((srcset) =>
          srcset.split(",").map((part) => ({ from: "img" as const, address: part.trim().split(/\s/)[0] ?? "" })),
        ),
        ...named("script", "script[src]", "src"),
        // The late starter's modules stand in the text of a script.
        ...[...text.matchAll(/"(\/assets\/[^"\s]+)"/g)].map(([, address]) => ({
          from: "script" as const,
          address: address ?? "",
        })),
      ],
    };
  }, html);
}

/** What a browser says about the form of an XML text; null when it is well formed. */
export function xmlProblem(parser: Page, xml: string): Promise<string | null> {
  return parser.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "application/xml");
    return parsed.querySelector("parsererror")?.textContent ?? null;
  }, xml);
}
