import { describe, expect, test } from "vitest";

import { withSiteUrl } from "#app/features/mail/mail-bodies.ts";
import { HOSTILE_NAMES } from "#tests/hostile-texts.ts";

import { HTML_BYTES_MAX, inTheme, issueMail } from "./issue-mail.ts";
import { introHtml, introMailHtml, introText } from "./issue-markdown.ts";
import { INTRO_CHARACTERS_MAX, type IssueContent, type IssueEntry, ITEMS_MAX, NOTE_CHARACTERS_MAX } from "./issue.ts";

const SITE = "https://rowhouse.example";

function entry(known: Partial<IssueEntry> = {}): IssueEntry {
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
    ...known,
  };
}

function content(known: Partial<IssueContent> = {}): IssueContent {
  const words = { subject: "A week", preview: "What is new", intro: "Hello *you*: [a walk](/posts/walk)." };
  return { ...words, neighborhood: null, entries: [entry()], ...known };
}

const mailOf = (known: Partial<IssueContent> = {}) =>
  issueMail({ content: content(known), slug: "a-week", postalAddress: "1 Main Street NW, Washington, DC 20001" });

describe("an issue as a mail", () => {
  test("says the same as text and as HTML, and leads home in both", () => {
    const { text, html } = mailOf({ entries: [entry({ isForMembers: true, note: "Go early." })] });

    for (const words of [
      "Along the canal",
      "Go early.",
      "An hour on the towpath.",
      "It begins at the lock.",
      "Members read the whole guide",
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
      expect(withSiteUrl(text, SITE)).toContain(SITE + path);
      expect(withSiteUrl(html, SITE)).toContain(`href="${SITE}${path}`);
    }
  });

  test("needs nothing but tables and styles in place, and no wide screen", () => {
    const { html } = mailOf();

    expect(html).not.toMatch(/<(?:script|link|form|iframe|svg|video)\b/);
    expect(html).not.toMatch(/@import|url\(|display:\s*(?:flex|grid)/);
    expect(html).toContain("max-width:600px");
    expect([...html.matchAll(/<img [^>]*>/g)].every(([tag]) => /alt="[^"]+"/.test(tag))).toBe(true);
    expect([...html.matchAll(/<table [^>]*>/g)].every(([tag]) => tag.includes('role="presentation"'))).toBe(true);
  });

  test("reports nothing: its pictures and links are the same for everybody, but the two that end it", () => {
    const { html } = mailOf();
    const own = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address ?? "");

    expect(own.filter((address) => address.includes("SUBSCRIBER_KEY"))).toEqual([
      "%SITE_URL%/newsletter/preferences/%SUBSCRIBER_KEY%",
      "%SITE_URL%/newsletter/unsubscribe/%SUBSCRIBER_KEY%",
    ]);
    expect(html).not.toMatch(/width="1"|height="1"|utm_/);
  });

  test("stays below what Gmail cuts when it is as long as it may be", () => {
    const long = (length: number) => "word ".repeat(length / 5);
    const entries = Array.from({ length: ITEMS_MAX }, () =>
      entry({ summary: long(400), opening: long(420), note: long(NOTE_CHARACTERS_MAX) }),
    );
    const { html } = mailOf({ intro: long(INTRO_CHARACTERS_MAX), entries });

    expect(Buffer.byteLength(html)).toBeLessThan(HTML_BYTES_MAX);
  });

  test("shows either theme, whatever the machine prefers", () => {
    const { html } = mailOf();

    expect(inTheme(html, "dark")).toContain("@media all {");
    expect(inTheme(html, "light")).toContain("@media not all {");
  });

  test.for(HOSTILE_NAMES)("is text whatever is typed: %j", (typed) => {
    const { html } = mailOf({
      subject: typed,
      preview: typed,
      intro: typed,
      neighborhood: typed,
      entries: [entry({ title: typed, meta: typed, summary: typed, opening: typed, note: typed })],
    });

    // What could run stands there as words at most.
    expect(html).not.toMatch(/<script|<img src=x|<svg|<iframe|<[a-z]+[^>]* on\w+=|href="javascript:/i);
  });
});

describe("an introduction", () => {
  test("loads no picture from anywhere and runs nothing", () => {
    const source = "![open](https://evil.example/pixel.png) <b>x</b> [j](javascript:alert(1))";

    for (const html of [introHtml(source), introMailHtml(source)]) {
      expect(html).not.toContain("<img");
      expect(html).not.toContain("<b>");
      expect(html).not.toContain('href="javascript');
    }
  });

  test("is readable as plain text", () => {
    expect(introText("Hello **you**.\n\n- [one](/a)\n- two\n\n> said")).toBe(
      "Hello you.\n\n- one (%SITE_URL%/a)\n\n- two\n\nsaid",
    );
  });
});
