import { data, Link, redirect } from "react-router";

import {
  type CategoryMapping,
  COLUMN_FIELDS,
  type ColumnMapping,
  type TextEncoding,
} from "#app/db/columns/import-columns.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type FormFields, type RepeatedFormFields } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize, formatFullCount } from "#app/ui/format-count.ts";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { isCategorySlug } from "#app/guide/places/facts/categories.ts";
import { listPlaceTypes } from "#app/business/submissions/form/place-types.server.ts";
import type { Route } from "./+types/import.route";
import { COLUMN_FIELD_LABELS } from "../mapping/column-mapping.ts";
import { isPublishRun } from "../run/apply-import.server.ts";
import { openImportFile, ImportFileMissing } from "../readers/import-file.server.ts";
import { FORMAT_NAMES, isTableFormat, SCHEME_BY_FORMAT } from "../readers/import-format.ts";
import { findImport, listCustomMappings, listSkippedRecords } from "../run/import-queries.server.ts";
import { ReportTable } from "./report-table.tsx";
import { describeFileEnding, countReportEntries } from "./import-report.ts";
import {
  importPath,
  IMPORTS_PATH,
  isImportActive,
  importReviewPath,
  STAGE_LABELS,
  AUTO_PUBLISH_MAX,
} from "./imports.ts";
import {
  cancelImport,
  saveCategoryMappings,
  startCheck,
  startPublishing,
  startRun,
} from "./import-lifecycle.server.ts";
import { skipReasonLabel } from "../readers/imported-facts.ts";
import { isValidType } from "../mapping/category-mapping.ts";
import { UnmappedKindsForm, CustomMappingsForm } from "../mapping/category-mapping-forms.tsx";
import { readFirstRows } from "../readers/read-file.server.ts";

export const handle = { audience: "admin" } satisfies RouteHandle;

const SKIPS_SHOWN = 100;
const KINDS_SHOWN = 40;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, env, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const found = isUuid(params.id) ? await findImport(db, params.id) : null;
  if (found === null) throw noSuchPage([]);
  const { id, fileName, byteCount, format, encoding, stage, problem, report, source, mapping, waiting, filePath } =
    found;
  const showsMapping = stage === "mapping" || (isTableFormat(format) && stage === "checked");
  const [headers = [], ...sample] =
    showsMapping && filePath !== null ? await loadTableRows(filePath, { env, encoding }) : [];
  const total = stage === "running" ? countReportEntries(report) - report.skipped - report.unchanged : byteCount;
  return {
    summary: {
      id,
      fileName,
      byteCount,
      format,
      encoding,
      stage,
      problem,
      report,
      source,
      waiting,
      recordsRead: found.recordsRead,
    },
    hasFile: filePath !== null,
    share: isPublishRun(found) ? null : shareOf(stage === "running" ? report.applied : found.bytesRead, total),
    table: headers.length === 0 ? null : { headers, sample, mapping },
    kinds: Object.entries(report.unknownKinds)
      .sort(([, a], [, b]) => b - a)
      .slice(0, KINDS_SHOWN)
      .map(([kind, count]) => ({ kind, count })),
    ownKinds: stage === "checked" ? await loadEditableMappings(db, found) : [],
    types: stage === "checked" ? await listPlaceTypes(db) : [],
    skipped: (await listSkippedRecords(db, id, SKIPS_SHOWN)).map(({ reason, kind, ...rest }) => ({
      ...rest,
      words: skipReasonLabel(reason) + (reason === "unknown-kind" && kind ? `: ${kind}` : ""),
    })),
  };
}

type FoundImport = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/**
 * Editable category mappings: the file-wide one for entries without a kind, under an empty key, and those of its
 * format.
 */
async function loadEditableMappings(
  db: Site["db"],
  { format, defaultCategory }: Pick<FoundImport, "format" | "defaultCategory">,
) {
  const plain = defaultCategory === null ? [] : [{ key: "", ...defaultCategory }];
  return [...plain, ...(await listCustomMappings(db, SCHEME_BY_FORMAT[format]))];
}

function shareOf(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total);
}

/** The first rows of a table; empty when the file is missing, or on an operator's machine. */
async function loadTableRows(location: string, { env, encoding }: { env: Site["env"]; encoding: TextEncoding }) {
  try {
    return await readFirstRows(openImportFile(location, openStorage(env)), encoding);
  } catch (error) {
    if (error instanceof ImportFileMissing) return [];
    throw error;
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const found = isUuid(params.id) ? await findImport(site.db, params.id) : null;
  if (found === null) throw noSuchPage([]);
  const why = await runCommand(site, form, { importId: found.id, adminId: viewer.id });
  if (why !== null) {
    const kinds = [...Object.keys(found.report.unknownKinds), ...form.texts("key")];
    return data({ why, typed: readFormValues(form, kinds) }, { status: why === NOT_NOW ? 409 : 400 });
  }
  throw redirect(importPath(found.id), 303);
}

/** Typed values that refill the forms after a refusal. */
type FormValues = [name: string, text: string][];

function readFormValues(form: FormFields, kinds: string[]): FormValues {
  const names = [
    ...COLUMN_FIELDS.map((field) => `column-${field}`),
    ...kinds.flatMap((kind) => [`category-${kind}`, `type-${kind}`]),
  ];
  return names.flatMap((name): FormValues => (form.text(name) === "" ? [] : [[name, form.text(name)]]));
}

const NOT_NOW = "This import is running, or another editor was faster. Check its current status.";

/** Why nothing was done, as a message; null on success. */
async function runCommand(
  site: Site,
  form: RepeatedFormFields,
  { importId, adminId }: { importId: string; adminId: string },
): Promise<string | null> {
  const { db, now, log } = site;
  const actor = { kind: "staff" as const, id: adminId };
  const command = form.text("do");
  log.info({ importId, asked: command, adminId }, "Import command received");
  switch (command) {
    case "map": {
      const started = await startCheck(db, { importId, mapping: readColumnMapping(form), actor, now });
      return started === "started" ? null : started === "not-now" ? NOT_NOW : started.problem;
    }
    case "check":
      return (await startCheck(db, { importId, actor, now })) === "started" ? null : NOT_NOW;
    case "kinds":
      return saveMappings(site, form, { importId, actor });
    case "own-kinds":
      return changeMappings(site, form, { importId, actor });
    case "run": {
      const isStarted = await startRun(db, { importId, publishes: form.text("new") === "publish", actor, now });
      return isStarted ? null : NOT_NOW;
    }
    case "cancel":
      return (await cancelImport(db, { importId, actor, now })) ? null : NOT_NOW;
    case "publish":
      return (await startPublishing(db, { importId, actor, now })) ? null : NOT_NOW;
    default:
      return "Choose an action.";
  }
}

function readColumnMapping(form: FormFields): ColumnMapping {
  return Object.fromEntries(
    COLUMN_FIELDS.flatMap((field) => {
      const header = form.text(`column-${field}`);
      return header === "" ? [] : [[field, header]];
    }),
  );
}

async function saveMappings(
  { db, now }: Site,
  form: FormFields,
  { importId, actor }: { importId: string; actor: { kind: "staff"; id: string } },
): Promise<string | null> {
  const found = await findImport(db, importId);
  if (found === null) return NOT_NOW;
  const kinds: { key: string; kind: CategoryMapping }[] = [];
  for (const key of Object.keys(found.report.unknownKinds)) {
    const kind = parseMapping(form, key);
    if (kind === "half") return `Choose a category and a type for ${key || "entries without a kind"}.`;
    if (kind !== null) kinds.push({ key, kind });
  }
  if (kinds.length === 0) return "Choose a category for at least one kind.";
  return saveAndCheck(db, { found, kinds, actor, now });
}

/** The category typed for a kind; "half" when either the category or the type is missing. */
function parseMapping(form: FormFields, key: string): CategoryMapping | "half" | null {
  const [category, type] = [form.text(`category-${key}`), form.text(`type-${key}`).trim()];
  if (category === "" && type === "") return null;
  return isCategorySlug(category) && isValidType(type) ? { category, type } : "half";
}

async function changeMappings(
  { db, now }: Site,
  form: RepeatedFormFields,
  { importId, actor }: { importId: string; actor: { kind: "staff"; id: string } },
): Promise<string | null> {
  const found = await findImport(db, importId);
  if (found === null) return NOT_NOW;
  const kinds: { key: string; kind: CategoryMapping | null }[] = [];
  for (const { key, category, type } of await loadEditableMappings(db, found)) {
    // Another editor has added it since.
    if (!form.texts("key").includes(key)) continue;
    const kind = parseMapping(form, key);
    if (kind === "half")
      return `For ${key || "entries without a kind"}, choose both a category and a type, or neither.`;
    if (kind?.category !== category || kind.type !== type) kinds.push({ key, kind });
  }
  if (kinds.length === 0) return "Change a category or a type first.";
  return saveAndCheck(db, { found, kinds, actor, now });
}

/** Saves the mappings and restarts the check; the mapping for entries without a kind applies to this file only. */
async function saveAndCheck(
  db: Site["db"],
  input: {
    found: FoundImport;
    kinds: { key: string; kind: CategoryMapping | null }[];
    actor: { kind: "staff"; id: string };
    now: Date;
  },
): Promise<string | null> {
  const { found, kinds, actor, now } = input;
  const plain = kinds.find(({ key }) => key === "");
  await saveCategoryMappings(db, { format: found.format, kinds: kinds.filter((each) => each !== plain), actor, now });
  const settings = plain === undefined ? {} : { defaultCategory: plain.kind };
  return (await startCheck(db, { importId: found.id, ...settings, actor, now })) === "started" ? null : NOT_NOW;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Import of ${loaderData.summary.fileName}`,
    description: "What a file would add, and what it added.",
    path: importPath(loaderData.summary.id),
  });

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { summary, hasFile, share, table, kinds, ownKinds: customMappings, types, skipped } = loaderData;
  const { stage, report } = summary;
  const ending = describeFileEnding(report);
  const typed = new Map(actionData?.typed ?? []);
  return (
    <AdminPage section="imports" title={summary.fileName}>
      <div className="import-page">
        <Breadcrumbs trail={[{ label: "Imports", to: IMPORTS_PATH }, { label: summary.fileName }]} />
        <p className="meta text-meta text-muted">
          <span>{FORMAT_NAMES[summary.format]}</span>
          <span>{formatSize(summary.byteCount)}</span>
          <span>{summary.encoding.toUpperCase()}</span>
          <span>{summary.source.title}</span>
          <span>{summary.source.license}</span>
        </p>
        {actionData !== undefined && (
          <p className="form-problem" role="alert">
            {actionData.why}
          </p>
        )}
        <Status summary={summary} share={share} />
        {ending !== null && <p className="form-problem">{ending}</p>}
        {report.letters === "mixed" && (
          <p className="form-notice">
            Some text in this file is in another encoding. Entries with an unreadable name are skipped.
          </p>
        )}
        {stage === "mapping" && table !== null && <MappingForm summary={summary} table={table} typed={typed} />}
        {stage !== "mapping" && stage !== "withdrawn" && <ReportTable report={report} isDone={stage === "done"} />}
        {stage === "checked" && <RunForm summary={summary} />}
        {stage === "checked" && kinds.length > 0 && (
          <UnmappedKindsForm importId={summary.id} kinds={kinds} typed={typed} />
        )}
        {stage === "checked" && customMappings.length > 0 && (
          <CustomMappingsForm importId={summary.id} kinds={customMappings} typed={typed} />
        )}
        <datalist id="known-types">
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </datalist>
        {stage === "checked" && table !== null && (
          <details className="import-source">
            <summary>Other columns</summary>
            <MappingForm summary={summary} table={table} typed={typed} />
          </details>
        )}
        {(stage === "done" || stage === "cancelled" || stage === "failed") && <Waiting summary={summary} />}
        {(stage === "cancelled" || stage === "failed") && hasFile && <CheckAgain summary={summary} />}
        {skipped.length > 0 && <Skipped skipped={skipped} count={report.skipped} />}
      </div>
    </AdminPage>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];
type ImportSummary = LoaderData["summary"];

function formatSize(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

function Status({
  summary: { id, stage, problem, recordsRead },
  share,
}: {
  summary: ImportSummary;
  share: LoaderData["share"];
}) {
  const isAtWork = isImportActive(stage);
  return (
    <div className="import-standing" aria-live="polite">
      <AutoRefresh isOn={isAtWork} />
      <p>
        <strong>{STAGE_LABELS[stage]}</strong>
        {stage === "checking" && recordsRead > 0 && `: ${pluralize(recordsRead, "entry", "entries")} so far`}
      </p>
      {problem !== null && <p className="form-problem">{problem}</p>}
      {isAtWork && (
        <div className="form-buttons">
          <Progress share={share} label={STAGE_LABELS[stage]} />
          {stage !== "withdrawing" && (
            <form method="post" action={importPath(id)}>
              <button type="submit" className="button button-outline button-small" name="do" value="cancel">
                Stop
              </button>
            </form>
          )}
          <Link className="link" to={importPath(id)}>
            Refresh
          </Link>
        </div>
      )}
    </div>
  );
}

/** Without a share the progress is unknown. */
function Progress({ share, label }: { share: LoaderData["share"]; label: string }) {
  if (share === null) return <progress className="import-progress" aria-label={label} />;
  return (
    <progress className="import-progress" max={1} value={share} aria-label={label}>
      {Math.round(share * 100)} %
    </progress>
  );
}

function MappingForm({
  summary,
  table: { headers, sample, mapping },
  typed,
}: {
  summary: ImportSummary;
  table: NonNullable<LoaderData["table"]>;
  typed: ReadonlyMap<string, string>;
}) {
  const isSent = [...typed.keys()].some((name) => name.startsWith("column-"));
  return (
    <form method="post" action={importPath(summary.id)} className="import-section">
      <h2 className="h3">Match columns</h2>
      <p className="text-muted">We guessed these from the first line. Correct any that are wrong.</p>
      <div className="import-mapping">
        {COLUMN_FIELDS.map((field) => (
          <label className="field" key={field}>
            <span>{COLUMN_FIELD_LABELS[field]}</span>
            <select
              className="input"
              name={`column-${field}`}
              // In a submitted form a missing value means that the field was left empty.
              defaultValue={isSent ? (typed.get(`column-${field}`) ?? "") : (mapping[field] ?? "")}
            >
              <option value="">No column</option>
              {headers.map((header, at) => (
                <option key={header} value={header}>
                  {exampleOf(
                    header,
                    sample.map((row) => row[at] ?? ""),
                  )}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <div className="form-buttons">
        <button type="submit" className="button button-primary" name="do" value="map">
          Check file
        </button>
      </div>
    </form>
  );
}

/** "Phone: (202) 555-0143" */
function exampleOf(header: string, cells: string[]): string {
  const example = cells.find((cell) => cell !== "") ?? "";
  return example === "" ? header : `${header}: ${example.slice(0, 40)}`;
}

function RunForm({ summary: { id, report } }: { summary: ImportSummary }) {
  const isMany = report.new > AUTO_PUBLISH_MAX;
  const work = report.new + report.changed + report.matched + report.duplicatesInFile + report.possibleDuplicates;
  if (work === 0) return <p>This file wouldn’t change anything.</p>;
  return (
    <form method="post" action={importPath(id)} className="import-section">
      <h2 className="h3">Import this file</h2>
      <fieldset className="import-choice">
        <legend>New places</legend>
        <label>
          <input type="radio" name="new" value="wait" defaultChecked={isMany} />
          <span>Hold for review</span>
        </label>
        <label>
          <input type="radio" name="new" value="publish" defaultChecked={!isMany} />
          <span>List right away</span>
        </label>
      </fieldset>
      <div className="form-buttons">
        <button type="submit" className="button button-primary" name="do" value="run">
          Import {pluralize(work, "entry", "entries")}
        </button>
        <button type="submit" className="button button-plain" name="do" value="cancel">
          Cancel import
        </button>
      </div>
    </form>
  );
}

function describeWaiting(waiting: ImportSummary["waiting"]): string {
  const words = [
    ...(waiting.possibleDuplicates === 0 ? [] : [pluralize(waiting.possibleDuplicates, "possible duplicate")]),
    ...(waiting.new === 0 ? [] : [pluralize(waiting.new, "new place")]),
  ];
  return `${words.join(" and ")}.`;
}

function Waiting({ summary: { id, stage, waiting } }: { summary: ImportSummary }) {
  if (waiting.new + waiting.possibleDuplicates === 0) {
    if (stage !== "done") return null;
    return (
      <p>
        Nothing to review.{" "}
        <Link className="link" to={importReviewPath(id)}>
          See decisions
        </Link>
      </p>
    );
  }
  return (
    <section className="import-section" aria-labelledby="waiting">
      <h2 className="h3" id="waiting">
        To review
      </h2>
      <p>{describeWaiting(waiting)}</p>
      <form method="post" action={importPath(id)} className="form-buttons">
        <Link className="button button-primary" to={importReviewPath(id)}>
          Review entries
        </Link>
        {waiting.new > 0 && stage === "done" && (
          <button type="submit" className="button button-outline" name="do" value="publish">
            List all new places
          </button>
        )}
      </form>
    </section>
  );
}

function CheckAgain({ summary: { id } }: { summary: ImportSummary }) {
  return (
    <form method="post" action={importPath(id)} className="form-buttons">
      <button type="submit" className="button button-outline" name="do" value="check">
        Check again
      </button>
    </form>
  );
}

function Skipped({ skipped, count }: { skipped: LoaderData["skipped"]; count: number }) {
  return (
    <details className="import-source">
      <summary>Skipped entries</summary>
      <div className="import-scroll">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Line</th>
              <th scope="col">Name</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {skipped.map(({ number, line, name, words }) => (
              <tr key={number}>
                <td>{number}</td>
                <td>{line}</td>
                <td>{name}</td>
                <td>{words}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count > skipped.length && <p className="text-muted">And {formatFullCount(count - skipped.length)} more.</p>}
    </details>
  );
}
