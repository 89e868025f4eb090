import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";
import { counted, countText, fullCount } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import type { Route } from "./+types/imports.route";
import { FORMAT_NAMES, IMPORT_FORMATS, isImportFormat } from "./import-format.ts";
import { importFile, placeOf } from "./import-file.server.ts";
import { importSources, lastImports, type RowsCounted } from "./import-queries.server.ts";
import { readSource, SOURCE_OF } from "./import-source.ts";
import { FILE_BYTES_MAX, importPath, IMPORTS_PATH, reviewPath, STAGE_WORDS } from "./imports.ts";
import { addImport } from "./imports.server.ts";
import { inspectFile } from "./read-file.server.ts";
import { keepUpload } from "./keep-upload.server.ts";
import { MERGES_PATH } from "./merge.ts";
import { UploadForm } from "./upload-form.tsx";
import { startWithdrawal } from "./withdraw-source.server.ts";

/** Where admins upload files of places, follow their imports, and withdraw sources. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const rows = await lastImports(db);
  return {
    imports: rows.map(({ createdAt, report, ...row }) => ({
      ...row,
      on: instantWords(createdAt),
      added: report.new ?? 0,
      matched: report.matched ?? 0,
      skipped: report.skipped ?? 0,
    })),
    // Leaves out sources whose files were only checked.
    sources: (await importSources(db)).filter(({ records, facts }) => records.count > 0 || facts.count > 0),
  };
}

function instantWords(at: Date): string {
  return SHORT_INSTANT.format(at);
}

const SHORT_INSTANT = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const actor = { kind: "staff" as const, id: viewer.id };
  if (!(request.headers.get("content-type") ?? "").toLowerCase().startsWith("multipart/")) {
    const form = await readForm(request);
    const sourceId = form.text("withdraw");
    if (sourceId === "") return refusal(400, "Choose a file first.");
    const isAsked = await startWithdrawal(site.db, { sourceId, actor, now: site.now });
    if (!isAsked) return refusal(409, "Nothing of that source is left to take back.");
    site.log.info({ sourceId, by: viewer.id }, "A source is being withdrawn");
    throw redirect(IMPORTS_PATH, 303);
  }
  return takeFile(site, request, actor);
}

type StaffActor = { kind: "staff"; id: string };

async function takeFile(site: Site, request: Request, actor: StaffActor) {
  const storage = storageOf(site.env);
  const kept = await keepUpload(request, { storage, now: site.now });
  if (kept === "too-large") return refusal(413, `A file has at most ${FILE_BYTES_MAX / 1_048_576} MB.`);
  const typed = (name: string) => kept?.fields.get(name) ?? "";
  if (kept === null || kept.file === null) return refusal(400, "Choose a file first.", typedOf(typed));
  const { stored, ...file } = kept.file;
  const added = await addUpload(site, { file: { ...file, place: placeOf(stored) }, typed, actor });
  if ("problem" in added) {
    await storage.removeFolder(stored.folder);
    return refusal(400, added.problem, typedOf(typed));
  }
  site.log.info({ importId: added.id, format: added.format, bytes: file.byteCount }, "A file was taken for an import");
  throw redirect(importPath(added.id), 303);
}

async function addUpload(
  { db, env, now }: Site,
  {
    file,
    typed,
    actor,
  }: {
    file: { place: string; fileName: string; byteCount: number };
    typed: (name: string) => string;
    actor: StaffActor;
  },
): ReturnType<typeof addImport> {
  const asked = typed("format");
  const found = await inspectFile(importFile(file.place, storageOf(env)), isImportFormat(asked) ? asked : null);
  if ("problem" in found) return found;
  const own = typed("title") === "" ? SOURCE_OF[found.format] : undefined;
  const source = own === undefined ? readSource(typedOf(typed)) : { source: own };
  if ("problem" in source) return source;
  return addImport(db, { ...file, found, source: source.source, publishes: false, actor, now });
}

function typedOf(typed: (name: string) => string) {
  return { format: typed("format"), title: typed("title"), publisher: typed("publisher"), license: typed("license") };
}

function refusal(status: number, why: string, typed = typedOf(() => "")) {
  return data({ why, typed }, { status });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Imports",
    description: "Places from files: check, import, take back.",
    path: IMPORTS_PATH,
    robots: "noindex, follow",
  });

export default function Imports({ loaderData: { imports, sources }, actionData }: Route.ComponentProps) {
  const refused = actionData ?? null;
  return (
    <AdminPage
      section="imports"
      title="Imports"
      lead="Places from a file. It is checked first, and nothing is written until you have seen what it would do."
      actions={
        <Link className="button button-outline" to={MERGES_PATH}>
          Merge two listings
        </Link>
      }
    >
      <div className="import-page">
        <UploadForm
          why={refused?.why ?? null}
          typed={refused?.typed ?? { format: "", title: "", publisher: "", license: "" }}
          formats={IMPORT_FORMATS.map((format) => ({ format, name: FORMAT_NAMES[format] }))}
          bytesMax={FILE_BYTES_MAX}
        />
        <section aria-labelledby="files" className="import-section">
          <h2 className="h3" id="files">
            Files
          </h2>
          {imports.length === 0 ? (
            <EmptyState title="No file yet">What you import is listed here, with all that came of it.</EmptyState>
          ) : (
            <ImportTable imports={imports} />
          )}
        </section>
        {sources.length > 0 && <Sources sources={sources} />}
      </div>
    </AdminPage>
  );
}

type Shown = Route.ComponentProps["loaderData"];

function ImportTable({ imports }: { imports: Shown["imports"] }) {
  return (
    <ul className="import-rows">
      {imports.map(({ id, fileName, format, stage, source, on, added, matched, skipped, waiting }) => (
        <li key={id}>
          <Link className="name-link" to={importPath(id)}>
            {fileName}
          </Link>
          <span className="meta text-meta text-stone-5">
            <span>{STAGE_WORDS[stage]}</span>
            <span>{on}</span>
            <span>{FORMAT_NAMES[format]}</span>
            <span>{source}</span>
          </span>
          <span className="meta text-meta">
            <span>{fullCount(added)} new</span>
            <span>{fullCount(matched)} listed already</span>
            <span>{fullCount(skipped)} left out</span>
            {waiting > 0 && (
              <Link className="link" to={reviewPath(id)}>
                {counted(waiting, "waits", "wait")} for you
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function rowsText({ count, precision }: RowsCounted, one: string, several: string): string {
  return `${countText(count, precision)} ${count === 1 ? one : several}`;
}

function Sources({ sources }: { sources: Shown["sources"] }) {
  return (
    <section aria-labelledby="sources" className="import-section">
      <h2 className="h3" id="sources">
        Sources
      </h2>
      <ul className="import-rows">
        {sources.map(({ id, title, license, records, facts }) => (
          <li key={id}>
            <strong>{title}</strong>
            <span className="meta text-meta text-stone-5">
              <span>{license}</span>
              <span>{rowsText(records, "entry", "entries")}</span>
              <span>{rowsText(facts, "fact", "facts")} shown</span>
            </span>
            {records.count > 0 && (
              <details className="import-withdraw">
                <summary>Take everything back</summary>
                <form method="post" action={IMPORTS_PATH}>
                  <input type="hidden" name="withdraw" value={id} />
                  <p>
                    All its facts disappear, and places that stand on nothing else with them. Facts of others stay, and
                    places that people have reviewed or run. To have it back, import its file again.
                  </p>
                  <button type="submit" className="button button-outline">
                    Take back {title}
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
