import { parse as parseYaml, stringify as stringifyYaml, YAMLParseError } from "yaml";
import { z } from "zod";

import type { GuideDocument } from "#app/db/columns/guide-document-columns.ts";
import { parseGuidePicturePath } from "#app/guide/guides/guide-picture.ts";
import { placeSlugsInText } from "#app/guide/guides/page/guide-body.ts";
import { isSlug, slugify } from "#app/lib/slug.ts";

import {
  AUTHORS_MAX,
  EMPTY_GUIDE,
  FEATURED_RANK_MAX,
  GuideDocumentSchema,
  normalizeGuideText,
  KEYWORDS_MAX,
  sortStops,
  STOPS_MAX,
  findExceededLimit,
} from "../document/guide-document.ts";
import { normalizeLine } from "../draft/guide-form.ts";

/** The longest guide's file has 70 KB. */
export const GUIDE_FILE_BYTES_MAX = 200 * 1024;

/** A scalar value. YAML reads 2026 as a number and an empty value as null, and its escapes can produce any character. */
const line = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((value) => (value === null ? "" : normalizeLine(String(value))))
  .pipe(z.string().max(1_000));

/** The front matter, in the format of the seed guides. Unknown keys are ignored. */
const FrontMatter = z.object({
  title: line.default(""),
  slug: line.default(""),
  excerpt: line.default(""),
  category: line.default(EMPTY_GUIDE.category),
  neighborhood: line.default(""),
  featured: z.number().int().min(1).max(FEATURED_RANK_MAX).nullable().default(null),
  access: z.enum(["everyone", "members"]).default("everyone"),
  early: z.boolean().default(false),
  author: line.default(EMPTY_GUIDE.authors[0] ?? ""),
  coauthors: z
    .array(line)
    .max(AUTHORS_MAX - 1)
    .default([]),
  picture: line.default(""),
  cover: z
    .object({ path: line, alt: line, credit: line.default("") })
    .nullable()
    .default(null),
  keywords: z
    .array(line)
    .max(KEYWORDS_MAX * 2)
    .default([]),
  places: z
    .array(z.object({ slug: line, reason: line.default(""), hint: line.default("") }))
    .max(STOPS_MAX * 2)
    .default([]),
});

export type GuideFileResult = { document: GuideDocument; problem: null } | { document: null; problem: string };

/**
 * Reads a guide from Markdown with YAML front matter between two lines of ---. Without front matter, the first heading is the
 * title.
 */
export function parseGuideFile(bytes: Uint8Array, name: string): GuideFileResult {
  const refuse = (problem: string): GuideFileResult => ({ document: null, problem });
  if (bytes.byteLength > GUIDE_FILE_BYTES_MAX) return refuse(`It’s larger than ${GUIDE_FILE_BYTES_MAX / 1024} KB.`);
  const text = decoded(bytes);
  if (text === null) return refuse("It isn’t UTF-8 text. Save it as UTF-8 and choose it again.");
  const [, yaml, below] = /^---\n([\s\S]*?)\n---[ \t]*(?:\n([\s\S]*))?$/.exec(text) ?? [];
  const head = yaml === undefined ? plainFrontMatter(text) : readFrontMatter(yaml);
  if (typeof head === "string") return refuse(head);
  const body = normalizeGuideText(yaml === undefined ? text.replace(/^\s*# .*(?:\n|$)/, "") : (below ?? ""));
  const { featured, early, places, author, coauthors, cover, ...words } = head;
  const keywords = words.keywords.filter((word) => word !== "");
  const fromName = slugify(name.replace(/\.[a-z]{1,9}$/i, ""));
  const read = GuideDocumentSchema.safeParse({
    ...words,
    authors: [...new Set([author, ...coauthors])].filter((slug) => slug !== ""),
    keywords,
    slug: isSlug(words.slug) ? words.slug : fromName,
    featuredRank: featured,
    cover: cover !== null && parseGuidePicturePath(cover.path) !== null ? cover : null,
    isEarly: early,
    body,
    stops: sortStops(placeSlugsInText(body), places),
  });
  if (!read.success) return refuse("It’s too long for a post.");
  const long = findExceededLimit(read.data);
  if (long !== null) return refuse(`${long.label} has ${long.characters} characters. The limit is ${long.max}.`);
  return { document: read.data, problem: null };
}

/** Writes a guide as a file that `parseGuideFile` reads back unchanged. It can be used as a seed file. */
export function formatGuideFile(document: GuideDocument, publishedAt: Date | null): string {
  const {
    title,
    slug,
    excerpt,
    category,
    neighborhood,
    authors,
    keywords,
    picture,
    cover,
    featuredRank,
    access,
    isEarly,
  } = document;
  const [author = "", ...coauthors] = authors;
  const inText = new Set(placeSlugsInText(document.body));
  const head = {
    title,
    slug,
    excerpt,
    category,
    ...(neighborhood === "" ? {} : { neighborhood }),
    ...(featuredRank === null ? {} : { featured: featuredRank }),
    ...(publishedAt === null ? {} : { publishedAt: publishedAt.toISOString() }),
    ...(access === "everyone" ? {} : { access }),
    ...(isEarly ? { early: true } : {}),
    author,
    ...(coauthors.length === 0 ? {} : { coauthors }),
    ...(picture === "" ? {} : { picture }),
    ...(cover === null ? {} : { cover }),
    keywords,
    places: document.stops.filter(({ slug: place }) => inText.has(place)),
  };
  return `---\n${stringifyYaml(head, { lineWidth: 110 })}---\n${document.body}\n`;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\u0000") ? null : text.replaceAll(/\r\n?/g, "\n");
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function plainFrontMatter(text: string): z.infer<typeof FrontMatter> {
  const [, title = ""] = /^\s*# (.*)$/m.exec(text) ?? [];
  return FrontMatter.parse({ title: title.trim() });
}

function readFrontMatter(yaml: string): z.infer<typeof FrontMatter> | string {
  try {
    // No aliases: nested ones could exhaust the memory.
    const read = FrontMatter.safeParse(parseYaml(yaml, { maxAliasCount: 0 }));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return `Its front matter has an error: ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}.`;
  } catch (error) {
    if (error instanceof YAMLParseError || error instanceof ReferenceError) {
      return `Its front matter isn’t YAML: ${error.message.split("\n", 1)[0] ?? ""}`;
    }
    throw error;
  }
}
