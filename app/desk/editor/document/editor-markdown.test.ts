import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { JSONContent } from "@tiptap/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { renderGuideBlocks } from "#app/guide/guides/page/guide-body.ts";

import { editorToMarkdown, markdownToEditor } from "./editor-markdown.ts";

const GUIDES = join(import.meta.dirname, "../../../../seeds/catalogue/guides");
const seeds = readdirSync(GUIDES).map((name) => {
  const [, body = ""] = /^---\n[\s\S]*?\n---\n([\s\S]*)$/.exec(readFileSync(join(GUIDES, name), "utf8")) ?? [];
  return { name, body: body.trim() };
});

/** A fixed seed makes failures reproducible; `npm run prove` runs more. */
const SEED = 20261123;
const RUNS = process.env["PROVE"] === "1" ? 20_000 : 1_000;

const PICTURE = "/guide-pictures/0f8fad5b-d9cb-469f-a165-70867728950e/1600x1067.jpg";

test.for(seeds)("$name renders the same after a round trip through the editor", ({ body }) => {
  const document = markdownToEditor(body);
  const written = editorToMarkdown(document);

  expect(typesOf(document)).not.toContain("opaque");
  expect(shown(written)).toEqual(shown(body));
  expect(written.replaceAll(/\s+/g, " ")).toBe(body.replaceAll(/\s+/g, " "));
  expect(editorToMarkdown(markdownToEditor(written))).toBe(written);
  expect(markdownToEditor(written)).toEqual(document);
});

test("there are seed guides to test with", () => {
  expect(seeds.length).toBeGreaterThan(40);
});

describe("Markdown that the editor supports", () => {
  test.each([
    'Plain, *soft*, **strong**, ~~gone~~, `code` and [a link](/places/x "title").',
    "Words\\\nafter a break.",
    "## Two\n\n### Three",
    "- one\n- two\n  - deeper\n- three",
    "3. three\n4. four",
    "> said\n>\n> twice",
    "Above.\n\n---\n\nBelow.",
    `![A tin ceiling](${PICTURE} "Photo: Ada \\"A\\" Byron")`,
    "Above.\n\n::members\n\nBelow.",
    "Above.\n\n::place{chercher}\n\n::place{the-dabney}\n\nBelow.",
    "AT&T, 3 < 4, snake_case, 5 * 3 \\* 2, 1986\\. A year",
  ])("renders the same after a round trip: %s", (body) => {
    expect(typesOf(markdownToEditor(body))).not.toContain("opaque");
    expect(shown(editorToMarkdown(markdownToEditor(body)))).toEqual(shown(body));
    expect(editorToMarkdown(markdownToEditor(editorToMarkdown(markdownToEditor(body))))).toBe(
      editorToMarkdown(markdownToEditor(body)),
    );
  });
});

describe("Markdown that the editor doesn't support", () => {
  test.each([
    "| a | b |\n| --- | --- |\n| 1 | 2 |",
    "```js\nalert(1)\n\n::members\n```",
    "# A first heading",
    "#### A fourth",
    "    indented code",
    "See [the site][1].\n\n[1]: https://example.com",
    "- [ ] task\n\n  with a second part\n- loose",
    "![far away](https://evil.example/x.png)",
    "Inline ![x](/pictures/x.svg) picture",
  ])("is preserved verbatim: %s", (body) => {
    const source = `Before.\n\n${body}\n\nAfter.`;
    const document = markdownToEditor(source);

    expect(typesOf(document)).toContain("opaque");
    expect(shown(editorToMarkdown(document))).toEqual(shown(source));
    expect(editorToMarkdown(markdownToEditor(editorToMarkdown(document)))).toBe(editorToMarkdown(document));
  });
});

test("any Markdown renders the same after a round trip through the editor, and a second round trip changes nothing", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "\n",
      "\n\n",
      " ",
      "  \n",
      "\\\n",
      "*",
      "**",
      "_",
      "~~",
      "`",
      "```\n",
      "# ",
      "## ",
      "- ",
      "1. ",
      "1) ",
      "> ",
      "---\n",
    ),
    fc.constantFrom(
      "[x](",
      "/a)",
      "[",
      "](",
      ")",
      "![",
      "<b>",
      "</b>",
      "<script>",
      "javascript:",
      "&amp;",
      "&",
      "<",
      ">",
      "\\",
      "|",
      "    ",
      "\t",
    ),
    fc.constantFrom(
      "::place{a-b}\n",
      "\n::place{x}\n",
      "::place{x}",
      "\n::members\n",
      "::members",
      "https://x.example ",
      "[1]: /x\n",
      "[y][1]",
      "===",
    ),
    fc.constantFrom("word", "two words", "1986. ", "a_b_c", "“q”", "é", "👩‍👩‍👧", "é"),
    fc.string({ maxLength: 4 }),
  );

  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const body = pieces.join("");
      const document = markdownToEditor(body);
      const written = editorToMarkdown(document);
      expect(shown(written)).toEqual(shown(body));
      expect(editorToMarkdown(markdownToEditor(written))).toBe(written);
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

test("any text typed into the editor comes back as the same text", () => {
  const text = fc
    .array(
      fc.constantFrom(
        "# ",
        "- ",
        "1. ",
        "> ",
        "*",
        "_",
        "`",
        "<b>",
        "&lt;",
        "[a](b)",
        "::place{x}",
        "::members",
        "|",
        "=== ",
        "word ",
        "\\",
        "!",
        "~~",
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((pieces) => pieces.join(""));

  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (paragraphs) => {
      const words = paragraphs.filter((each) => each.trim() !== "");
      const content = words.map((each) => ({ type: "paragraph", content: [{ type: "text", text: each }] }));
      const back = markdownToEditor(editorToMarkdown({ type: "doc", content }));
      expect((back.content ?? []).map(textOf)).toEqual(words.map((each) => each.trim()));
    }),
    { seed: SEED, numRuns: RUNS },
  );
});

function shown(body: string): string[] {
  return (
    body
      .split(/^::members[ \t]*$/m)
      .map((part) =>
        renderGuideBlocks(part)
          .map((block) => (block.kind === "html" ? block.html : "[place]"))
          .join(" "),
      )
      // An unclosed fence ends where the text does, with however many empty lines.
      .map((html) =>
        html
          .replaceAll(/\s+/g, " ")
          .replaceAll(/(<pre><code[^>]*>) | (<\/code><\/pre>)/g, "$1$2")
          .replaceAll(/\s*(<\/?(?:p|h\d|ul|ol|li|blockquote|hr|br|figure)[^>]*>)\s*/g, "$1")
          .trim(),
      )
  );
}

function typesOf(node: JSONContent): (string | undefined)[] {
  return [node.type, ...(node.content ?? []).flatMap(typesOf)];
}

function textOf(node: JSONContent): string {
  return node.text ?? (node.content ?? []).map(textOf).join("");
}
