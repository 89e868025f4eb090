import { describe, expect, test } from "vitest";

import { fillSiteUrl } from "#app/core/mail/mail-bodies.ts";
import { HOSTILE_NAMES } from "#tests/hostile-texts.ts";

import { parseItemQuery } from "./issue-form.ts";
import { HTML_BYTES_MAX, applyMailTheme, renderIssueMail } from "./issue-mail.ts";
import { renderIntroHtml, renderIntroMailHtml, renderIntroText } from "./issue-markdown.ts";
import { INTRO_CHARACTERS_MAX, type IssueContent, type IssueEntry, ITEMS_MAX, NOTE_CHARACTERS_MAX } from "./issue.ts";

const SITE = "https://rowhouse.example";

function entry(given: Partial<IssueEntry> = {}): IssueEntry {
  return {
    kind: "guide",
    title: "Along the canal",
    path: "/posts/canal",
    meta: "Entertainment, Georgetown, 4 min read",
    summary: "An hour on the towpath.",
    opening: "It begins at the lock.",
    isForMembers: false,
    note: "",
    image: { path: "/social/guides/canal.png", alt: "Drawing for the guide “Along the canal”" },
    ...given,
  };
}

function content(given: Partial<IssueContent> = {}): IssueContent {
  const words = { subject: "A week", preview: "What is new", intro: "Hello *you*: [a walk](/posts/walk)." };
  return { ...words, neighborhood: null, entries: [entry()], ...given };
}

const mailOf = (given: Partial<IssueContent> = {}) =>
  renderIssueMail({ content: content(given), slug: "a-week", postalAddress: "1 Main Street NW, Washington, DC 20001" });

test.for<[string, string]>([
  ["?q=%00", ""],
  ["?q=caf%00%C3%A9%0Abar", "café bar"],
  ["", ""],
])("a search query becomes one line that the database accepts: %j", ([search, words]) => {
  expect(parseItemQuery(new URLSearchParams(search))).toBe(words);
});

/** Content after this, like the unsubscribe link, is hidden behind "View entire message". */
const GMAIL_CUTS_BYTES = 102 * 1024;

const KNOWN_TAGS = new Set(
  "body div table tr td p h1 h2 h3 a img em strong ul ol li blockquote br code pre hr".split(" "),
);

describe("an issue's mail", () => {
  test("has the subscriber's key only in its own links, even if content contains the placeholder", () => {
    const written = "See https://evil.example/%SUBSCRIBER_KEY% or %SUBSCRIBER\\_KEY%";
    const { text, html } = mailOf({
      intro: written,
      entries: [entry({ title: written, summary: written, note: written, meta: written })],
    });

    for (const body of [text, html]) {
      expect(body.match(/%SUBSCRIBER_KEY%/g)).toHaveLength(2);
      expect(body).toContain("/newsletter/preferences/%SUBSCRIBER_KEY%");
      expect(body).toContain("/newsletter/unsubscribe/%SUBSCRIBER_KEY%");
    }
  });

  test("has the same content and links as text and HTML", () => {
    const { text, html } = mailOf({ entries: [entry({ isForMembers: true, note: "Go early." })] });

    for (const words of [
      "Along the canal",
      "Go early.",
      "An hour on the towpath.",
      "It begins at the lock.",
      "Members can read the full guide",
      "1 Main Street NW",
    ]) {
      expect(text).toContain(words);
      expect(html).toContain(words);
    }
    for (const path of [
      "/posts/canal",
      "/posts/walk",
      "/newsletter/a-week",
      "/newsletter/preferences/",
      "/newsletter/unsubscribe/",
    ]) {
      expect(fillSiteUrl(text, SITE)).toContain(SITE + path);
      expect(fillSiteUrl(html, SITE)).toContain(`href="${SITE}${path}`);
    }
  });

  test("uses only tables and inline styles, and fits narrow screens", () => {
    const { html } = mailOf();

    expect(html).not.toMatch(/<(?:script|link|form|iframe|svg|video)\b/);
    expect(html).not.toMatch(/@import|url\(|display:\s*(?:flex|grid)/);
    expect(html).toContain("max-width:600px");
    expect([...html.matchAll(/<img [^>]*>/g)].every(([tag]) => /alt="[^"]+"/.test(tag))).toBe(true);
    expect([...html.matchAll(/<table [^>]*>/g)].every(([tag]) => tag.includes('role="presentation"'))).toBe(true);
  });

  describe("works in common mail clients", () => {
    const { html } = mailOf({
      intro: "Hello *you*: [a walk](/posts/walk).\n\n- one\n- two\n\n> said",
      entries: [entry()],
    });
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css ?? "");
    const body = html.slice(html.indexOf("<body"));
    const tags = [...body.matchAll(/<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/g)].map(([, name = "", rest = ""]) => ({
      name,
      rest,
    }));

    test("Gmail: essential styles are inline, and no style element is one that it drops", () => {
      const dressed = tags.filter(({ rest }) => /class="m-(?!pad)/.test(rest));

      expect(dressed.length).toBeGreaterThan(10);
      expect(dressed.filter(({ rest }) => !/style="[^"]*(?:color|background|border)/.test(rest))).toEqual([]);
      for (const css of styles) {
        expect(css.length).toBeLessThan(8_192);
        expect(css).not.toMatch(/@[^{}]*\{[^{}]*@|url\(|@import|<!--/);
      }
      // Gmail drops a style element with unknown selectors, so these are in their own element.
      expect(styles.filter((css) => css.includes("["))).toEqual([styles.at(-1)]);
    });

    test("Outlook for Windows: width attributes, padding only in cells, and closed conditional comments", () => {
      expect(body).toMatch(
        /<!--\[if mso\]><table [^>]*width="600"[\s\S]*<!--\[if mso\]><\/td><\/tr><\/table><!\[endif\]-->/,
      );
      expect(html.match(/<!--\[if mso\]>/g)).toHaveLength(html.match(/<!\[endif\]-->/g)?.length ?? 0);
      expect(tags.filter(({ name, rest }) => /^(?:p|div|span)$/.test(name) && /padding|border-/.test(rest))).toEqual(
        [],
      );
      const pictures = tags.filter(({ name }) => name === "img");
      expect(pictures.filter(({ rest }) => !/ width="\d+"/.test(rest) || !/display:block/.test(rest))).toEqual([]);
      // Links have no padding in Outlook, so the surrounding cell has it.
      const padded = [...body.matchAll(/<(td[^>]*)><a [^>]*padding:11px 18px/g)].map(([, cell]) => cell);
      expect(padded).toEqual([expect.stringContaining("mso-padding-alt:11px 18px")]);
      for (const { name, rest } of tags.filter((tag) => / class="m-(?:page|card|button)/.test(tag.rest)))
        expect(`${name}${rest}`).toContain("bgcolor=");
    });

    test("all: no modern layout and no relative lengths", () => {
      const inPlace = tags.map(({ rest }) => /style="([^"]*)"/.exec(rest)?.[1] ?? "").join(";");

      expect(inPlace).not.toMatch(
        /position:|float:|flex|grid|calc\(|var\(|\d(?:rem|em|vw|vh)\b|margin:[^;]*auto|!important/,
      );
      expect(tags.filter(({ name }) => !KNOWN_TAGS.has(name)).map(({ name }) => name)).toEqual([]);
    });

    test("inboxes: the hidden preview text comes first, padded so that no body text follows it", () => {
      const [, hidden = "", preview = ""] = /^<body[^>]*>\s*<div style="([^"]*)">([\s\S]*?)<\/div>/.exec(body) ?? [];

      expect(hidden).toMatch(/display:none.*mso-hide:all/);
      expect(preview).toMatch(/^What is new(?:&#847;&zwnj;&nbsp;){40}$/);
      expect(body.split("What is new")).toHaveLength(2);
    });

    test("dark mode: each color has a dark variant, also in clients that invert colors", () => {
      for (const name of ["m-page", "m-card", "m-ink", "m-soft", "m-link", "m-rule", "m-button"]) {
        expect(body).toContain(name);
        expect(styles[0]).toMatch(new RegExp(`\\.${name}(?:,| \\{)`));
        expect(styles.at(-1)).toMatch(new RegExp(`\\[data-ogs[bc]\\] \\.${name}(?:,| \\{)`));
      }
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('<meta name="supported-color-schemes" content="light dark">');
    });
  });

  test("doesn't track: images and links are the same for all subscribers, except the two subscription links", () => {
    const { html } = mailOf();
    const own = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address ?? "");

    expect(own.filter((address) => address.includes("SUBSCRIBER_KEY"))).toEqual([
      "%SITE_URL%/newsletter/preferences/%SUBSCRIBER_KEY%",
      "%SITE_URL%/newsletter/unsubscribe/%SUBSCRIBER_KEY%",
    ]);
    expect(html).not.toMatch(/width="1"|height="1"|utm_/);
  });

  test("stays below Gmail's limit at its maximum length", () => {
    const long = (length: number) => "word ".repeat(length / 5);
    const entries = Array.from({ length: ITEMS_MAX }, () =>
      entry({ summary: long(400), opening: long(420), note: long(NOTE_CHARACTERS_MAX) }),
    );
    const { html } = mailOf({ intro: long(INTRO_CHARACTERS_MAX), entries });

    expect(Buffer.byteLength(html)).toBeLessThan(HTML_BYTES_MAX);
    const filled = fillSiteUrl(html, `https://${"guide.".repeat(8)}example`).replaceAll(
      "%SUBSCRIBER_KEY%",
      "0".repeat(64),
    );
    expect(Buffer.byteLength(filled)).toBeLessThan(GMAIL_CUTS_BYTES);
  });

  test("can be rendered in either theme regardless of the viewer's preference", () => {
    const { html } = mailOf();

    expect(applyMailTheme(html, "dark")).toContain("@media all {");
    expect(applyMailTheme(html, "light")).toContain("@media not all {");
  });

  test.for(HOSTILE_NAMES)("escapes hostile input: %j", (typed) => {
    const { html } = mailOf({
      subject: typed,
      preview: typed,
      intro: typed,
      neighborhood: typed,
      entries: [entry({ title: typed, meta: typed, summary: typed, opening: typed, note: typed })],
    });

    // Nothing executable remains outside of text.
    const tags = html.replaceAll(/="[^"]*"/g, "");
    expect(tags).not.toMatch(/<script|<img src=x|<svg|<iframe|<[a-z]+[^>]* on\w+/i);
    expect(html).not.toMatch(/href="javascript:/i);
  });
});

describe("an introduction", () => {
  test("has no images, raw HTML or script links", () => {
    const source = "![open](https://evil.example/pixel.png) <b>x</b> [j](javascript:alert(1))";

    for (const html of [renderIntroHtml(source), renderIntroMailHtml(source)]) {
      expect(html).not.toContain("<img");
      expect(html).not.toContain("<b>");
      expect(html).not.toContain('href="javascript');
    }
  });

  test("is readable as plain text", () => {
    expect(renderIntroText("Hello **you**.\n\n- [one](/a)\n- two\n\n> said")).toBe(
      "Hello you.\n\n- one (%SITE_URL%/a)\n\n- two\n\nsaid",
    );
  });
});
