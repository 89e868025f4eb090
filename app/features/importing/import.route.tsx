import "#app/own-pages.css";

import { useEffect } from "react";
import { data, Link, redirect, useRevalidator } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { counted, fullCount } from "#app/ui/counted.ts";

import { requireRole } from "../accounts/guards.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import { CATEGORY_NAMES, isCategorySlug } from "../places/categories.ts";
import { knownTypes } from "../submissions/types.server.ts";
import type { Route } from "./+types/import.route";
import { COLUMN_FIELD_NAMES, COLUMN_FIELDS, type ColumnMapping } from "./column-mapping.ts";
import { publishWaiting } from "./decide-record.server.ts";
import { FORMAT_NAMES } from "./import-format.ts";
import { findImport, skippedRecords } from "./import-queries.server.ts";
import { ReportTable } from "./report-table.tsx";
import { entriesIn } from "./import-report.ts";
import { importPath, IMPORTS_PATH, isUnderWay, reviewPath, STAGE_WORDS, WAITING_FROM } from "./imports.ts";
import { cancelImport, saveKinds, startCheck, startRun } from "./imports.server.ts";
import { skipWords } from "./imported-facts.ts";
import { isType, type OurKind } from "./kinds.ts";
import { inspectFile } from "./read-file.server.ts";

const SKIPS_SHOWN = 100;
const KINDS_SHOWN = 40;

/** As long as a run has something new to say, the page asks so often. */
const LOOK_AGAIN_MS = 1_500;
const PLAIN_LOOK_SECONDS = "4";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const found = isUuid(params.id) ? await findImport(db, params.id) : null;
  if (found === null) throw noSuchPage([]);
  const { id, fileName, byteCount, format, encoding, stage, problem, report, source, mapping, waiting, filePath } =
    found;
  const isTable = stage === "mapping" || (format === "csv" && stage === "checked");
  const table = isTable && filePath !== null ? await inspectFile(filePath, format) : null;
  const total = stage === "running" ? entriesIn(report) - report.skipped - report.unchanged : byteCount;
  return {
    about: {
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
    share: total === 0 ? 1 : Math.min(1, (stage === "running" ? report.applied : found.bytesRead) / total),
    table: table === null || "problem" in table ? null : { headers: table.headers, sample: table.sample, mapping },
    kinds: Object.entries(report.unknownKinds)
      .sort(([, a], [, b]) => b - a)
      .slice(0, KINDS_SHOWN)
      .map(([kind, count]) => ({ kind, count })),
    types: stage === "checked" ? await knownTypes(db) : [],
    skipped: (await skippedRecords(db, id, SKIPS_SHOWN)).map(({ reason, kind, ...rest }) => ({
      ...rest,
      words: skipWords(reason) + (reason === "unknown-kind" && kind ? `: ${kind}` : ""),
    })),
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  if (!isUuid(params.id) || (await findImport(site.db, params.id)) === null) throw noSuchPage([]);
  const why = await carryOut(site, form, { importId: params.id, adminId: viewer.id });
  if (why !== null) return data({ why }, { status: why === NOT_NOW ? 409 : 400 });
  throw redirect(importPath(params.id), 303);
}

const NOT_NOW = "It is at work, or somebody else was faster. Look at how it stands now.";

/** In words why nothing was done; null when it was. */
async function carryOut(
  site: Site,
  form: SentForm,
  { importId, adminId }: { importId: string; adminId: string },
): Promise<string | null> {
  const { db, now, log } = site;
  const actor = { kind: "staff" as const, id: adminId };
  const asked = form.text("do");
  log.info({ importId, asked, adminId }, "An import is told what to do");
  switch (asked) {
    case "map": {
      const started = await startCheck(db, { importId, mapping: mappingOf(form), now });
      return started === "started" ? null : started === "not-now" ? NOT_NOW : started.problem;
    }
    case "check":
      return (await startCheck(db, { importId, now })) === "started" ? null : NOT_NOW;
    case "kinds":
      return saveTypedKinds(site, form, { importId, actor });
    case "run": {
      const isStarted = await startRun(db, { importId, publishes: form.text("new") === "publish", actor, now });
      return isStarted ? null : NOT_NOW;
    }
    case "cancel":
      return (await cancelImport(db, { importId, actor, now })) ? null : NOT_NOW;
    case "publish":
      await publishWaiting(db, { importId, actor, now });
      return null;
    default:
      return "Choose what to do.";
  }
}

function mappingOf(form: SentForm): ColumnMapping {
  return Object.fromEntries(
    COLUMN_FIELD_NAMES.flatMap((field) => {
      const header = form.text(`column-${field}`);
      return header === "" ? [] : [[field, header]];
    }),
  );
}

async function saveTypedKinds(
  { db, now }: Site,
  form: SentForm,
  { importId, actor }: { importId: string; actor: { kind: "staff"; id: string } },
): Promise<string | null> {
  const found = await findImport(db, importId);
  if (found === null) return NOT_NOW;
  const kinds: { key: string; kind: OurKind }[] = [];
  for (const key of Object.keys(found.report.unknownKinds)) {
    const [category, type] = [form.text(`category-${key}`), form.text(`type-${key}`).trim()];
    if (category === "" && type === "") continue;
    if (!isCategorySlug(category) || !isType(type))
      return `Give ${key || "those without a kind"} both a category and a type.`;
    kinds.push({ key, kind: { category, type } });
  }
  if (kinds.length === 0) return "Choose a category for at least one kind.";
  await saveKinds(db, { format: found.format, kinds, actor, now });
  return (await startCheck(db, { importId, now })) === "started" ? null : NOT_NOW;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: `Import of ${loaderData.about.fileName}`,
    description: "What a file would bring, and what it brought.",
    path: importPath(loaderData.about.id),
    robots: "noindex, follow",
  });

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const { about, share, table, kinds, types, skipped } = loaderData;
  const { stage, report } = about;
  return (
    <div className="wrap import-page">
      <Breadcrumbs
        trail={[{ label: "Home", to: "/" }, { label: "Imports", to: IMPORTS_PATH }, { label: about.fileName }]}
      />
      <h1 className="d3">{about.fileName}</h1>
      <p className="meta text-meta text-stone-5">
        <span>{FORMAT_NAMES[about.format]}</span>
        <span>{sizeWords(about.byteCount)}</span>
        <span>{about.encoding.toUpperCase()}</span>
        <span>{about.source.title}</span>
        <span>{about.source.license}</span>
      </p>
      {actionData !== undefined && (
        <p className="form-problem" role="alert">
          {actionData.why}
        </p>
      )}
      <Standing about={about} share={share} />
      {report.letters === "mixed" && (
        <p className="form-notice">
          Some of its letters are in another encoding. Entries whose name has one are left out.
        </p>
      )}
      {stage === "mapping" && table !== null && <MappingForm about={about} table={table} />}
      {stage !== "mapping" && stage !== "withdrawn" && <ReportTable report={report} isDone={stage === "done"} />}
      {stage === "checked" && <RunForm about={about} />}
      {stage === "checked" && kinds.length > 0 && <KindsForm about={about} kinds={kinds} types={types} />}
      {stage === "checked" && table !== null && (
        <details className="import-source">
          <summary>Other columns</summary>
          <MappingForm about={about} table={table} />
        </details>
      )}
      {stage === "done" && <Waiting about={about} />}
      {(stage === "cancelled" || stage === "failed") && <Again about={about} />}
      {skipped.length > 0 && <Skipped skipped={skipped} count={report.skipped} />}
    </div>
  );
}

type Shown = Route.ComponentProps["loaderData"];
type About = Shown["about"];

function sizeWords(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

function Standing({ about: { id, stage, problem, recordsRead }, share }: { about: About; share: number }) {
  const { revalidate } = useRevalidator();
  const isAtWork = isUnderWay(stage);
  useEffect(() => {
    if (!isAtWork) return undefined;
    const timer = setInterval(() => {
      revalidate().catch((error: unknown) => console.warn("Could not look again", error));
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAtWork, revalidate]);
  return (
    <div className="import-standing" aria-live="polite">
      {/* The page's script sleeps until somebody moves: a run is watched without it too. */}
      {isAtWork && <meta httpEquiv="refresh" content={PLAIN_LOOK_SECONDS} />}
      <p>
        <strong>{STAGE_WORDS[stage]}</strong>
        {stage === "checking" && recordsRead > 0 && `: ${counted(recordsRead, "entry", "entries")} so far`}
      </p>
      {problem !== null && <p className="form-problem">{problem}</p>}
      {isAtWork && (
        <div className="review-buttons">
          <progress className="import-progress" max={1} value={share} aria-label={STAGE_WORDS[stage]}>
            {Math.round(share * 100)} %
          </progress>
          {stage !== "withdrawing" && (
            <form method="post" action={importPath(id)}>
              <button type="submit" className="button button-outline button-small" name="do" value="cancel">
                Stop
              </button>
            </form>
          )}
          <Link className="link" to={importPath(id)}>
            Look again
          </Link>
        </div>
      )}
    </div>
  );
}

function MappingForm({
  about,
  table: { headers, sample, mapping },
}: {
  about: About;
  table: NonNullable<Shown["table"]>;
}) {
  return (
    <form method="post" action={importPath(about.id)} className="import-section">
      <h2 className="h3">Which column holds what</h2>
      <p className="text-stone-5">Guessed from the names in the first line. Put right what is wrong.</p>
      <div className="import-mapping">
        {COLUMN_FIELD_NAMES.map((field) => (
          <label className="field" key={field}>
            <span>{COLUMN_FIELDS[field]}</span>
            <select className="input" name={`column-${field}`} defaultValue={mapping[field] ?? ""}>
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
      <div className="review-buttons">
        <button type="submit" className="button button-primary" name="do" value="map">
          Check the file
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

function RunForm({ about: { id, report } }: { about: About }) {
  const isMany = report.new > WAITING_FROM;
  const work = report.new + report.changed + report.matched + report.twins + report.perhaps;
  if (work === 0) return <p>Nothing of it would change anything.</p>;
  return (
    <form method="post" action={importPath(id)} className="import-section">
      <h2 className="h3">Import it</h2>
      <fieldset className="import-choice">
        <legend>New places</legend>
        <label>
          <input type="radio" name="new" value="wait" defaultChecked={isMany} />
          <span>wait until an editor has looked at them</span>
        </label>
        <label>
          <input type="radio" name="new" value="publish" defaultChecked={!isMany} />
          <span>are listed at once</span>
        </label>
      </fieldset>
      <div className="review-buttons">
        <button type="submit" className="button button-primary" name="do" value="run">
          Import {counted(work, "entry", "entries")}
        </button>
        <button type="submit" className="button button-plain" name="do" value="cancel">
          Leave it
        </button>
      </div>
    </form>
  );
}

function KindsForm({ about, kinds, types }: { about: About; kinds: Shown["kinds"]; types: string[] }) {
  return (
    <form method="post" action={importPath(about.id)} className="import-section">
      <h2 className="h3">Kinds that have no category here</h2>
      <p className="text-stone-5">
        New places of these kinds are left out. Say what they are here, and the file is checked again.
      </p>
      <ul className="import-kinds">
        {kinds.map(({ kind, count }) => (
          <li key={kind}>
            <span>
              <strong>{kind || "No kind at all"}</strong> <span className="text-stone-5">{fullCount(count)}</span>
            </span>
            <select className="input" name={`category-${kind}`} aria-label={`Category of ${kind}`} defaultValue="">
              <option value="">Leave out</option>
              {Object.entries(CATEGORY_NAMES).map(([slug, name]) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
            <input
              className="input"
              name={`type-${kind}`}
              aria-label={`Type of ${kind}`}
              placeholder="Type, as Bakery"
              list="known-types"
              autoComplete="off"
            />
          </li>
        ))}
      </ul>
      <datalist id="known-types">
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </datalist>
      <div className="review-buttons">
        <button type="submit" className="button button-outline" name="do" value="kinds">
          Keep and check again
        </button>
      </div>
    </form>
  );
}

function Waiting({ about: { id, waiting } }: { about: About }) {
  if (waiting.new + waiting.perhaps === 0) return <p>Nothing of it waits for anybody.</p>;
  return (
    <section className="import-section" aria-labelledby="waiting">
      <h2 className="h3" id="waiting">
        Waits for you
      </h2>
      <p>
        {counted(waiting.perhaps, "entry that may be", "entries that may be")} listed already, and{" "}
        {counted(waiting.new, "new place")}.
      </p>
      <form method="post" action={importPath(id)} className="review-buttons">
        <Link className="button button-primary" to={reviewPath(id)}>
          Look at them
        </Link>
        {waiting.new > 0 && (
          <button type="submit" className="button button-outline" name="do" value="publish">
            List all new places
          </button>
        )}
      </form>
    </section>
  );
}

function Again({ about: { id } }: { about: About }) {
  return (
    <form method="post" action={importPath(id)} className="review-buttons">
      <button type="submit" className="button button-outline" name="do" value="check">
        Check it again
      </button>
    </form>
  );
}

function Skipped({ skipped, count }: { skipped: Shown["skipped"]; count: number }) {
  return (
    <details className="import-source">
      <summary>Left out, one by one</summary>
      <div className="import-scroll">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Line</th>
              <th scope="col">Name</th>
              <th scope="col">Why</th>
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
      {count > skipped.length && <p className="text-stone-5">And {fullCount(count - skipped.length)} more.</p>}
    </details>
  );
}
