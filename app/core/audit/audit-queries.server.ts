import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.ts";
import { ACTOR_KINDS, auditEntries } from "#app/db/schema/audit.ts";
import { posts } from "#app/db/schema/guides.ts";
import { places } from "#app/db/schema/places.ts";
import { formatCsv } from "#app/lib/csv.ts";
import { formatInstantWithSeconds } from "#app/lib/format-time.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { normalizeText } from "#app/lib/plain-text.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { pickQuery, type QueryReader } from "#app/platform/route-handle.ts";

import {
  AUDIT_PAGE_MAX,
  type AuditFilters,
  CSV_ENTRIES_MAX,
  ENTRIES_PER_PAGE,
  type AuditEntryView,
  AUDIT_PARAMETERS,
} from "./audit-page.ts";
import { changedValues } from "./changed-values.ts";

const FILTER_CHARACTERS_MAX = 200;
/** Counting more would take longer than reading a page. */
const COUNTED_MAX = ENTRIES_PER_PAGE * AUDIT_PAGE_MAX;

const FilterText = z
  .string()
  .catch("")
  .transform((typed) => normalizeText(typed).slice(0, FILTER_CHARACTERS_MAX).toWellFormed());
const Day = z.iso.date().or(z.literal("")).catch("");
const FiltersSchema = z.object({
  q: FilterText,
  who: FilterText,
  as: z.enum(["", ...ACTOR_KINDS]).catch(""),
  action: FilterText,
  subject: FilterText,
  id: FilterText,
  from: Day,
  to: Day,
});

/** Ignores invalid parameters. */
export function parseAuditFilters(search: QueryReader<(typeof AUDIT_PARAMETERS)[number]>): AuditFilters {
  return {
    ...FiltersSchema.parse(pickQuery(search, AUDIT_PARAMETERS)),
    page: Math.min(parsePageNumber(search.get("page")), AUDIT_PAGE_MAX),
  };
}

/** One page of the audit log, newest first. */
export async function findAuditPage(
  db: Database,
  filters: AuditFilters,
): Promise<{ entries: AuditEntryView[]; count: number; isMore: boolean; pageCount: number }> {
  const where = await whereOf(db, filters);
  const matches = db
    .select({ one: sql<number>`1`.as("one") })
    .from(auditEntries)
    .where(where)
    .limit(COUNTED_MAX + 1);
  const counted = await db.$count(matches.as("matches"));
  const rows = await readEntries(db, where, { limit: ENTRIES_PER_PAGE, offset: (filters.page - 1) * ENTRIES_PER_PAGE });
  const count = Math.min(counted, COUNTED_MAX);
  return {
    entries: await toShownEntries(db, rows),
    count,
    isMore: counted > COUNTED_MAX,
    pageCount: Math.max(1, Math.ceil(count / ENTRIES_PER_PAGE)),
  };
}

type EntryRow = typeof auditEntries.$inferSelect & { actorLabel: string | null };

/** Served by the index on the time or on the filtered columns. */
async function readEntries(
  db: Database,
  where: SQL | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRow[]> {
  const rows = await db
    .select({ entry: auditEntries, actorLabel: users.name })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(where)
    .orderBy(desc(auditEntries.recordedAt), desc(auditEntries.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ entry, actorLabel }) => ({ ...entry, actorLabel }));
}

/** How many users a name may match; enough for a common name. */
const NAMESAKES_MAX = 100;

async function whereOf(db: Database, filters: AuditFilters): Promise<SQL | undefined> {
  const { q, as, action, subject, id, from, to } = filters;
  return and(
    filters.who === "" ? undefined : await isByActor(db, filters.who),
    as === "" ? undefined : eq(auditEntries.actorKind, as),
    action === "" ? undefined : eq(auditEntries.action, action),
    subject === "" ? undefined : eq(auditEntries.subjectKind, subject),
    id === "" ? undefined : eq(auditEntries.subjectId, id),
    from === "" ? undefined : gte(auditEntries.recordedAt, startOf(from)),
    to === "" ? undefined : lt(auditEntries.recordedAt, startOf(dayAfter(to))),
    // Served by audit_entries_by_words.
    q === ""
      ? undefined
      : sql`(coalesce(${auditEntries.before}::text, '') || ' ' || coalesce(${auditEntries.after}::text, ''))
          ilike ${`%${escapeLike(q)}%`}`,
  );
}

/** Served by users_by_words and audit_entries_by_actor. */
async function isByActor(db: Database, who: string): Promise<SQL | undefined> {
  const matchingUsers = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.name} || ' ' || ${users.id}::text) like ${`%${escapeLike(who.toLowerCase())}%`}`)
    .limit(NAMESAKES_MAX);
  const ids = matchingUsers.map((user) => user.id);
  return or(eq(auditEntries.actorName, who), ids.length === 0 ? undefined : inArray(auditEntries.actorId, ids));
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function startOf(day: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime("America/New_York").epochMilliseconds);
}

function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

async function toShownEntries(db: Database, rows: EntryRow[]): Promise<AuditEntryView[]> {
  const names = await subjectLinks(db, rows);
  return foldSaves(rows).map(({ row, first, count }) => {
    const { subjectKind: kind, subjectId } = row;
    const subject = names.get(`${kind}:${subjectId}`);
    return {
      id: row.id,
      at: row.recordedAt.toISOString(),
      atLabel: formatInstantWithSeconds(row.recordedAt),
      as: row.actorKind,
      who: { label: actorLabelOf(row), id: row.actorId },
      action: row.action,
      subject: { kind, id: subjectId, label: subject?.label ?? null, to: subject?.to ?? null },
      values: changedValues(first.before, row.after),
      isRedacted: row.isRedacted,
      folded: count === 1 ? null : { count, firstLabel: formatInstantWithSeconds(first.recordedAt) },
    };
  });
}

/** Drafts save themselves while someone writes. */
const SAVES = new Set(["post.save-draft", "newsletter.save"]);

/** Saves of one draft by one person that follow each other on a page are one entry, from the first to the last. */
function foldSaves(rows: EntryRow[]): { row: EntryRow; first: EntryRow; count: number }[] {
  const folded: { row: EntryRow; first: EntryRow; count: number }[] = [];
  for (const row of rows) {
    const last = folded.at(-1);
    const isSame =
      last !== undefined &&
      SAVES.has(row.action) &&
      last.row.action === row.action &&
      last.row.actorId === row.actorId &&
      last.row.subjectId === row.subjectId;
    if (isSame) Object.assign(last, { first: row, count: last.count + 1 });
    else folded.push({ row, first: row, count: 1 });
  }
  return folded;
}

function actorLabelOf({ actorKind, actorId, actorName, actorLabel }: EntryRow): string {
  if (actorName !== null) return actorName;
  if (actorId !== null) return actorLabel || "Anonymous";
  return actorKind === "member" ? "Several people or a deleted account" : "Deleted account";
}

type SubjectLink = { label: string; to: string };

/** Current names and links of places, guides and users, by "{kind}:{id}". */
async function subjectLinks(db: Database, rows: EntryRow[]): Promise<Map<string, SubjectLink>> {
  const idsOf = (kind: string) => [
    ...new Set(rows.flatMap((row) => (row.subjectKind === kind && row.subjectId !== null ? [row.subjectId] : []))),
  ];
  const numbersOf = (kind: string) => idsOf(kind).flatMap((id) => (/^\d{1,15}$/.test(id) ? [Number(id)] : []));
  const { id, slug, name } = places;
  const named = await db
    .select({ id, slug, name })
    .from(places)
    .where(inArray(id, numbersOf("place")));
  const titled = await db
    .select({ id: posts.id, slug: posts.slug, title: posts.title })
    .from(posts)
    .where(inArray(posts.id, numbersOf("post")));
  const people = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, idsOf("person").filter(isUuid)));
  return new Map<string, SubjectLink>([
    ...named.map((place) => [`place:${place.id}`, { label: place.name, to: `/places/${place.slug}` }] as const),
    ...titled.map((post) => [`post:${post.id}`, { label: post.title, to: `/posts/${post.slug}` }] as const),
    ...people.map(
      (person) =>
        [`person:${person.id}`, { label: person.name || "Anonymous", to: `/admin/users/${person.id}` }] as const,
    ),
  ]);
}

/** Every action in the log. A loose index scan, because `select distinct` would read the whole index. */
export async function findLoggedActions(db: Database): Promise<string[]> {
  const { rows } = Actions.parse(
    await db.execute(sql`
    with recursive logged (action) as (
      (select min(action) from audit_entries)
      union all
      select (select min(a.action) from audit_entries a where a.action > logged.action) from logged where logged.action is not null
    )
    select action from logged where action is not null limit 500`),
  );
  return rows.map(({ action }) => action);
}

const Actions = z.object({ rows: z.array(z.object({ action: z.string() })) });

/** Rows held in memory at once. */
const ROWS_PER_PART = 500;

/** Entries that match the filters as CSV, in parts, newest first. */
export async function* streamAuditCsv(db: Database, filters: AuditFilters): AsyncGenerator<string> {
  yield formatCsv([["at", "as", "who", "who_id", "action", "subject", "subject_id", "before", "after", "is_redacted"]]);
  const where = await whereOf(db, filters);
  for (let offset = 0; offset < CSV_ENTRIES_MAX; offset += ROWS_PER_PART) {
    const rows = await readEntries(db, where, { limit: ROWS_PER_PART, offset });
    yield formatCsv(
      rows.map((row) => [
        row.recordedAt.toISOString(),
        row.actorKind,
        actorLabelOf(row),
        row.actorId,
        row.action,
        row.subjectKind,
        row.subjectId,
        row.before === null ? null : JSON.stringify(row.before),
        row.after === null ? null : JSON.stringify(row.after),
        row.isRedacted ? "yes" : "no",
      ]),
    );
    if (rows.length < ROWS_PER_PART) break;
  }
}
