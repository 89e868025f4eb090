import { data, redirect } from "react-router";

import { COLUMN_FIELDS, type ImportReport, type TextEncoding } from "#app/db/columns/import-columns.ts";
import type { Database } from "#app/db/database.server.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { type QueryReader, readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { listPlaceTypes } from "#app/business/submissions/form/place-types.server.ts";
import type { Route } from "./+types/import.route";
import { isPublishRun } from "../run/apply-import.server.ts";
import { openImportFile, ImportFileMissing } from "../readers/import-file.server.ts";
import { FORMAT_NAMES, isTableFormat } from "../readers/import-format.ts";
import { findImport, listImportEntries } from "../run/import-queries.server.ts";
import { ReportTable } from "./report-table.tsx";
import { describeFileEnding, countReportEntries } from "./import-report.ts";
import { importPath, IMPORTS_PATH } from "./imports.ts";
import { UnmappedKindsForm, CustomMappingsForm } from "../mapping/category-mapping-forms.tsx";
import { readFirstRows } from "../readers/read-file.server.ts";
import { ColumnMappingForm } from "../mapping/column-mapping-form.tsx";
import { EntriesToReview } from "./entries-to-review.tsx";
import { entryPageCount, groupToShow } from "./import-entries.ts";
import { ImportEntriesTable } from "./import-entries-table.tsx";
import { loadEditableMappings, NOT_NOW, runImportCommand } from "./import-command.server.ts";
import { ImportStatus } from "./import-status.tsx";
import { StartImportForm } from "./start-import-form.tsx";
import { UndoImportForm } from "./undo-import-form.tsx";

export const handle = { audience: "admin", query: ["show", "page"] } as const satisfies RouteHandle;

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
      isApplied: found.isApplied,
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
    listed: await loadEntries(db, { id, report, query: readQuery(request, handle) }),
  };
}

/** One page of a group of entries; null when the file has none. */
async function loadEntries(
  db: Database,
  { id, report, query }: { id: string; report: ImportReport; query: QueryReader<"show" | "page"> },
) {
  const group = groupToShow(query.get("show"), report);
  if (group === null) return null;
  const page = Math.min(parsePageNumber(query.get("page")), entryPageCount(group, report));
  return { group, page, entries: await listImportEntries(db, { importId: id, group, page }) };
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
  const why = await runImportCommand(site, form, { importId: found.id, adminId: viewer.id });
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

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: `Import of ${loaderData.summary.fileName}`,
    description: "What a file would add, and what it added.",
    path: importPath(loaderData.summary.id),
  });

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { summary, hasFile, share, table, kinds, ownKinds: customMappings, types, listed } = loaderData;
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
        <ImportStatus summary={summary} share={share} />
        {ending !== null && <p className="form-problem">{ending}</p>}
        {report.letters === "mixed" && (
          <p className="form-notice">
            Some text in this file is in another encoding. Entries with an unreadable name are skipped.
          </p>
        )}
        {stage === "mapping" && table !== null && (
          <ColumnMappingForm importId={summary.id} table={table} typed={typed} />
        )}
        {stage !== "mapping" && stage !== "withdrawn" && stage !== "undone" && (
          <ReportTable report={report} isDone={stage === "done"} />
        )}
        {stage === "checked" && <StartImportForm {...summary} />}
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
            <ColumnMappingForm importId={summary.id} table={table} typed={typed} />
          </details>
        )}
        {(stage === "done" || stage === "cancelled" || stage === "failed") && <EntriesToReview {...summary} />}
        {(stage === "cancelled" || stage === "failed") && hasFile && <CheckAgain id={summary.id} />}
        <UndoImportForm {...summary} />
        {listed !== null && <ImportEntriesTable importId={summary.id} report={report} {...listed} />}
      </div>
    </AdminPage>
  );
}

function formatSize(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

function CheckAgain({ id }: { id: string }) {
  return (
    <form method="post" action={importPath(id)} className="form-buttons">
      <button type="submit" className="button button-outline" name="do" value="check">
        Check again
      </button>
    </form>
  );
}
