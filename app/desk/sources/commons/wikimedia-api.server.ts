import { getPath, getText } from "#app/desk/imports/readers/parse-fields.ts";
import { parseJson } from "#app/lib/parse-json.ts";

import { SourceFault } from "../http/source-fault.ts";
import type { SourceHttp } from "../http/source-http.server.ts";

/** Seconds by which their copies of the database may lag behind before we wait, as Wikimedia asks of programs. */
const LAG_SECONDS_MAX = 5;
/** The shortest wait when they ask for one; doubles with every try. */
const WAIT_MS = 5_000;
const WAIT_MS_MAX = 5 * 60_000;
const TRIES_MAX = 5;
/** Fifty items with all their statements and references. */
const ANSWER_BYTES_MAX = 40_000_000;
/** Errors that mean "later". */
const BUSY_CODES = new Set(["maxlag", "ratelimited", "readonly", "internal_api_error_DBQueryError"]);

/**
 * One request to an API of MediaWiki. Waits and asks again while the server wants that.
 *
 * @param input.url Of `api.php`.
 * @returns The answer as JSON.
 * @throws SourceFault
 * @see https://www.mediawiki.org/wiki/API:Etiquette
 */
export async function askWikimedia(
  http: SourceHttp,
  { url: address, parameters }: { url: string; parameters: Record<string, string> },
): Promise<unknown> {
  const url = new URL(address);
  const all = { ...parameters, format: "json", formatversion: "2", maxlag: String(LAG_SECONDS_MAX) };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  for (let count = 1; ; count += 1) {
    const { bytes, headers } = await http.read({ url: url.href, bytesMax: ANSWER_BYTES_MAX });
    const answer = parseJson(new TextDecoder().decode(bytes));
    if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
      throw new SourceFault("malformed", `${url.host} didn’t answer as an API of MediaWiki does.`);
    }
    const error = getPath(answer, "error");
    if (error === undefined) return answer;
    const code = getText(error, "code");
    const reason = `${url.host} says: “${getText(error, "info").slice(0, 300) || code.slice(0, 80)}”.`;
    if (!BUSY_CODES.has(code)) throw new SourceFault("failed", reason);
    const seconds = /^\d{1,6}$/.test(headers["retry-after"] ?? "") ? Number(headers["retry-after"]) : 0;
    const ms = Math.max(seconds * 1_000, WAIT_MS * 2 ** (count - 1));
    if (count >= TRIES_MAX || ms > WAIT_MS_MAX) throw new SourceFault("busy", reason, { retryAfterMs: ms });
    await http.wait(ms);
  }
}
