import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { readForm, type SentForm, type SentList } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { storageOf } from "#app/platform/storage.server.ts";
import { AutoRefresh } from "#app/ui/auto-refresh.tsx";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { counted, fullCount } from "#app/ui/counted.ts";

import { requireRole } from "../accounts/guards.ts";
import { AdminPage } from "../admin/admin-page.tsx";
import { noSuchPage } from "../navigation/no-such-page.ts";
import { isCategorySlug } from "../places/categories.ts";
import { knownTypes } from "../submissions/types.server.ts";
import type { Route } from "./+types/import.route";
import { COLUMN_FIELD_NAMES, COLUMN_FIELDS, type ColumnMapping } from "./column-mapping.ts";
import { isPublishing } from "./apply-import.server.ts";
import { importFile, ImportFileGone } from "./import-file.server.ts";
import { FORMAT_NAMES, isTable, SCHEME_OF, type TextEncoding } from "./import-format.ts";
import { findImport, ownKinds, skippedRecords } from "./import-queries.server.ts";
import { ReportTable } from "./report-table.tsx";
import { endingWords, entriesIn } from "./import-report.ts";
import { importPath, IMPORTS_PATH, isUnderWay, reviewPath, STAGE_WORDS, WAITING_FROM } from "./imports.ts";
import { cancelImport, saveKinds, startCheck, startPublishing, startRun } from "./imports.server.ts";
import { skipWords } from "./imported-facts.ts";
import { isType, type OurKind } from "./kinds.ts";
import { KindsForm, OwnKindsForm } from "./kinds-forms.tsx";
import { firstRows } from "./read-file.server.ts";

const SKIPS_SHOWN = 100;
const KINDS_SHOWN = 40;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, env, viewer, page } = siteOf(context);
  page.keep = false;
  requireRole(viewer, request, ["admin"]);
  const found = isUuid(params.id) ? await findImport(db, params.id) : null;
  if (found === null) throw noSuchPage([]);
  const { id, fileName, byteCount, format, encoding, stage, problem, report, source, mapping, waiting, filePath } =
    found;
  const isAsked = stage === "mapping" || (isTable(format) && stage === "checked");
  const [headers = [], ...sample] = isAsked && filePath !== null ? await rowsOf(filePath, { env, encoding }) : [];
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
    hasFile: filePath !== null,
    share: isPublishing(found) ? null : shareOf(stage === "running" ? report.applied : found.bytesRead, total),
    table: headers.length === 0 ? null : { headers, sample, mapping },
    kinds: Object.entries(report.unknownKinds)
      .sort(([, a], [, b]) => b - a)
      .slice(0, KINDS_SHOWN)
      .map(([kind, count]) => ({ kind, count })),
    ownKinds: stage === "checked" ? await kindsSaid(db, found) : [],
    types: stage === "checked" ? await knownTypes(db) : [],
    skipped: (await skippedRecords(db, id, SKIPS_SHOWN)).map(({ reason, kind, ...rest }) => ({
      ...rest,
      words: skipWords(reason) + (reason === "unknown-kind" && kind ? `: ${kind}` : ""),
    })),
  };
}

type FoundImport = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/**
 * Editable category mappings: the file-wide one for entries without a kind, under an empty key, and those of its
 * format.
 */
async function kindsSaid(db: Site["db"], { format, plainKind }: Pick<FoundImport, "format" | "plainKind">) {
  const plain = plainKind === null ? [] : [{ key: "", ...plainKind }];
  return [...plain, ...(await ownKinds(db, SCHEME_OF[format]))];
}

function shareOf(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total);
}

/** The first rows of a table; empty when the file is missing, or on an operator's machine. */
async function rowsOf(place: string, { env, encoding }: { env: Site["env"]; encoding: TextEncoding }) {
  try {
    return await firstRows(importFile(place, storageOf(env)), encoding);
  } catch (error) {
    if (error instanceof ImportFileGone) return [];
    throw error;
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const viewer = requireRole(site.viewer, request, ["admin"]);
  const form = await readForm(request);
  const found = isUuid(params.id) ? await findImport(site.db, params.id) : null;
  if (found === null) throw noSuchPage([]);
  const why = await carryOut(site, form, { importId: found.id, adminId: viewer.id });
  if (why !== null) {
    const kinds = [...Object.keys(found.report.unknownKinds), ...form.texts("key")];
    return data({ why, typed: typedIn(form, kinds) }, { status: why === NOT_NOW ? 409 : 400 });
  }
  throw redirect(importPath(found.id), 303);
}

/** Typed values that refill the forms after a refusal. */
type Typed = [name: string, text: string][];

function typedIn(form: SentForm, kinds: string[]): Typed {
  const names = [
    ...COLUMN_FIELD_NAMES.map((field) => `column-${field}`),
    ...kinds.flatMap((kind) => [`category-${kind}`, `type-${kind}`]),
  ];
  return names.flatMap((name): Typed => (form.text(name) === "" ? [] : [[name, form.text(name)]]));
}

const NOT_NOW = "It is at work, or somebody else was faster. Look at how it stands now.";

/** Why nothing was done, as a message; null on success. */
async function carryOut(
  site: Site,
  form: SentList,
  { importId, adminId }: { importId: string; adminId: string },
): Promise<string | null> {
  const { db, now, log } = site;
  const actor = { kind: "staff" as const, id: adminId };
  const asked = form.text("do");
  log.info({ importId, asked, adminId }, "An import is told what to do");
  switch (asked) {
    case "map": {
      const started = await startCheck(db, { importId, mapping: mappingOf(form), actor, now });
      return started === "started" ? null : started === "not-now" ? NOT_NOW : started.problem;
    }
    case "check":
      return (await startCheck(db, { importId, actor, now })) === "started" ? null : NOT_NOW;
    case "kinds":
      return saveTypedKinds(site, form, { importId, actor });
    case "own-kinds":
      return changeOwnKinds(site, form, { importId, actor });
    case "run": {
      const isStarted = await startRun(db, { importId, publishes: form.text("new") === "publish", actor, now });
      return isStarted ? null : NOT_NOW;
    }
    case "cancel":
      return (await cancelImport(db, { importId, actor, now })) ? null : NOT_NOW;
    case "publish":
      return (await startPublishing(db, { importId, actor, now })) ? null : NOT_NOW;
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
    const kind = typedKind(form, key);
    if (kind === "half") return `Give ${key || "those without a kind"} both a category and a type.`;
    if (kind !== null) kinds.push({ key, kind });
  }
  if (kinds.length === 0) return "Choose a category for at least one kind.";
  return saveAndCheck(db, { found, kinds, actor, now });
}

/** The category typed for a kind; "half" when either the category or the type is missing. */
function typedKind(form: SentForm, key: string): OurKind | "half" | null {
  const [category, type] = [form.text(`category-${key}`), form.text(`type-${key}`).trim()];
  if (category === "" && type === "") return null;
  return isCategorySlug(category) && isType(type) ? { category, type } : "half";
}

async function changeOwnKinds(
  { db, now }: Site,
  form: SentList,
  { importId, actor }: { importId: string; actor: { kind: "staff"; id: string } },
): Promise<string | null> {
  const found = await findImport(db, importId);
  if (found === null) return NOT_NOW;
  const kinds: { key: string; kind: OurKind | null }[] = [];
  for (const { key, category, type } of await kindsSaid(db, found)) {
    // Another editor has added it since.
    if (!form.texts("key").includes(key)) continue;
    const kind = typedKind(form, key);
    if (kind === "half") return `Give ${key || "those without a kind"} both a category and a type, or neither.`;
    if (kind?.category !== category || kind.type !== type) kinds.push({ key, kind });
  }
  if (kinds.length === 0) return "Change a category or a type first.";
  return saveAndCheck(db, { found, kinds, actor, now });
}

/** Saves the mappings and restarts the check; the mapping for entries without a kind applies to this file only. */
async function saveAndCheck(
  db: Site["db"],
  given: {
    found: FoundImport;
    kinds: { key: string; kind: OurKind | null }[];
    actor: { kind: "staff"; id: string };
    now: Date;
  },
): Promise<string | null> {
  const { found, kinds, actor, now } = given;
  const plain = kinds.find(({ key }) => key === "");
  await saveKinds(db, { format: found.format, kinds: kinds.filter((each) => each !== plain), actor, now });
  const settings = plain === undefined ? {} : { plainKind: plain.kind };
  return (await startCheck(db, { importId: found.id, ...settings, actor, now })) === "started" ? null : NOT_NOW;
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
  const { about, hasFile, share, table, kinds, ownKinds: said, types, skipped } = loaderData;
  const { stage, report } = about;
  const ending = endingWords(report);
  const typed = new Map(actionData?.typed ?? []);
  return (
    <AdminPage section="imports" title={about.fileName}>
      <div className="import-page">
        <Breadcrumbs trail={[{ label: "Imports", to: IMPORTS_PATH }, { label: about.fileName }]} />
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
        {ending !== null && <p className="form-problem">{ending}</p>}
        {report.letters === "mixed" && (
          <p className="form-notice">
            Some of its letters are in another encoding. Entries whose name has one are left out.
          </p>
        )}
        {stage === "mapping" && table !== null && <MappingForm about={about} table={table} typed={typed} />}
        {stage !== "mapping" && stage !== "withdrawn" && <ReportTable report={report} isDone={stage === "done"} />}
        {stage === "checked" && <RunForm about={about} />}
        {stage === "checked" && kinds.length > 0 && <KindsForm importId={about.id} kinds={kinds} typed={typed} />}
        {stage === "checked" && said.length > 0 && <OwnKindsForm importId={about.id} kinds={said} typed={typed} />}
        <datalist id="known-types">
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </datalist>
        {stage === "checked" && table !== null && (
          <details className="import-source">
            <summary>Other columns</summary>
            <MappingForm about={about} table={table} typed={typed} />
          </details>
        )}
        {(stage === "done" || stage === "cancelled" || stage === "failed") && <Waiting about={about} />}
        {(stage === "cancelled" || stage === "failed") && hasFile && <Again about={about} />}
        {skipped.length > 0 && <Skipped skipped={skipped} count={report.skipped} />}
      </div>
    </AdminPage>
  );
}

type Shown = Route.ComponentProps["loaderData"];
type About = Shown["about"];

function sizeWords(bytes: number): string {
  if (bytes < 1_048_576) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / 1_048_576).toFixed(1)} MB`;
}

function Standing({ about: { id, stage, problem, recordsRead }, share }: { about: About; share: Shown["share"] }) {
  const isAtWork = isUnderWay(stage);
  return (
    <div className="import-standing" aria-live="polite">
      <AutoRefresh isOn={isAtWork} />
      <p>
        <strong>{STAGE_WORDS[stage]}</strong>
        {stage === "checking" && recordsRead > 0 && `: ${counted(recordsRead, "entry", "entries")} so far`}
      </p>
      {problem !== null && <p className="form-problem">{problem}</p>}
      {isAtWork && (
        <div className="review-buttons">
          <Progress share={share} label={STAGE_WORDS[stage]} />
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

/** Without a share the progress is unknown. */
function Progress({ share, label }: { share: Shown["share"]; label: string }) {
  if (share === null) return <progress className="import-progress" aria-label={label} />;
  return (
    <progress className="import-progress" max={1} value={share} aria-label={label}>
      {Math.round(share * 100)} %
    </progress>
  );
}

function MappingForm({
  about,
  table: { headers, sample, mapping },
  typed,
}: {
  about: About;
  table: NonNullable<Shown["table"]>;
  typed: ReadonlyMap<string, string>;
}) {
  const isSent = [...typed.keys()].some((name) => name.startsWith("column-"));
  return (
    <form method="post" action={importPath(about.id)} className="import-section">
      <h2 className="h3">Which column holds what</h2>
      <p className="text-stone-5">Guessed from the names in the first line. Put right what is wrong.</p>
      <div className="import-mapping">
        {COLUMN_FIELD_NAMES.map((field) => (
          <label className="field" key={field}>
            <span>{COLUMN_FIELDS[field]}</span>
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

function waitingWords(waiting: About["waiting"]): string {
  const words = [
    ...(waiting.perhaps === 0
      ? []
      : [`${counted(waiting.perhaps, "entry that may be", "entries that may be")} listed already`]),
    ...(waiting.new === 0 ? [] : [counted(waiting.new, "new place")]),
  ];
  return `${words.join(", and ")}.`;
}

function Waiting({ about: { id, stage, waiting } }: { about: About }) {
  if (waiting.new + waiting.perhaps === 0) {
    if (stage !== "done") return null;
    return (
      <p>
        Nothing of it waits for anybody.{" "}
        <Link className="link" to={reviewPath(id)}>
          See what was decided
        </Link>
      </p>
    );
  }
  return (
    <section className="import-section" aria-labelledby="waiting">
      <h2 className="h3" id="waiting">
        Waits for you
      </h2>
      <p>{waitingWords(waiting)}</p>
      <form method="post" action={importPath(id)} className="review-buttons">
        <Link className="button button-primary" to={reviewPath(id)}>
          Look at them
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
