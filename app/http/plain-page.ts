import { type Outage, outageText } from "./outage.ts";

/** Answers given before routing: too long, malformed, not allowed. */
const TEXTS = {
  400: {
    title: "We couldn’t read that address",
    text: "It has characters our addresses never use. Check it, or start from the home page.",
  },
  403: {
    title: "That came from another site",
    text: "This form only works from our own pages. Open the page and try again there.",
  },
  404: { title: "Not found", text: "That file doesn’t exist." },
  405: {
    title: "That isn’t allowed here",
    text: "Nothing can be sent to this address. Go back and try again from the page.",
  },
  408: { title: "That took too long", text: "Your request took too long to arrive. Please try again." },
  413: {
    title: "That’s too large",
    text: "You sent more than this page accepts. Send less and try again.",
  },
  414: { title: "That address is too long", text: "Shorten it, or start from the home page." },
  421: {
    title: "This server doesn’t answer to that name",
    text: "The trial site works on this machine only. Set TRIAL_ON_NETWORK=yes to open it, or build for production.",
  },
  429: {
    title: "That was a lot at once",
    text: "Your network asked for more pages than we can make in a minute. Wait a minute, then try again.",
  },
  431: {
    title: "Your browser sent too much",
    text: "Its headers are larger than we accept. Clearing this site’s cookies usually helps.",
  },
  500: {
    title: "Something broke on our side",
    text: "It’s not you. Try again in a moment. If it keeps happening, send us the reference below.",
  },
  503: { title: "We’ll be right back", text: "The site is busy or restarting. Try again in a moment." },
} as const;

export type PlainStatus = keyof typeof TEXTS;

/**
 * Problem details (RFC 9457) for programs, a small page for people.
 *
 * @param input.outage The outage behind a 503. Problem details then include `reason`, `saved` and `hint`.
 * @param input.loadsPage Whether the browser loads a new page, so that going back restores what was typed. By default for
 *   people.
 */
export function renderPlainAnswer(input: {
  status: PlainStatus;
  requestId: string;
  wantsHtml: boolean;
  outage?: Outage | undefined;
  loadsPage?: boolean;
}): {
  body: string;
  contentType: string;
} {
  const { status, requestId, outage, loadsPage = input.wantsHtml } = input;
  const { title, text, ...more } = outage === undefined ? { ...TEXTS[status], hint: null } : outageText(outage);
  const hint = loadsPage ? more.hint : null;
  if (!input.wantsHtml) {
    const outageFields = outage && { reason: outage.reason, saved: outage.saved, hint };
    const problem = { type: "about:blank", ...outageFields, title, status, detail: text, requestId };
    return { body: JSON.stringify(problem), contentType: "application/problem+json" };
  }
  const fullText = hint === null ? text : `${text} ${hint}`;
  return { body: page(status, { title, text: fullText, requestId }), contentType: "text/html; charset=utf-8" };
}

function page(status: number, { title, text, requestId }: { title: string; text: string; requestId: string }): string {
  return `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} - Rowhouse</title>
<style>:root{color-scheme:light dark}body{max-width:34rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#fbf9f5,#111724);color:light-dark(#151c29,#f0ece5)}h1{font:400 2rem/1.2 Georgia,serif}a{color:light-dark(#943b27,#ea9b7c)}small{color:light-dark(#554d44,#b0b4bd)}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="/">Go to the home page</a></p><p><small>${status} · Reference ${requestId}</small></p></main></body></html>
`;
}

/** Whether the client is a browser, by its Accept header. */
export function wantsHtml(accept: string | undefined): boolean {
  return accept?.includes("text/html") === true;
}
