import { SITE_MARK } from "#app/features/mail/mail-bodies.ts";
import { escapeXml } from "#app/features/seo/xml.ts";

import type { IssueContent, IssueEntry } from "./issue.ts";
import { introMailHtml, introText } from "./issue-markdown.ts";
import { issuePath, subscriberPath } from "./newsletter-paths.ts";

/** Stands for the key that each receiver has of their own. */
const KEY_MARK = "%SUBSCRIBER_KEY%";
/** The name of that mark, as the outbox fills it in. */
export const KEY_MARK_NAME = "SUBSCRIBER_KEY";

/** Gmail cuts a mail's HTML at 102 KB; this leaves room for what is filled in. The same as the outbox's. */
export const HTML_BYTES_MAX = 98_000;

/** Where one click ends it, as List-Unsubscribe says. */
export const UNSUBSCRIBE_URL = SITE_MARK + subscriberPath("unsubscribe", KEY_MARK);

export type IssueMail = {
  content: IssueContent;
  /** Of its page in the archive; null for one that has none yet. */
  slug: string | null;
  /** Of whoever sends it; null when nobody has set it. */
  postalAddress: string | null;
};

const WIDTH = 600;

/** An issue as a mail: tables and styles in place, as programs of the 2000s read them, and the same as plain text. */
export function issueMail(mail: IssueMail): { text: string; html: string } {
  // Nobody who wrote the content knows it: only our own links get the mark in whose place a receiver's key comes.
  const key = crypto.randomUUID();
  const links = {
    preferences: SITE_MARK + subscriberPath("preferences", key),
    unsubscribe: SITE_MARK + subscriberPath("unsubscribe", key),
  };
  const marked = (body: string) => body.replaceAll(KEY_MARK, KEY_MARK_BROKEN).replaceAll(key, KEY_MARK);
  return { text: marked(issueText(mail, links)), html: marked(issueHtml(mail, links)) };
}

/** The mark where somebody wrote it: it reads the same, and stays what it is. */
const KEY_MARK_BROKEN = KEY_MARK.replace("%", "%\u2060");

type KeyLinks = { preferences: string; unsubscribe: string };

function issueText({ content, slug, postalAddress }: IssueMail, links: KeyLinks): string {
  const entries = content.entries.map((entry) =>
    [
      `${entry.title}\n${entry.meta}`,
      entry.note,
      entry.summary,
      entry.opening ?? "",
      `${linkWords(entry)}: ${SITE_MARK}${entry.path}`,
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
  const end = [
    reasonWords(content),
    ...(slug === null ? [] : [`Read it on the site: ${SITE_MARK}${issuePath(slug)}`]),
    `Choose what you get, or take a pause: ${links.preferences}`,
    `Unsubscribe: ${links.unsubscribe}`,
    NO_TRACKING,
    ...(postalAddress === null ? [] : [`Rowhouse, ${postalAddress}`]),
  ];
  return ["Rowhouse", introText(content.intro), ...entries.map((entry) => `* * *\n\n${entry}`), "* * *", ...end]
    .filter((part) => part !== "")
    .join("\n\n");
}

const NO_TRACKING = "Nothing in this mail tells us whether you open it or where you click.";

function reasonWords({ neighborhood }: IssueContent): string {
  return neighborhood === null
    ? "You get this because you asked for the weekly newsletter of Rowhouse, the city guide to Washington, DC."
    : `You get this because you asked Rowhouse, the city guide to Washington, DC, for news from ${neighborhood}.`;
}

function linkWords({ kind, isForMembers }: IssueEntry): string {
  if (kind === "place") return "See the place";
  return isForMembers ? "Members read the whole guide" : "Read the guide";
}

/**
 * Outlook for Windows lays mails out as Word does: cells alone have padding, a width wants an attribute, and what is said to
 * it alone stands in comments. Gmail drops a whole style element that it doesn't understand, and some of its programs drop
 * all: whatever matters is said in place, and each style element says one kind of thing. Its test holds it to that.
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

/** Outlook on the web and on phones turns colors over by itself, and marks what it has turned over, for whoever knows better. */
function outlookDark({ names, property, color }: DarkRule): string {
  const mark = property === "color" ? "[data-ogsc]" : "[data-ogsb]";
  return `${names.map((name) => `${mark} ${name}`).join(", ")} { ${property}: ${color} !important; }`;
}

/** The mail as a program that prefers one theme shows it, whatever the machine that looks prefers. */
export function inTheme(html: string, theme: "light" | "dark"): string {
  return html
    .replace(DARK_START, theme === "dark" ? "@media all {" : "@media not all {")
    .replaceAll("light dark", theme);
}

const PAD = "padding:0 36px";
const SANS = "Arial,Helvetica,sans-serif";

function headRow(content: IssueContent): string {
  const intro = introMailHtml(content.intro);
  return `<tr><td class="m-pad" style="padding:28px 36px 0">
<p class="m-ink" style="margin:0;font:400 28px/1.2 Georgia,serif;color:#1d1b18">Rowhouse</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-soft m-rule" style="padding:6px 0 14px;border-bottom:3px double #8c2f1f;font:400 14px/1.4 ${SANS};color:#655f55">${escapeXml(content.neighborhood === null ? "Your guide to Washington, DC" : `News from ${content.neighborhood}`)}</td></tr></table>
<h1 class="m-ink" style="margin:24px 0 16px;font:400 30px/1.2 Georgia,serif;color:#1d1b18">${escapeXml(content.subject)}</h1>
${intro}
</td></tr>`;
}

function entryRow(entry: IssueEntry): string {
  const href = escapeXml(SITE_MARK + entry.path);
  const image = `<a href="${href}"><img src="${escapeXml(SITE_MARK + entry.image.path)}" width="528" alt="${escapeXml(entry.image.alt)}" style="display:block;width:100%;max-width:528px;height:auto;border:0;font:400 14px/1.4 ${SANS};color:#655f55"></a>`;
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
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-button" bgcolor="#8c2f1f" style="background:#8c2f1f;border-radius:3px;mso-padding-alt:11px 18px"><a href="${href}" aria-label="${escapeXml(`${linkWords(entry)}: ${entry.title}`)}" style="display:inline-block;padding:11px 18px;font:bold 15px/1.3 ${SANS};color:#ffffff;text-decoration:none">${escapeXml(linkWords(entry))}</a></td></tr></table>
</td></tr></table>
</td></tr>`;
}

function paragraph(text: string): string {
  return `<p class="m-ink" style="margin:0 0 12px;font:400 16px/1.5 Georgia,serif;color:#1d1b18">${escapeXml(text)}</p>`;
}

function footRow({ content, slug, postalAddress }: IssueMail, { preferences, unsubscribe }: KeyLinks): string {
  const link = (href: string, words: string) =>
    `<a class="m-link" href="${escapeXml(href)}" style="color:#8c2f1f;text-decoration:underline">${words}</a>`;
  const links = [
    ...(slug === null ? [] : [link(SITE_MARK + issuePath(slug), "Read it on the site")]),
    link(preferences, "Choose what you get"),
    link(unsubscribe, "Unsubscribe"),
  ];
  const words = [reasonWords(content), NO_TRACKING, ...(postalAddress === null ? [] : [`Rowhouse, ${postalAddress}`])];
  return `<tr><td class="m-pad" style="padding:0 36px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="m-soft m-rule" style="border-top:1px solid #d9d2c5;padding-top:20px;font:400 13px/1.5 ${SANS};color:#655f55">
<p style="margin:0 0 10px">${links.join(" &nbsp; ")}</p>
${words.map((text) => `<p style="margin:0 0 8px">${escapeXml(text)}</p>`).join("\n")}
</td></tr></table>
</td></tr>`;
}
