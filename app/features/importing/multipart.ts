/** Limits for a part's header and for the other fields of the form. */
const HEADER_BYTES_MAX = 8 * 1024;
const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 40;

export type MultipartEvent =
  | { kind: "field"; name: string; value: string }
  | { kind: "file"; name: string; fileName: string }
  | { kind: "bytes"; bytes: Uint8Array };

/** The boundary between parts; null when the content type is not multipart. */
export function boundaryOf(contentType: string | null): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data;.*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType ?? "") ?? [];
  return quoted ?? plain ?? null;
}

export class MultipartProblem extends Error {}

/**
 * Reads a multipart form as a stream: fields whole, files in chunks, so that no file is ever fully in memory.
 *
 * @throws MultipartError when the body is malformed or exceeds a limit.
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<MultipartEvent> {
  const mark = Buffer.from(`\r\n--${boundary}`);
  // The first boundary has no preceding line break.
  let held: Buffer = Buffer.from("\r\n");
  let part: "preamble" | "field" | "file" = "preamble";
  let field = { name: "", size: 0, pieces: [] as Buffer[] };
  let fields = 0;
  for await (const piece of body) {
    held = Buffer.concat([held, piece]);
    for (;;) {
      const at = held.indexOf(mark);
      // Keep back what may be the beginning of a boundary.
      const sure = at >= 0 ? at : Math.max(0, held.length - mark.length - 1);
      const bytes = held.subarray(0, sure);
      if (bytes.length > 0 && part === "file") yield { kind: "bytes", bytes };
      if (part === "field") {
        field.size += bytes.length;
        if (field.size > FIELD_BYTES_MAX) throw new MultipartProblem("A field is too long");
        field.pieces.push(bytes);
      }
      if (at < 0) {
        held = held.subarray(sure);
        break;
      }
      const headEnd = held.indexOf("\r\n\r\n", at + mark.length);
      const isEnd = held.subarray(at + mark.length, at + mark.length + 2).toString() === "--";
      if (headEnd < 0 && !isEnd) {
        if (held.length - at > HEADER_BYTES_MAX) throw new MultipartProblem("A part has too long a header");
        held = held.subarray(at);
        break;
      }
      if (part === "field")
        yield { kind: "field", name: field.name, value: Buffer.concat(field.pieces).toString("utf8") };
      if (isEnd) return;
      fields += 1;
      if (fields > FIELDS_MAX) throw new MultipartProblem("The form has too many parts");
      const header = partHeader(held.subarray(at + mark.length, headEnd).toString("utf8"));
      held = held.subarray(headEnd + 4);
      if (header.fileName === null) {
        part = "field";
        field = { name: header.name, size: 0, pieces: [] };
      } else {
        part = "file";
        yield { kind: "file", name: header.name, fileName: header.fileName };
      }
    }
  }
  throw new MultipartProblem("The form was cut short");
}

function partHeader(text: string): { name: string; fileName: string | null } {
  const [, name] = /content-disposition:[^\r\n]*?[;\s]name="([^"]*)"/i.exec(text) ?? [];
  const [, fileName] = /content-disposition:[^\r\n]*?filename="([^"]*)"/i.exec(text) ?? [];
  if (name === undefined) throw new MultipartProblem("A part has no name");
  return { name, fileName: fileName ?? null };
}
