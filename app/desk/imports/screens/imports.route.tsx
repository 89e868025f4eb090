import { data, Link, redirect } from "react-router";

import { IMPORT_FORMATS } from "#app/db/columns/import-columns.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { openStorage } from "#app/platform/storage.server.ts";
import { pluralize, formatCount, formatFullCount } from "#app/ui/format-count.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import { requireRole } from "#app/people/accounts/guards.ts";
import { AdminPage } from "#app/desk/overview/admin-page.tsx";
import { formatInstant } from "#app/lib/format-time.ts";
import type { Route } from "./+types/imports.route";
import { FORMAT_NAMES, isImportFormat } from "../readers/import-format.ts";
import { openImportFile, formatStoredLocation } from "../readers/import-file.server.ts";
import { listImportSources, listImports, type RowCount } from "../run/import-queries.server.ts";
import { parseSourceInput, SOURCE_BY_FORMAT } from "../mapping/import-source.ts";
import {
  FILE_BYTES_MAX,
  importPath,
  IMPORTS_PATH,
  importReviewPath,
  sourceFactsPath,
  STAGE_LABELS,
} from "./imports.ts";
import { addImport } from "./import-lifecycle.server.ts";
import { inspectFile } from "../readers/read-file.server.ts";
import { storeUpload } from "../run/store-upload.server.ts";
import { MERGES_PATH } from "../merges/merge.ts";
import { UploadForm } from "./import-upload-form.tsx";
import { startWithdrawal } from "../run/withdraw-source.server.ts";

export const handle = { audience: "admin", uploadBytesMax: FILE_BYTES_MAX } satisfies RouteHandle;

/** Where admins upload files of places, follow their imports, and withdraw sources. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer } = siteOf(context);
  requireRole(viewer, request, ["admin"]);
  const rows = await listImports(db);
  return {
    imports: rows.map(({ createdAt, report, ...row }) => ({
      ...row,
      on: formatInstant(createdAt),
      added: report.new ?? 0,
      matched: report.matched ?? 0,
      skipped: report.skipped ?? 0,
    })),
    // Leaves out sources whose files were only checked.
    sources: (await listImportSources(db)).filter(({ records, facts }) => records.count > 0 || facts.count > 0),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const actor = { kind: "staff" as const, id: viewer.id };
  if (!(request.headers.get("content-type") ?? "").toLowerCase().startsWith("multipart/")) {
    const form = await readForm(request);
    const sourceId = form.text("withdraw");
    if (sourceId === "") return refusal(400, "Choose a file first.");
    const isScheduled = await startWithdrawal(site.db, { sourceId, actor, now: site.now });
    if (!isScheduled) return refusal(409, "There’s nothing left to withdraw from this source.");
    site.log.info({ sourceId, by: viewer.id }, "A source is being withdrawn");
    throw redirect(IMPORTS_PATH, 303);
  }
  return receiveFile(site, request, actor);
}

type StaffActor = { kind: "staff"; id: string };

async function receiveFile(site: Site, request: Request, actor: StaffActor) {
  const storage = openStorage(site.env);
  const upload = await storeUpload(request, { storage, now: site.now });
  if (upload === "too-large") return refusal(413, `Files can be up to ${FILE_BYTES_MAX / 1_048_576} MB.`);
  const field = (name: string) => upload?.fields.get(name) ?? "";
  if (upload === null || upload.file === null) return refusal(400, "Choose a file first.", readSourceFields(field));
  const { stored, ...file } = upload.file;
  const added = await addUpload(site, { file: { ...file, place: formatStoredLocation(stored) }, typed: field, actor });
  if ("problem" in added) {
    await storage.removeFolder(stored.folder);
    return refusal(400, added.problem, readSourceFields(field));
  }
  site.log.info(
    { importId: added.id, format: added.format, bytes: file.byteCount },
    "A file was uploaded for an import",
  );
  throw redirect(importPath(added.id), 303);
}

async function addUpload(
  { db, env, now }: Site,
  {
    file,
    typed: field,
    actor,
  }: {
    file: { place: string; fileName: string; byteCount: number };
    typed: (name: string) => string;
    actor: StaffActor;
  },
): ReturnType<typeof addImport> {
  const format = field("format");
  const found = await inspectFile(openImportFile(file.place, openStorage(env)), isImportFormat(format) ? format : null);
  if ("problem" in found) return found;
  const knownSource = field("title") === "" ? SOURCE_BY_FORMAT[found.format] : undefined;
  const source = knownSource === undefined ? parseSourceInput(readSourceFields(field)) : { source: knownSource };
  if ("problem" in source) return source;
  const isWhole = field("whole") === "yes";
  return addImport(db, { ...file, found, source: source.source, publishes: false, isWhole, actor, now });
}

function readSourceFields(field: (name: string) => string) {
  return { format: field("format"), title: field("title"), publisher: field("publisher"), license: field("license") };
}

function refusal(status: number, why: string, field = readSourceFields(() => "")) {
  return data({ why, typed: field }, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Imports",
    description: "Check, import and withdraw places from files.",
    path: IMPORTS_PATH,
  });

export default function Imports({ loaderData: { imports, sources }, actionData }: Route.ComponentProps) {
  const failure = actionData ?? null;
  return (
    <AdminPage
      section="imports"
      title="Imports"
      lead="Upload a file of places. We check it first and change nothing until you’ve seen what it would do."
      actions={
        <Link className="button button-outline" to={MERGES_PATH}>
          Merge two listings
        </Link>
      }
    >
      <div className="import-page">
        <UploadForm
          error={failure?.why ?? null}
          typed={failure?.typed ?? { format: "", title: "", publisher: "", license: "" }}
          formats={IMPORT_FORMATS.map((format) => ({ format, name: FORMAT_NAMES[format] }))}
          bytesMax={FILE_BYTES_MAX}
        />
        <section aria-labelledby="files" className="import-section">
          <h2 className="h3" id="files">
            Files
          </h2>
          {imports.length === 0 ? (
            <EmptyState title="No imports yet">Files you upload are listed here with their results.</EmptyState>
          ) : (
            <ImportTable imports={imports} />
          )}
        </section>
        {sources.length > 0 && <Sources sources={sources} />}
      </div>
    </AdminPage>
  );
}

type LoaderData = Route.ComponentProps["loaderData"];

function ImportTable({ imports }: { imports: LoaderData["imports"] }) {
  return (
    <ul className="import-rows">
      {imports.map(({ id, fileName, format, stage, source, on, added, matched, skipped, waiting }) => (
        <li key={id}>
          <Link className="name-link" to={importPath(id)}>
            {fileName}
          </Link>
          <span className="meta text-meta text-muted">
            <span>{STAGE_LABELS[stage]}</span>
            <span>{on}</span>
            <span>{FORMAT_NAMES[format]}</span>
            <span>{source}</span>
          </span>
          <span className="meta text-meta">
            <span>{formatFullCount(added)} new</span>
            <span>{formatFullCount(matched)} already listed</span>
            <span>{formatFullCount(skipped)} skipped</span>
            {waiting > 0 && (
              <Link className="link" to={importReviewPath(id)}>
                {pluralize(waiting, "entry", "entries")} to review
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function formatRowCount({ count, precision }: RowCount, one: string, several: string): string {
  return `${formatCount(count, precision)} ${count === 1 ? one : several}`;
}

function Sources({ sources }: { sources: LoaderData["sources"] }) {
  return (
    <section aria-labelledby="sources" className="import-section">
      <h2 className="h3" id="sources">
        Sources
      </h2>
      <ul className="import-rows">
        {sources.map(({ id, title, license, records, facts }) => (
          <li key={id}>
            <strong>{title}</strong>
            <span className="meta text-meta text-muted">
              <span>{license}</span>
              <span>{formatRowCount(records, "entry", "entries")}</span>
              <span>{formatRowCount(facts, "fact", "facts")} shown</span>
            </span>
            {facts.count > 0 && (
              <a className="link" href={sourceFactsPath(id)} download>
                Download its facts<span className="sr-only"> from {title}</span>
              </a>
            )}
            {records.count > 0 && (
              <details className="import-withdraw">
                <summary>Withdraw source</summary>
                <form method="post" action={IMPORTS_PATH}>
                  <input type="hidden" name="withdraw" value={id} />
                  <p>
                    This removes all facts from this source, and places that have no other facts. Facts from other
                    sources stay, and so do places with reviews or an owner. To undo this, import the file again.
                  </p>
                  <button type="submit" className="button button-outline">
                    Withdraw {title}
                  </button>
                </form>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
