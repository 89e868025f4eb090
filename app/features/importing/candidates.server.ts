import { sql } from "drizzle-orm";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { CATEGORY_SLUGS } from "#app/features/places/categories.ts";
import { hostOf } from "#app/features/submissions/likeness.ts";
import { slugOf } from "#app/lib/slug.ts";

import { AROUND_METERS, type Compared } from "./duplicate-score.ts";
import type { ImportedFacts } from "./imported-facts.ts";

/** Of each way to look, for each entry. */
const CANDIDATES_MAX = 12;

/** Names less alike than this are compared only where the door, the number or the website is the same. */
const NAME_SIMILARITY_MIN = 0.25;

/** A degree of latitude; one east is 0.778 of it in Washington, as the index has it. */
const METERS_PER_DEGREE = 111_195;

const AROUND_DEGREES = AROUND_METERS / METERS_PER_DEGREE;
/** Within it everything is compared, whatever it is called. */
const DOOR_DEGREES = 25 / METERS_PER_DEGREE;

/** What is looked for. `at` tells the answers apart. */
export type Sought = { at: number; facts: ImportedFacts & { name: string } };

const Row = z.object({
  at: z.number(),
  id: z.coerce.number(),
  name: z.string(),
  category: z.enum(CATEGORY_SLUGS).nullable(),
  street: z.string().nullable(),
  quadrant: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  isClosed: z.boolean(),
});

export type Candidate = { id: number; compared: Compared; isClosed: boolean };

/**
 * Places that entries of a file may be, by `at`: those round it with a name a little like it, those at its door, with its
 * phone, its website or its very name. One statement for a batch, served by places_by_point, places_by_phone,
 * places_by_site_host and the slugs' own index.
 */
export async function placeCandidates(db: Database, sought: Sought[]): Promise<Map<number, Candidate[]>> {
  return grouped(
    await db.execute(sql`
      select s.at, c.*
      from jsonb_to_recordset(${JSON.stringify(sought.map(asked))}::jsonb)
        as s (at integer, slug text, phone text, host text, lat float8, lng float8)
      cross join lateral (
        select p.id, p.name, p.category_slug as category, p.street, p.quadrant, p.lat, p.lng, p.phone, p.website,
          p.status = 'closed' as "isClosed"
        from (
          (select a.id from places a
            where a.status = 'published'
              and point(a.lng * 0.778, a.lat) <@ circle(point(s.lng * 0.778, s.lat), ${AROUND_DEGREES})
              and (similarity(a.slug, s.slug) >= ${NAME_SIMILARITY_MIN}
                or point(a.lng * 0.778, a.lat) <@ circle(point(s.lng * 0.778, s.lat), ${DOOR_DEGREES}))
            order by similarity(a.slug, s.slug) desc limit ${CANDIDATES_MAX})
          union (select b.id from places b where b.phone = s.phone limit ${CANDIDATES_MAX})
          union (select d.id from places d
            where d.website is not null and substring(d.website from '^https?://(?:www\\.)?([^/:?#]+)') = s.host
            order by similarity(d.slug, s.slug) desc limit ${CANDIDATES_MAX})
          union (select e.id from places e where e.slug = s.slug)
          -- Without a position the name alone has to do.
          union (select f.id from places f where s.lat is null and f.slug % s.slug
            order by similarity(f.slug, s.slug) desc limit ${CANDIDATES_MAX})
        ) found join places p on p.id = found.id
        where p.status <> 'removed'
      ) c`),
  );
}

/** The same among new entries of the file that were read before. Served by import_records_new_by_…. */
export async function twinCandidates(
  db: Database,
  importId: string,
  sought: Sought[],
): Promise<Map<number, Candidate[]>> {
  return grouped(
    await db.execute(sql`
      select s.at, c.*
      from jsonb_to_recordset(${JSON.stringify(sought.map(asked))}::jsonb)
        as s (at integer, slug text, phone text, host text, lat float8, lng float8)
      cross join lateral (
        select r.id, r.name, r.facts ->> 'category' as category, r.facts #>> '{address,street}' as street,
          r.facts #>> '{address,quadrant}' as quadrant, r.lat, r.lng, r.phone, r.facts ->> 'website' as website,
          false as "isClosed"
        from (
          (select a.id from import_records a
            where a.outcome = 'new' and a.import_id = ${importId}
              and point(a.lng * 0.778, a.lat) <@ circle(point(s.lng * 0.778, s.lat), ${AROUND_DEGREES})
              and (similarity(a.name_slug, s.slug) >= ${NAME_SIMILARITY_MIN} or a.site_host = s.host
                or point(a.lng * 0.778, a.lat) <@ circle(point(s.lng * 0.778, s.lat), ${DOOR_DEGREES}))
            order by similarity(a.name_slug, s.slug) desc limit ${CANDIDATES_MAX})
          union (select b.id from import_records b
            where b.outcome = 'new' and b.import_id = ${importId} and b.phone = s.phone limit ${CANDIDATES_MAX})
          union (select e.id from import_records e
            where e.outcome = 'new' and e.import_id = ${importId} and e.name_slug = s.slug limit ${CANDIDATES_MAX})
        ) found join import_records r on r.id = found.id
      ) c`),
  );
}

export function comparedFacts(facts: ImportedFacts & { name: string }): Compared {
  return {
    name: facts.name,
    category: facts.category ?? null,
    street: facts.address?.street ?? null,
    quadrant: facts.address?.quadrant ?? null,
    position: facts.position ?? null,
    phone: facts.phone ?? null,
    website: facts.website ?? null,
  };
}

/** The host as the index has it. */
export function siteHostOf(website: string | undefined): string | null {
  return website === undefined ? null : hostOf(website);
}

function asked({ at, facts }: Sought) {
  const { name, phone = null, website, position } = facts;
  const slug = slugOf(name);
  return { at, slug, phone, host: siteHostOf(website), lat: position?.lat ?? null, lng: position?.lng ?? null };
}

const Answer = z.object({ rows: z.array(Row) });

function grouped(answer: unknown): Map<number, Candidate[]> {
  const byEntry = new Map<number, Candidate[]>();
  for (const { at, id, isClosed, lat, lng, ...rest } of Answer.parse(answer).rows) {
    const position = lat === null || lng === null ? null : { lat, lng };
    const candidate = { id, isClosed, compared: { ...rest, position } };
    const known = byEntry.get(at);
    if (known === undefined) byEntry.set(at, [candidate]);
    else known.push(candidate);
  }
  return byEntry;
}
