import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { counted, fullCount } from "#app/ui/counted.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";

import { requireRole } from "../accounts/guards.ts";
import type { Route } from "./+types/imports.route";
import { FORMAT_NAMES, IMPORT_FORMATS, isImportFormat } from "./import-format.ts";
import { importSources, lastImports } from "./import-queries.server.ts";
import { readSource, SOURCE_OF } from "./import-source.ts";
import { rm } from "node:fs/promises";
import { FILE_BYTES_MAX, importPath, IMPORTS_PATH, reviewPath, STAGE_WORDS } from "./imports.ts";
import { addImport } from "./imports.server.ts";
import { inspectFile } from "./read-file.server.ts";
import { keepUpload } from "./keep-upload.server.ts";
import { MERGES_PATH } from "./merge.ts";
import { UploadForm } from "./upload-form.tsx";
import { startWithdrawal } from "./withdraw-source.server.ts";

/** Where editors bring files with places in, see what became of them, and take sources back. */
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
    sources: await importSources(db),
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
  return takeFile(site, request);
}

async function takeFile(site: Site, request: Request) {
  const kept = await keepUpload(request, site.env);
  if (kept === "too-large") return refusal(413, `A file has at most ${FILE_BYTES_MAX / 1_048_576} MB.`);
  const typed = (name: string) => kept?.fields.get(name) ?? "";
  if (kept === null || kept.file === null) return refusal(400, "Choose a file first.", typedOf(typed));
  const { file } = kept;
  const asked = typed("format");
  const format = isImportFormat(asked) ? asked : null;
  const found = await inspectFile(file.path, format);
  const own = typed("title") === "" && "format" in found ? SOURCE_OF[found.format] : undefined;
  const source = own === undefined ? readSource(typedOf(typed)) : { source: own };
  const problem = "problem" in found ? found.problem : "problem" in source ? source.problem : null;
  if (problem !== null || "problem" in source) {
    await rm(file.path, { force: true });
    return refusal(400, problem ?? "", typedOf(typed));
  }
  const added = await addImport(site.db, { ...file, format, source: source.source, publishes: false, now: site.now });
  if ("problem" in added) {
    await rm(file.path, { force: true });
    return refusal(400, added.problem, typedOf(typed));
  }
  site.log.info({ importId: added.id, format: added.format, bytes: file.byteCount }, "A file was taken for an import");
  throw redirect(importPath(added.id), 303);
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
    <div className="wrap import-page">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Imports" }]} />
      <h1 className="d3">Imports</h1>
      <p className="lede">
        Places from a file. It is checked first, and nothing is written until you have seen what it would do.
      </p>
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
      <p>
        <Link className="link" to={MERGES_PATH}>
          Merge two listings of one place
        </Link>
      </p>
    </div>
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
              <span>{counted(records, "entry", "entries")}</span>
              <span>{counted(facts, "fact")} shown</span>
            </span>
            {records > 0 && (
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
