import MarkdownIt from "markdown-it";

import { SITE_URL_PLACEHOLDER } from "#app/core/mail/mail-bodies.ts";

/** Without raw HTML and images: a remote image would report who opens the mail. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: true }).disable("image");

/** Renders the introduction as HTML for a page. Safe for any input. */
export function renderIntroHtml(source: string): string {
  return markdown.render(source).trim();
}

const mailMarkdown = new MarkdownIt({ html: false, linkify: false, typographer: true }).disable("image");

/** Inline styles per element, since many mail clients ignore style sheets. */
const STYLES: Record<string, string> = {
  paragraph_open: "margin:0 0 16px;font:400 16px/1.55 Georgia,serif;color:#1d1b18",
  heading_open: "margin:24px 0 10px;font:400 22px/1.3 Georgia,serif;color:#1d1b18",
  bullet_list_open: "margin:0 0 16px 24px;padding:0;font:400 16px/1.55 Georgia,serif;color:#1d1b18",
  ordered_list_open: "margin:0 0 16px 24px;padding:0;font:400 16px/1.55 Georgia,serif;color:#1d1b18",
  blockquote_open: "margin:0 0 16px;padding-left:14px;border-left:3px solid #b9b2a6",
  link_open: "color:#8c2f1f;text-decoration:underline",
};

for (const [rule, style] of Object.entries(STYLES)) {
  mailMarkdown.renderer.rules[rule] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    token?.attrSet("style", style);
    token?.attrSet("class", rule === "link_open" ? "m-link" : "m-ink");
    const href = token?.attrGet("href");
    // Paths need the site's URL in a mail.
    if (typeof href === "string" && /^\/(?!\/)/.test(href)) token?.attrSet("href", SITE_URL_PLACEHOLDER + href);
    return self.renderToken(tokens, index, options);
  };
}

/** Renders the introduction for a mail, with inline styles and absolute URLs. */
export function renderIntroMailHtml(source: string): string {
  return mailMarkdown.render(source).trim();
}

/** Renders the introduction as plain text, with URLs after link texts. */
export function renderIntroText(source: string): string {
  const lines: string[] = [];
  let item = "";
  for (const token of markdown.parse(source, {})) {
    if (token.type === "list_item_open") item = "- ";
    if (token.type === "hr") lines.push("---");
    if (token.type === "fence" || token.type === "code_block") lines.push(token.content.trimEnd());
    if (token.type !== "inline") continue;
    lines.push(item + inlineText(token.children ?? []));
    item = "";
  }
  return lines.join("\n\n");
}

/** Markdown as plain text in one line. */
export function stripMarkdown(source: string): string {
  const inline = markdown.parse(source, {}).filter(({ type }) => type === "inline");
  return inline
    .map(({ children }) => (children ?? []).map(tokenText).join(""))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

type Token = ReturnType<typeof markdown.parse>[number];

function inlineText(tokens: Token[]): string {
  const open: string[] = [];
  return tokens
    .map((token) => {
      if (token.type === "link_open") open.push(String(token.attrGet("href") ?? ""));
      if (token.type !== "link_close") return tokenText(token);
      const href = open.pop() ?? "";
      return ` (${/^\/(?!\/)/.test(href) ? SITE_URL_PLACEHOLDER + href : href})`;
    })
    .join("");
}

function tokenText(token: Token): string {
  return token.type === "softbreak" || token.type === "hardbreak" ? "\n" : token.content;
}
