import { statSync } from "node:fs";
import { basename, resolve } from "node:path";

import {
  type CategoryMapping,
  COLUMN_FIELDS,
  type ColumnMapping,
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportReport,
} from "#app/db/columns/import-columns.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { imports } from "#app/db/schema/importing.ts";
import { isColumnField } from "#app/desk/imports/mapping/column-mapping.ts";
import { FORMAT_NAMES, isImportFormat } from "#app/desk/imports/readers/import-format.ts";
import { emptyReport, describeFileEnding, countReportEntries } from "#app/desk/imports/screens/import-report.ts";
import { type ImportSource, parseSourceInput, SOURCE_BY_FORMAT } from "#app/desk/imports/mapping/import-source.ts";
import { IMPORTED_FIELD_LABELS, skipReasonLabel } from "#app/desk/imports/readers/imported-facts.ts";
import { describeBrake } from "#app/desk/imports/run/brake.ts";
import { openLocalFile } from "#app/desk/imports/readers/import-file.server.ts";
import { findImport, listImportEntries } from "#app/desk/imports/run/import-queries.server.ts";
import { FILE_BYTES_MAX, isImportActive, AUTO_PUBLISH_MAX } from "#app/desk/imports/screens/imports.ts";
import { addImport, startCheck, startRun, processImport } from "#app/desk/imports/screens/import-lifecycle.server.ts";
import { isValidType } from "#app/desk/imports/mapping/category-mapping.ts";
import { inspectFile } from "#app/desk/imports/readers/read-file.server.ts";
import { withdrawSource } from "#app/desk/imports/run/withdraw-source.server.ts";
import { CATEGORY_SLUGS, isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import { openStorage } from "#app/platform/storage.server.ts";

import { MIGRATIONS_FOLDER } from "./prepare-database.ts";
import type { CommandInput } from "./with-database.ts";

const USAGE = `Usage: npm run cli -- import FILE [--dry-run] [--publish | --wait] [--whole] [--format FORMAT] [--map FIELD=COLUMN]...
                             [--kind CATEGORY=TYPE] [--source TITLE --license TERMS [--publisher NAME]]
       npm run cli -- import resume ID
       npm run cli -- import withdraw SOURCE

  --dry-run  only check the file and report
  --publish  publish new places at once; --wait: an editor must approve each (the default above ${AUTO_PUBLISH_MAX})
  --whole    the file has everything that its source has, so that missing entries count
  FORMAT     ${IMPORT_FORMATS.join(", ")}; detected unless given
  CATEGORY   ${CATEGORY_SLUGS.join(", ")}; with a type, such as food=Bakery: for entries without a category in the file
  FIELD      ${COLUMN_FIELDS.join(", ")}`;

const ACTOR = { kind: "command" as const, id: "import" };

/** Skipped entries listed individually. */
const SKIPS_PRINTED = 20;

/** Imports places from a file; see the usage. Importing a file again changes nothing, and an interrupted import can be continued. */
export async function importCommand(input: CommandInput): Promise<number> {
  const { args: words, print, opened } = input;
  await migrate(opened, MIGRATIONS_FOLDER);
  const [verb = "", about = ""] = words;
  if (verb === "withdraw" && about !== "") return withdraw(input, about);
  if (verb === "resume" && about !== "") return resume(input, about);
  const options = parseArguments(words);
  if ("problem" in options) {
    print(`${options.problem}\n\n${USAGE}`);
    return 2;
  }
  return importFile(input, options);
}

/** Makes paths absolute, because the process that runs the command may have another working directory. */
export function withAbsolutePath(words: string[]): string[] {
  const [first = "", ...rest] = words;
  return first === "" || first === "resume" || first === "withdraw" || first.startsWith("--")
    ? words
    : [resolve(first), ...rest];
}

type ImportOptions = {
  path: string;
  isDryRun: boolean;
  publishes: boolean | null;
  isWhole: boolean;
  format: ImportFormat | null;
  mapping: ColumnMapping;
  defaultCategory: CategoryMapping | null;
  source: { title: string; publisher: string; license: string } | null;
};

function parseArguments(words: string[]): ImportOptions | { problem: string } {
  const [path = "", ...rest] = words;
  if (path === "" || path.startsWith("--")) return { problem: "The first argument must be the file." };
  const options: ImportOptions = {
    path,
    isDryRun: false,
    publishes: null,
    isWhole: false,
    format: null,
    mapping: {},
    defaultCategory: null,
    source: null,
  };
  const source = { title: "", publisher: "", license: "" };
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? "";
    if (word === "--dry-run") options.isDryRun = true;
    else if (word === "--publish") options.publishes = true;
    else if (word === "--wait") options.publishes = false;
    else if (word === "--whole") options.isWhole = true;
    else {
      at += 1;
      const problem = applyOption(options, source, { word, value: rest[at] ?? "" });
      if (problem !== null) return { problem };
    }
  }
  return { ...options, source: source.title === "" ? null : source };
}

function applyOption(
  options: ImportOptions,
  source: { title: string; publisher: string; license: string },
  { word, value }: { word: string; value: string },
): string | null {
  if (value === "") return `${word} needs a value.`;
  if (word === "--source") source.title = value;
  else if (word === "--publisher") source.publisher = value;
  else if (word === "--license") source.license = value;
  else if (word === "--format") {
    if (!isImportFormat(value)) return `Unknown format "${value}".`;
    options.format = value;
  } else if (word === "--kind") {
    const [category = "", ...type] = value.split("=");
    const kind = { category, type: type.join("=").trim() };
    if (!isCategorySlug(kind.category) || !isValidType(kind.type)) return `--kind takes CATEGORY=TYPE, not "${value}".`;
    options.defaultCategory = { category: kind.category, type: kind.type };
  } else if (word === "--map") {
    const [field = "", ...column] = value.split("=");
    if (!isColumnField(field) || column.length === 0) return `--map takes FIELD=COLUMN, not "${value}".`;
    options.mapping[field] = column.join("=");
  } else return `Unknown option "${word}".`;
  return null;
}

async function importFile(input: CommandInput, options: ImportOptions): Promise<number> {
  const { print, opened } = input;
  const stats = statSync(options.path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return failed(print, `File not found: ${options.path}.`);
  if (stats.size > FILE_BYTES_MAX)
    return failed(print, `The file is too large. The limit is ${FILE_BYTES_MAX / 1_048_576} MB.`);
  const found = await inspectFile(openLocalFile(options.path), options.format);
  if ("problem" in found) return failed(print, found.problem);
  const source = sourceOf(options, found.format);
  if ("problem" in source) return failed(print, source.problem);
  print(`${FORMAT_NAMES[found.format]}, ${found.encoding}, from ${source.source.title} (${source.source.license}).`);
  const added = await addImport(opened.db, {
    place: options.path,
    found,
    fileName: basename(options.path),
    byteCount: stats.size,
    source: source.source,
    mapping: options.mapping,
    defaultCategory: options.defaultCategory,
    publishes: options.publishes === true,
    isWhole: options.isWhole,
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
      return failed(print, started === "not-now" ? "This import is already running." : `${started.problem} Use --map.`);
  }
  print(`Import ${added.id}`);
  return continueImport(input, added.id, options);
}

function sourceOf(options: ImportOptions, format: ImportFormat): { source: ImportSource } | { problem: string } {
  const defaultSource = SOURCE_BY_FORMAT[format];
  if (options.source !== null) return parseSourceInput(options.source);
  return defaultSource === undefined
    ? { problem: "Give the source of the data: --source TITLE --license TERMS." }
    : { source: defaultSource };
}

async function resume(input: CommandInput, id: string): Promise<number> {
  const found = /^[0-9a-f-]{36}$/.test(id) ? await findImport(input.opened.db, id) : null;
  if (found === null) return failed(input.print, `Unknown import ${id}.`);
  return continueImport(input, id, { isDryRun: false, publishes: found.publishes });
}

async function continueImport(
  { print, opened }: CommandInput,
  id: string,
  { isDryRun, publishes }: Pick<ImportOptions, "isDryRun" | "publishes">,
): Promise<number> {
  const env = readEnv(process.env);
  const log = createLogger({ level: env.logLevel });
  const bar = progressBar(print);
  const about = { db: opened.db, storage: openStorage(env), importId: id, actor: ACTOR, log };
  // Takes over the import at once, also from a process that has just died.
  const work = { ...about, now: () => new Date(), isForced: true };
  await processImport({ ...work, onProgress: ({ bytesRead, byteCount }) => bar("Checked", bytesRead, byteCount) });
  const checked = await findImport(opened.db, id);
  if (checked === null) return failed(print, "The import no longer exists.");
  if (checked.stage === "checked") {
    for (const line of reportLines(checked.report)) print(line);
    for (const line of await skipLines(opened.db, id)) print(line);
    if (isDryRun) {
      print(`Nothing was changed. To import: npm run cli -- import resume ${id}`);
      return 0;
    }
    const isListed = publishes ?? checked.report.new <= AUTO_PUBLISH_MAX;
    await startRun(opened.db, { importId: id, publishes: isListed, actor: ACTOR, now: new Date() });
  }
  const total = countReportEntries(checked.report) - checked.report.skipped - checked.report.unchanged;
  await processImport({
    ...work,
    onProgress: ({ recordsRead: _read, ...row }) => bar("Imported", appliedOf(row), total),
  });
  const done = await findImport(opened.db, id);
  if (done === null || isImportActive(done.stage) || done.stage === "failed") {
    return failed(
      print,
      `${done?.problem ?? "The import was interrupted."} Continue with: npm run cli -- import resume ${id}`,
    );
  }
  const { waiting, report } = done;
  print(
    `Done: ${report.applied} entries imported, ${report.filledFacts} facts added to places that were already listed.`,
  );
  if (waiting.new + waiting.possibleDuplicates > 0) {
    print(
      `${waiting.new} new places and ${waiting.possibleDuplicates} possible duplicates wait for approval at /admin/imports/${id}.`,
    );
  }
  return 0;
}

function appliedOf(row: { report?: Partial<ImportReport> }): number {
  return row.report?.applied ?? 0;
}

/** Prints a line every 5 %. Lines can't be overwritten, because the output may come from another process. */
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
    confirmed,
    unchanged,
    matched,
    filling,
    duplicatesInFile,
    possibleDuplicates,
    closing,
    skipped,
    ending,
    effect,
  } = { ...emptyReport(), ...report };
  const broken = describeFileEnding({ ending });
  const brake = describeBrake(effect);
  const skips = Object.entries(report.skips).map(
    ([reason, count]) => `    ${String(count).padStart(8)}  ${skipReasonLabel(reason)}`,
  );
  const filled = Object.entries(IMPORTED_FIELD_LABELS).flatMap(([field, name]) => {
    const count = new Map(Object.entries(report.filled)).get(field);
    return count === undefined ? [] : [`${name} ${count}`];
  });
  const kinds = Object.entries(report.unknownKinds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SKIPS_PRINTED)
    .map(([kind, count]) => `${kind || "(none)"} ${count}`);
  return [
    `  new                 ${added}${unplaced === 0 ? "" : `, ${unplaced} of them without a neighborhood`}`,
    `  already listed      ${matched}, ${filling} of them get new facts`,
    `  changed             ${changed}`,
    `  newer date          ${confirmed}`,
    `  unchanged           ${unchanged}`,
    `  repeated in file    ${duplicatesInFile}`,
    `  maybe duplicates    ${possibleDuplicates}`,
    `  closed              ${closing}`,
    `  skipped             ${skipped}`,
    ...skips,
    ...(filled.length === 0 ? [] : [`  facts: ${filled.join(", ")}`]),
    ...(broken === null ? [] : [`  ${broken}`]),
    ...(brake === null ? [] : [`  Warning: ${brake}`]),
    ...(kinds.length === 0 ? [] : [`  unmapped categories: ${kinds.join(", ")}`]),
  ];
}

async function skipLines(db: CommandInput["opened"]["db"], id: string): Promise<string[]> {
  const skipped = await listImportEntries(db, { importId: id, group: "skipped", page: 1 });
  return skipped
    .slice(0, SKIPS_PRINTED)
    .map(({ number, line, name, reason }) => `    entry ${number}, line ${line}: ${name || "unnamed"}: ${reason}`);
}

async function withdraw({ opened, print }: CommandInput, sourceId: string): Promise<number> {
  const done = await withdrawSource(opened.db, { sourceId, actor: ACTOR, now: new Date() });
  if (done === null) {
    const known = await opened.db.selectDistinct({ id: imports.sourceId }).from(imports);
    return failed(
      print,
      `Nothing was imported from "${sourceId}". Imported sources: ${known.map(({ id }) => id).join(", ") || "none"}.`,
    );
  }
  print(
    `Withdrew ${done.records} entries. Removed ${done.removed} places; ${done.retained} stay, because people have added to them.`,
  );
  return 0;
}

function failed(print: (line: string) => void, problem: string): number {
  print(problem);
  return 1;
}
