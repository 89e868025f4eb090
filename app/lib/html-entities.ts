import { Parser } from "htmlparser2";

/** Named and numbered, with their semicolon. */
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi;

/** "Ben&#39;s &amp; Sons", as data of web pages often has names, as "Ben's & Sons". Tags and unknown entities stay. */
export function decodeEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity) => {
    let decoded = "";
    const parser = new Parser({
      ontext: (part) => {
        decoded += part;
      },
    });
    parser.end(entity);
    return decoded;
  });
}
