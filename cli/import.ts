import { statSync } from "node:fs";
import { basename, resolve } from "node:path";

import { eq } from "drizzle-orm";

import { migrate } from "#app/db/migrate.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import { COLUMN_FIELD_NAMES, type ColumnMapping, isColumnField } from "#app/features/importing/column-mapping.ts";
import {
  FORMAT_NAMES,
  IMPORT_FORMATS,
  type ImportFormat,
  isImportFormat,
} from "#app/features/importing/import-format.ts";
import { emptyReport, endingWords, entriesIn, type ImportReport } from "#app/features/importing/import-report.ts";
import { type ImportSource, readSource, SOURCE_OF } from "#app/features/importing/import-source.ts";
import { FIELD_NAMES, skipWords } from "#app/features/importing/imported-facts.ts";
import { localFile } from "#app/features/importing/import-file.server.ts";
import { findImport, skippedRecords } from "#app/features/importing/import-queries.server.ts";
import { FILE_BYTES_MAX, isUnderWay, WAITING_FROM } from "#app/features/importing/imports.ts";
import { addImport, startCheck, startRun, workAtImport } from "#app/features/importing/imports.server.ts";
import { isType, type OurKind } from "#app/features/importing/kinds.ts";
import { inspectFile } from "#app/features/importing/read-file.server.ts";
import { withdrawSource } from "#app/features/importing/withdraw-source.server.ts";
import { CATEGORY_SLUGS, isCategorySlug } from "#app/features/places/categories.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { storageOf } from "#app/platform/storage.server.ts";

import { MIGRATIONS_FOLDER } from "./prepare-database.ts";
import type { CommandInput } from "./with-database.ts";

const USAGE = `Usage: npm run cli -- import FILE [--dry-run] [--publish | --wait] [--format FORMAT] [--map FIELD=COLUMN]...
                             [--kind CATEGORY=TYPE] [--source TITLE --license TERMS [--publisher NAME]]
       npm run cli -- import resume ID
       npm run cli -- import withdraw SOURCE

  --dry-run  check the file and report, nothing else
  --publish  list new places at once; --wait: all of them wait for an editor (more than ${WAITING_FROM} do anyway)
  FORMAT     ${IMPORT_FORMATS.join(", ")}; found out by itself unless given
  CATEGORY   ${CATEGORY_SLUGS.join(", ")}; with a type, as food=Bakery: what those are that the file says no kind of
  FIELD      ${COLUMN_FIELD_NAMES.join(", ")}`;

const ACTOR = { kind: "command" as const, id: "import" };

/** Skipped entries that are named one by one. */
const SKIPS_PRINTED = 20;

/** Places from a file; see the usage. The same file twice changes nothing, and one that was cut short goes on. */
export async function importCommand(input: CommandInput): Promise<number> {
  const { words, print, opened } = input;
  await migrate(opened, MIGRATIONS_FOLDER);
  const [verb = "", about = ""] = words;
  if (verb === "withdraw" && about !== "") return withdraw(input, about);
  if (verb === "resume" && about !== "") return resume(input, about);
  const asked = readWords(words);
  if ("problem" in asked) {
    print(`${asked.problem}\n\n${USAGE}`);
    return 2;
  }
  return importFile(input, asked);
}

/** A server that runs the command for us has another folder than we: paths are told whole. */
export function withWholePath(words: string[]): string[] {
  const [first = "", ...rest] = words;
  return first === "" || first === "resume" || first === "withdraw" || first.startsWith("--")
    ? words
    : [resolve(first), ...rest];
}

type Asked = {
  path: string;
  isDryRun: boolean;
  publishes: boolean | null;
  format: ImportFormat | null;
  mapping: ColumnMapping;
  plainKind: OurKind | null;
  source: { title: string; publisher: string; license: string } | null;
};

function readWords(words: string[]): Asked | { problem: string } {
  const [path = "", ...rest] = words;
  if (path === "" || path.startsWith("--")) return { problem: "Name the file first." };
  const asked: Asked = {
    path,
    isDryRun: false,
    publishes: null,
    format: null,
    mapping: {},
    plainKind: null,
    source: null,
  };
  const source = { title: "", publisher: "", license: "" };
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? "";
    if (word === "--dry-run") asked.isDryRun = true;
    else if (word === "--publish") asked.publishes = true;
    else if (word === "--wait") asked.publishes = false;
    else {
      at += 1;
      const problem = takeOption(asked, source, { word, value: rest[at] ?? "" });
      if (problem !== null) return { problem };
    }
  }
  return { ...asked, source: source.title === "" ? null : source };
}

function takeOption(
  asked: Asked,
  source: { title: string; publisher: string; license: string },
  { word, value }: { word: string; value: string },
): string | null {
  if (value === "") return `${word} needs a word after it.`;
  if (word === "--source") source.title = value;
  else if (word === "--publisher") source.publisher = value;
  else if (word === "--license") source.license = value;
  else if (word === "--format") {
    if (!isImportFormat(value)) return `There is no format "${value}".`;
    asked.format = value;
  } else if (word === "--kind") {
    const [category = "", ...type] = value.split("=");
    const kind = { category, type: type.join("=").trim() };
    if (!isCategorySlug(kind.category) || !isType(kind.type)) return `--kind takes CATEGORY=TYPE, not "${value}".`;
    asked.plainKind = { category: kind.category, type: kind.type };
  } else if (word === "--map") {
    const [field = "", ...column] = value.split("=");
    if (!isColumnField(field) || column.length === 0) return `--map takes FIELD=COLUMN, not "${value}".`;
    asked.mapping[field] = column.join("=");
  } else return `There is no option "${word}".`;
  return null;
}

async function importFile(input: CommandInput, asked: Asked): Promise<number> {
  const { print, opened } = input;
  const stats = statSync(asked.path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return failed(print, `There is no file ${asked.path}.`);
  if (stats.size > FILE_BYTES_MAX) return failed(print, `A file has at most ${FILE_BYTES_MAX / 1_048_576} MB.`);
  const found = await inspectFile(localFile(asked.path), asked.format);
  if ("problem" in found) return failed(print, found.problem);
  const source = sourceOf(asked, found.format);
  if ("problem" in source) return failed(print, source.problem);
  print(`${FORMAT_NAMES[found.format]}, ${found.encoding}, from ${source.source.title} (${source.source.license}).`);
  const added = await addImport(opened.db, {
    place: asked.path,
    found,
    fileName: basename(asked.path),
    byteCount: stats.size,
    source: source.source,
    mapping: asked.mapping,
    plainKind: asked.plainKind,
    publishes: asked.publishes === true,
    actor: ACTOR,
    now: new Date(),
  });
  if ("problem" in added) return failed(print, added.problem);
  if (added.format === "csv" || added.format === "google") {
    for (const [field, column] of Object.entries(added.mapping)) print(`  ${field.padEnd(12)} ${column}`);
  }
  if (added.format === "csv") {
    const started = await startCheck(opened.db, {
      importId: added.id,
      mapping: added.mapping,
      actor: ACTOR,
      now: new Date(),
    });
    if (started !== "started")
      return failed(print, started === "not-now" ? "It is at work already." : `${started.problem} Use --map.`);
  }
  print(`Import ${added.id}`);
  return goOn(input, added.id, asked);
}

function sourceOf(asked: Asked, format: ImportFormat): { source: ImportSource } | { problem: string } {
  const usual = SOURCE_OF[format];
  if (asked.source !== null) return readSource(asked.source);
  return usual === undefined
    ? { problem: "Say where it comes from: --source TITLE --license TERMS." }
    : { source: usual };
}

async function resume(input: CommandInput, id: string): Promise<number> {
  const found = /^[0-9a-f-]{36}$/.test(id) ? await findImport(input.opened.db, id) : null;
  if (found === null) return failed(input.print, `There is no import ${id}.`);
  return goOn(input, id, { isDryRun: false, publishes: found.publishes });
}

async function goOn(
  { print, opened }: CommandInput,
  id: string,
  { isDryRun, publishes }: Pick<Asked, "isDryRun" | "publishes">,
): Promise<number> {
  const env = readEnv(process.env);
  const log = createLogger({ level: env.logLevel });
  const bar = progressBar(print);
  const about = { db: opened.db, storage: storageOf(env), importId: id, actor: ACTOR, log };
  // Whoever says so here goes on with it now, also when a process that has just died was at it.
  const work = { ...about, now: () => new Date(), isTakenOver: true };
  await workAtImport({ ...work, onProgress: ({ bytesRead, byteCount }) => bar("Checked", bytesRead, byteCount) });
  const checked = await findImport(opened.db, id);
  if (checked === null) return failed(print, "The import is gone.");
  if (checked.stage === "checked") {
    for (const line of reportLines(checked.report)) print(line);
    for (const line of await skipLines(opened.db, id)) print(line);
    if (isDryRun) {
      print(`Nothing is written. To do it: npm run cli -- import resume ${id}`);
      return 0;
    }
    const isListed = publishes ?? checked.report.new <= WAITING_FROM;
    await startRun(opened.db, { importId: id, publishes: isListed, actor: ACTOR, now: new Date() });
  }
  const total = entriesIn(checked.report) - checked.report.skipped - checked.report.unchanged;
  await workAtImport({
    ...work,
    onProgress: ({ recordsRead: _read, ...row }) => bar("Imported", appliedOf(row), total),
  });
  const done = await findImport(opened.db, id);
  if (done === null || isUnderWay(done.stage) || done.stage === "failed") {
    return failed(print, `${done?.problem ?? "It was cut short."} Go on with: npm run cli -- import resume ${id}`);
  }
  const { waiting, report } = done;
  print(`Done: ${report.applied} entries, ${report.filledFacts} facts filled in places that were listed before.`);
  if (waiting.new + waiting.perhaps > 0) {
    print(
      `${waiting.new} new places and ${waiting.perhaps} that may be duplicates wait for an editor at /admin/imports/${id}.`,
    );
  }
  return 0;
}

function appliedOf(row: { report?: Partial<ImportReport> }): number {
  return row.report?.applied ?? 0;
}

/** A line for each twentieth: what runs the command may be another process, which can't write over its last line. */
function progressBar(print: (line: string) => void) {
  let last = -1;
  return (word: string, done: number, total: number) => {
    const twentieth = total === 0 ? 20 : Math.min(20, Math.floor((done / total) * 20));
    if (twentieth === last) return;
    last = twentieth;
    print(`${word.padEnd(8)} [${"#".repeat(twentieth).padEnd(20, ".")}] ${twentieth * 5} %`);
  };
}

function reportLines(report: ImportReport): string[] {
  const {
    new: added,
    unplaced,
    changed,
    unchanged,
    matched,
    filling,
    twins,
    perhaps,
    skipped,
    ending,
  } = { ...emptyReport(), ...report };
  const broken = endingWords({ ending });
  const skips = Object.entries(report.skips).map(
    ([reason, count]) => `    ${String(count).padStart(8)}  ${skipWords(reason)}`,
  );
  const filled = Object.entries(FIELD_NAMES).flatMap(([field, name]) => {
    const count = new Map(Object.entries(report.filled)).get(field);
    return count === undefined ? [] : [`${name} ${count}`];
  });
  const kinds = Object.entries(report.unknownKinds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SKIPS_PRINTED)
    .map(([kind, count]) => `${kind || "(none)"} ${count}`);
  return [
    `  new                 ${added}${unplaced === 0 ? "" : `, ${unplaced} of them without a neighborhood`}`,
    `  listed already      ${matched}, ${filling} of them learn something`,
    `  changed             ${changed}`,
    `  as before           ${unchanged}`,
    `  twice in the file   ${twins}`,
    `  perhaps duplicates  ${perhaps}`,
    `  left out            ${skipped}`,
    ...skips,
    ...(filled.length === 0 ? [] : [`  facts: ${filled.join(", ")}`]),
    ...(broken === null ? [] : [`  ${broken}`]),
    ...(kinds.length === 0 ? [] : [`  kinds without a category: ${kinds.join(", ")}`]),
  ];
}

async function skipLines(db: CommandInput["opened"]["db"], id: string): Promise<string[]> {
  const skipped = await skippedRecords(db, id, SKIPS_PRINTED);
  return skipped.map(
    ({ number, line, name, reason }) => `    entry ${number}, line ${line}: ${name || "unnamed"}: ${skipWords(reason)}`,
  );
}

async function withdraw({ opened, print }: CommandInput, sourceId: string): Promise<number> {
  const done = await withdrawSource(opened.db, { sourceId, actor: ACTOR, now: new Date() });
  if (done === null) {
    const known = await opened.db
      .selectDistinct({ id: imports.sourceId })
      .from(imports)
      .where(eq(imports.sourceId, imports.sourceId));
    return failed(
      print,
      `Nothing was imported from "${sourceId}"; there is ${known.map(({ id }) => id).join(", ") || "no import"}.`,
    );
  }
  print(
    `Withdrawn: ${done.records} entries. ${done.removed} places are gone; ${done.kept} stay, because people have built on them.`,
  );
  return 0;
}

function failed(print: (line: string) => void, problem: string): number {
  print(problem);
  return 1;
}
