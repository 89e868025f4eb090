/** Stands for the site's address in a mail that waits: who queues it need not know the address, and who sends it does. */
export const SITE_MARK = "%SITE_URL%";

/** Stands for what comes behind the @ of our Message-IDs, which only who sends it knows. */
export const DOMAIN_MARK = "%MAIL_DOMAIN%";

export type MailWords = {
  /** Whom it greets; empty for nobody by name. */
  name: string;
  paragraphs: readonly string[];
  /** Where it leads, as a path of the site. */
  link: { label: string; path: string };
};

/** One letter as text and as HTML; what stands in names and paragraphs is text in both. */
export function mailBodies({ name, paragraphs, link }: MailWords): { text: string; html: string } {
  const greeting = name === "" ? "Hello," : `Hello ${name},`;
  const href = SITE_MARK + link.path;
  const text = [greeting, ...paragraphs, `${link.label}: ${href}`, "Rowhouse"].join("\n\n");
  const html = [greeting, ...paragraphs].map((paragraph) => `<p style="${TEXT}">${escaped(paragraph)}</p>`).join("\n");
  return {
    text,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rowhouse</title></head>
<body style="margin:0;background:#faf7f1">
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
<p style="margin:0 0 24px;font:400 26px Georgia,serif;color:#1d1b18">Rowhouse</p>
${html}
<p style="margin:24px 0"><a href="${escaped(href)}" style="${BUTTON}">${escaped(link.label)}</a></p>
</div>
</body></html>
`,
  };
}

/** A body that waits, with the addresses it leads to. */
export function withSiteUrl(body: string, siteUrl: string): string {
  return body.replaceAll(SITE_MARK, siteUrl);
}

const TEXT = "margin:0 0 16px;font:400 16px/1.5 Arial,sans-serif;color:#1d1b18";
const BUTTON =
  "display:inline-block;padding:12px 18px;background:#8c2f1f;color:#ffffff;font:600 16px Arial,sans-serif;text-decoration:none";

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
