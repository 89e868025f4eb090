// Our own: @remix-run/multipart-parser holds each part whole in memory, and an imported file may have hundreds of megabytes.

/** Limits for a part's header and for the other fields of the form. */
const HEADER_BYTES_MAX = 8 * 1024;
const FIELD_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 40;

export type MultipartEvent =
  | { kind: "field"; name: string; value: string }
  | { kind: "file"; name: string; fileName: string }
  | { kind: "bytes"; bytes: Uint8Array };

/** The boundary between parts; null when the content type is not multipart. */
export function multipartBoundary(contentType: string | null): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data;.*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType ?? "") ?? [];
  return quoted ?? plain ?? null;
}

export class MultipartError extends Error {}

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
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first boundary has no preceding line break.
  let buffer: Buffer = Buffer.from("\r\n");
  let part: "preamble" | "field" | "file" = "preamble";
  let field = { name: "", size: 0, pieces: [] as Buffer[] };
  let fields = 0;
  for await (const chunk of body) {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const at = buffer.indexOf(delimiter);
      // Keep back what may be the beginning of a boundary.
      const flushable = at >= 0 ? at : Math.max(0, buffer.length - delimiter.length - 1);
      const bytes = buffer.subarray(0, flushable);
      if (bytes.length > 0 && part === "file") yield { kind: "bytes", bytes };
      if (part === "field") {
        field.size += bytes.length;
        if (field.size > FIELD_BYTES_MAX) throw new MultipartError("A field is too long");
        field.pieces.push(bytes);
      }
      if (at < 0) {
        buffer = buffer.subarray(flushable);
        break;
      }
      const headEnd = buffer.indexOf("\r\n\r\n", at + delimiter.length);
      const isEnd = buffer.subarray(at + delimiter.length, at + delimiter.length + 2).toString() === "--";
      if (headEnd < 0 && !isEnd) {
        if (buffer.length - at > HEADER_BYTES_MAX) throw new MultipartError("A part has too long a header");
        buffer = buffer.subarray(at);
        break;
      }
      if (part === "field")
        yield { kind: "field", name: field.name, value: Buffer.concat(field.pieces).toString("utf8") };
      if (isEnd) return;
      fields += 1;
      if (fields > FIELDS_MAX) throw new MultipartError("The form has too many parts");
      const header = parsePartHeader(buffer.subarray(at + delimiter.length, headEnd).toString("utf8"));
      buffer = buffer.subarray(headEnd + 4);
      if (header.fileName === null) {
        part = "field";
        field = { name: header.name, size: 0, pieces: [] };
      } else {
        part = "file";
        yield { kind: "file", name: header.name, fileName: header.fileName };
      }
    }
  }
  throw new MultipartError("The form was cut short");
}

function parsePartHeader(text: string): { name: string; fileName: string | null } {
  const [, name] = /content-disposition:[^\r\n]*?[;\s]name="([^"]*)"/i.exec(text) ?? [];
  const [, fileName] = /content-disposition:[^\r\n]*?filename="([^"]*)"/i.exec(text) ?? [];
  if (name === undefined) throw new MultipartError("A part has no name");
  return { name, fileName: fileName ?? null };
}
