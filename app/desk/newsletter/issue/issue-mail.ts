import { SITE_URL_PLACEHOLDER } from "#app/core/mail/mail-bodies.ts";
import { escapeXml } from "#app/guide/seo/feeds/xml.ts";

import type { IssueContent, IssueEntry } from "./issue.ts";
import { renderIntroMailHtml, renderIntroText } from "./issue-markdown.ts";
import { issuePath, subscriberPath } from "../newsletter-paths.ts";

/** Placeholder for each subscriber's key. */
const KEY_MARK = "%SUBSCRIBER_KEY%";
/** The placeholder's name in the outbox. */
export const KEY_PLACEHOLDER_NAME = "SUBSCRIBER_KEY";

/** Gmail cuts HTML at 102 KB; this leaves room for placeholder values. The same limit as the outbox's. */
export const HTML_BYTES_MAX = 98_000;

/** The one-click URL for the List-Unsubscribe header. */
export const UNSUBSCRIBE_URL = SITE_URL_PLACEHOLDER + subscriberPath("unsubscribe", KEY_MARK);

export type IssueMail = {
  content: IssueContent;
  /** Slug in the archive; null if not yet sent. */
  slug: string | null;
  /** The sender's postal address; null if not configured. */
  postalAddress: string | null;
};

const WIDTH = 600;

/** Renders an issue as HTML, with tables and inline styles for old mail clients, and as plain text. */
export function renderIssueMail(mail: IssueMail): { text: string; html: string } {
  // A random stand-in for the placeholder, so that content can't contain it and only our links get a subscriber's key.
  const key = crypto.randomUUID();
  const links = {
    preferences: SITE_URL_PLACEHOLDER + subscriberPath("preferences", key),
    unsubscribe: SITE_URL_PLACEHOLDER + subscriberPath("unsubscribe", key),
  };
  const withPlaceholder = (body: string) => body.replaceAll(KEY_MARK, KEY_MARK_BROKEN).replaceAll(key, KEY_MARK);
  return { text: withPlaceholder(issueText(mail, links)), html: withPlaceholder(issueHtml(mail, links)) };
}

/** The placeholder in content, made inert by an invisible character. */
const KEY_MARK_BROKEN = KEY_MARK.replace("%", "%\u2060");

type KeyLinks = { preferences: string; unsubscribe: string };

function issueText({ content, slug, postalAddress }: IssueMail, links: KeyLinks): string {
  const entries = content.entries.map((entry) =>
    [
      `${entry.title}\n${entry.meta}`,
      entry.note,
      entry.summary,
      entry.opening ?? "",
      `${linkLabel(entry)}: ${SITE_URL_PLACEHOLDER}${entry.path}`,
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
  const end = [
    reasonText(content),
    ...(slug === null ? [] : [`Read online: ${SITE_URL_PLACEHOLDER}${issuePath(slug)}`]),
    `Change or pause your subscription: ${links.preferences}`,
    `Unsubscribe: ${links.unsubscribe}`,
    NO_TRACKING,
    ...(postalAddress === null ? [] : [`Rowhouse, ${postalAddress}`]),
  ];
  return ["Rowhouse", renderIntroText(content.intro), ...entries.map((entry) => `* * *\n\n${entry}`), "* * *", ...end]
    .filter((part) => part !== "")
    .join("\n\n");
}

const NO_TRACKING = "We don’t track whether you open this email or what you click.";

function reasonText({ neighborhood }: IssueContent): string {
  return neighborhood === null
    ? "You get this because you subscribed to the weekly newsletter of Rowhouse, the city guide to Washington, DC."
    : `You get this because you subscribed to news from ${neighborhood} by Rowhouse, the city guide to Washington, DC.`;
}

function linkLabel({ kind, isForMembers }: IssueEntry): string {
  if (kind === "place") return "View place";
  return isForMembers ? "Members can read the full guide" : "Read the guide";
}

// Outlook for Windows renders like Word: only cells have padding, widths need attributes, and conditional comments are for
// it alone.

/**
 * Gmail drops a style element that it can't parse, and some of its apps drop all of them. So essential styles are inline,
 * and each style element has one kind of rule.
 */
function issueHtml(mail: IssueMail, links: KeyLinks): string {
  const { content } = mail;
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeXml(content.subject)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office"><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
${DARK_START}
${DARK.map(({ names, property, color }) => `${names.join(", ")} { ${property}: ${color} !important; }`).join("\n")}
}
</style>
<style>
@media (max-width: 480px) { .m-pad { padding-left: 18px !important; padding-right: 18px !important; } }
</style>
<style>
${DARK.map(outlookDark).join("\n")}
</style>
</head>
<body class="m-page" bgcolor="#f3eee4" style="margin:0;padding:0;background:#f3eee4;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeXml(content.preview)}${"&#847;&zwnj;&nbsp;".repeat(40)}</div>
<table role="presentation" class="m-page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3eee4" style="background:#f3eee4">
<tr><td align="center" style="padding:20px 0">
<!--[if mso]><table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="m-card" width="100%" align="center" cellpadding="0" cellspacing="0" border="0" bgcolor="#fdfbf6" style="max-width:${WIDTH}px;background:#fdfbf6">
${headRow(content)}
${content.entries.map(entryRow).join("\n")}
${footRow(mail, links)}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

const DARK_START = "@media (prefers-color-scheme: dark) {";

type DarkRule = { names: readonly string[]; property: "background" | "color" | "border-color"; color: string };

const DARK: readonly DarkRule[] = [
  { names: [".m-page"], property: "background", color: "#12161c" },
  { names: [".m-card"], property: "background", color: "#1a2029" },
  { names: [".m-ink", ".m-ink a"], property: "color", color: "#f1ede4" },
  { names: [".m-soft"], property: "color", color: "#b6b0a4" },
  { names: [".m-link"], property: "color", color: "#f0a48e" },
  { names: [".m-rule"], property: "border-color", color: "#3a414c" },
  { names: [".m-button"], property: "background", color: "#b4452f" },
];

/** Outlook on the web and on phones inverts colors, and marks inverted elements with attributes that rules can override. */
function outlookDark({ names, property, color }: DarkRule): string {
  const attribute = property === "color" ? "[data-ogsc]" : "[data-ogsb]";
  return `${names.map((name) => `${attribute} ${name}`).join(", ")} { ${property}: ${color} !important; }`;
}

/** The mail in a fixed theme, regardless of the viewer's preference. */
export function applyMailTheme(html: string, theme: "light" | "dark"): string {
  return html
    .replace(DARK_START, theme === "dark" ? "@media all {" : "@media not all {")
    .replaceAll("light dark", theme);
}

const PAD = "padding:0 36px";
const SANS = "Arial,Helvetica,sans-serif";

function headRow(content: IssueContent): string {
  const intro = renderIntroMailHtml(content.intro);
  return `<tr><td class="m-pad" style="padding:28px 36px 0">
<p class="m-ink" style="margin:0;font:400 28px/1.2 Georgia,serif;color:#1d1b18">Rowhouse</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-soft m-rule" style="padding:6px 0 14px;border-bottom:3px double #8c2f1f;font:400 14px/1.4 ${SANS};color:#655f55">${escapeXml(content.neighborhood === null ? "Your guide to Washington, DC" : `News from ${content.neighborhood}`)}</td></tr></table>
<h1 class="m-ink" style="margin:24px 0 16px;font:400 30px/1.2 Georgia,serif;color:#1d1b18">${escapeXml(content.subject)}</h1>
${intro}
</td></tr>`;
}

function entryRow(entry: IssueEntry): string {
  const href = escapeXml(SITE_URL_PLACEHOLDER + entry.path);
  const image = `<a href="${href}"><img src="${escapeXml(SITE_URL_PLACEHOLDER + entry.image.path)}" width="528" alt="${escapeXml(entry.image.alt)}" style="display:block;width:100%;max-width:528px;height:auto;border:0;font:400 14px/1.4 ${SANS};color:#655f55"></a>`;
  const note =
    entry.note === ""
      ? ""
      : `<p class="m-ink" style="margin:0 0 10px;font:italic 400 16px/1.5 Georgia,serif;color:#1d1b18">${escapeXml(entry.note).replaceAll("\n", "<br>")}</p>`;
  const opening = entry.opening === null ? "" : paragraph(entry.opening);
  return `<tr><td class="m-pad" style="${PAD}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-rule" style="border-top:1px solid #d9d2c5;padding:24px 0 28px">
${image}
<h2 style="margin:16px 0 4px;font:400 23px/1.25 Georgia,serif"><a class="m-ink" href="${href}" style="color:#1d1b18;text-decoration:none">${escapeXml(entry.title)}</a></h2>
<p class="m-soft" style="margin:0 0 10px;font:400 14px/1.4 ${SANS};color:#655f55">${escapeXml(entry.meta)}</p>
${note}${paragraph(entry.summary)}${opening}
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-button" bgcolor="#8c2f1f" style="background:#8c2f1f;border-radius:3px;mso-padding-alt:11px 18px"><a href="${href}" aria-label="${escapeXml(`${linkLabel(entry)}: ${entry.title}`)}" style="display:inline-block;padding:11px 18px;font:bold 15px/1.3 ${SANS};color:#ffffff;text-decoration:none">${escapeXml(linkLabel(entry))}</a></td></tr></table>
</td></tr></table>
</td></tr>`;
}

function paragraph(text: string): string {
  return `<p class="m-ink" style="margin:0 0 12px;font:400 16px/1.5 Georgia,serif;color:#1d1b18">${escapeXml(text)}</p>`;
}

function footRow({ content, slug, postalAddress }: IssueMail, { preferences, unsubscribe }: KeyLinks): string {
  const link = (href: string, label: string) =>
    `<a class="m-link" href="${escapeXml(href)}" style="color:#8c2f1f;text-decoration:underline">${label}</a>`;
  const links = [
    ...(slug === null ? [] : [link(SITE_URL_PLACEHOLDER + issuePath(slug), "Read online")]),
    link(preferences, "Change or pause"),
    link(unsubscribe, "Unsubscribe"),
  ];
  const notes = [reasonText(content), NO_TRACKING, ...(postalAddress === null ? [] : [`Rowhouse, ${postalAddress}`])];
  return `<tr><td class="m-pad" style="padding:0 36px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-soft m-rule" style="border-top:1px solid #d9d2c5;padding-top:20px;font:400 13px/1.5 ${SANS};color:#655f55">
<p style="margin:0 0 10px">${links.join(" &nbsp; ")}</p>
${notes.map((text) => `<p style="margin:0 0 8px">${escapeXml(text)}</p>`).join("\n")}
</td></tr></table>
</td></tr>`;
}
