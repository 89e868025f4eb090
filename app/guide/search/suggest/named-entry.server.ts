import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

import { posts } from "#app/db/schema/guides.ts";
import { isGuideVisible } from "#app/guide/guides/list/guide-cards.server.ts";
import type { PageContext } from "#app/platform/page-cache-info.ts";

/** A public entry of the directory. `type` and `neighborhood` are those of a place. */
export const NamedEntry = z.object({
  kind: z.enum(["place", "guide", "neighborhood", "category"]),
  slug: z.string(),
  /** Its name. */
  label: z.string(),
  /** The other name by which it was found; null: by its name. */
  otherName: z.string().nullable(),
  type: z.string().nullable(),
  neighborhood: z.string().nullable(),
});
export type NamedEntry = z.infer<typeof NamedEntry>;

/**
 * The public ones among the entries that a statement finds, as `NamedEntry` and in no order. Each is looked up by its slug,
 * so that the planner reads no whole table for a few hundred. `found` names the statement's rows.
 *
 * @param found Selects kind, slug and label at least.
 * @param columns More columns to select, each preceded by a comma.
 */
export function withDetails(found: SQL, { columns, moment }: { columns: SQL; moment: PageContext }): SQL {
  return sql`
    select found.kind, found.slug, coalesce(place.label, found.label) as label,
      case when found.label <> place.label then found.label end as "otherName", place.type, place.name as neighborhood ${columns} from (${found}) as found
    left join lateral (
      select places.name as label, places.type, neighborhoods.name from places join neighborhoods on neighborhoods.slug = places.neighborhood_slug
      where found.kind = 'place' and places.slug = found.slug and places.status = 'published' limit 1
    ) as place on true
    left join lateral (
      select ${posts.id} from ${posts} where found.kind = 'guide' and ${posts.slug} = found.slug and ${isGuideVisible(moment)} limit 1
    ) as guide on true
    where case found.kind when 'place' then place.type is not null when 'guide' then guide.id is not null else true end`;
}

/** Each entry once, in order: found by its name rather than by an other name. */
export function withoutRepeatedEntries<Entry extends NamedEntry>(entries: readonly Entry[]): Entry[] {
  const best = new Map<string, Entry>();
  for (const entry of entries) {
    const key = `${entry.kind}:${entry.slug}`;
    const known = best.get(key);
    if (known === undefined || (known.otherName !== null && entry.otherName === null)) best.set(key, entry);
  }
  return entries.filter((entry) => best.get(`${entry.kind}:${entry.slug}`) === entry);
}
