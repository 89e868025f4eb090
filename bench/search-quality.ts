import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";
import { z } from "zod";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";
import { loadDirectory } from "#app/guide/search/candidates/directory.server.ts";
import { isPlaceName } from "#app/guide/search/query/query-context.server.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { parseSearch, type SearchCorrection, selectedKind } from "#app/guide/search/page/search-request.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";

import { withEmptyDatabase } from "./empty-database.ts";
import { JudgedReading, describeMisreading } from "./judged-readings.ts";
import { SEED_DATA_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";

const JudgedQuery = z.object({ query: z.string(), kind: z.string(), right: z.array(z.string()) });

const Judged = z.object({
  queries: z.array(JudgedQuery),
  heldOut: z.array(JudgedQuery),
  parse: z.array(JudgedReading),
  misspelt: z.array(z.object({ query: z.string(), meant: z.string(), right: z.array(z.string()) })),
});

/** A Friday evening when every guide of the seed data is published. */
const NOW = new Date("2026-12-04T23:00:00Z");
const FIRST_FEW = 3;

/** Runs the judged queries on the seed data: the share with a right answer first, and among the first three. */
export async function searchQuality(): Promise<void> {
  const judged = Judged.parse(parse(readFileSync(join("bench", "judged-queries.yaml"), "utf8")));
  await withEmptyDatabase((opened) => askAll(opened, judged));
}

async function askAll(opened: OpenedDatabase, judged: z.infer<typeof Judged>): Promise<void> {
  await migrate(opened, MIGRATIONS_FOLDER);
  await loadSeedData(opened.db, { folder: SEED_DATA_FOLDER, now: NOW, force: false });

  const answersTo = async (query: string): Promise<Answers> => {
    const request = parseSearch(new URLSearchParams({ q: query }));
    const found = await search(opened.db, request, { now: NOW, page: newPageCacheInfo() });
    const groups = {
      places: found.places.items.map(({ slug }) => slug),
      guides: found.guides.items.map(({ slug }) => `guide:${slug}`),
      neighborhoods: found.neighborhoods.map(({ slug }) => `neighborhood:${slug}`),
    };
    // The results that the page shows first, and the first few of the other groups.
    const first = selectedKind(request.kind, found);
    return {
      correction: found.correction,
      found: [
        ...groups[first],
        ...Object.values({ ...groups, [first]: [] }).flatMap((group) => group.slice(0, FIRST_FEW)),
      ],
    };
  };

  await reportJudged(judged.queries, answersTo);
  console.log("\nheld out, never tuned on:");
  await reportJudged(judged.heldOut, answersTo);
  console.log("");
  await reportMisspelt(judged.misspelt, answersTo);
  await reportParsing(opened.db, judged.parse);
}

/** The share of each kind of query with a right answer first, and among the first three. */
async function reportJudged(
  queries: readonly z.infer<typeof JudgedQuery>[],
  answersTo: (query: string) => Promise<Answers>,
): Promise<void> {
  const rewritten: string[] = [];
  const kinds = new Map<string, { count: number; first: number; few: number }>();
  const missed: string[] = [];
  for (const { query, kind, right } of queries) {
    const answers = await answersTo(query);
    if (answers.correction?.kind === "applied") rewritten.push(`${query} -> ${answers.correction.query}`);
    const { isFirst, isAmongFew, found } = judge(answers.found, right);
    const sum = kinds.get(kind) ?? { count: 0, first: 0, few: 0 };
    kinds.set(kind, { count: sum.count + 1, first: sum.first + Number(isFirst), few: sum.few + Number(isAmongFew) });
    if (!isAmongFew) missed.push(`${kind}: ${query} -> ${found.slice(0, FIRST_FEW).join(", ")}`);
  }
  for (const [kind, { count, first, few }] of kinds) report(kind, { count, first, few });
  report("all", [...kinds.values()].reduce(added));
  console.log(`spelled right, but wrongly corrected: ${rewritten.length}\n${rewritten.join("\n")}`);
  console.log(`not in the first ${FIRST_FEW}:\n${missed.join("\n")}`);
}

/** How many of the judged readings `parseQuery` matches exactly. */
async function reportParsing(db: Database, expectations: readonly JudgedReading[]): Promise<void> {
  const { vocabulary } = await loadDirectory(db);
  const wrong = [];
  for (const judged of expectations) {
    const line = describeMisreading(judged, { vocabulary, isName: await isPlaceName(db, judged.query) });
    if (line !== null) wrong.push(line);
  }
  console.log(`readings: ${expectations.length - wrong.length} of ${expectations.length} as judged`);
  console.log(`different:\n${wrong.join("\n")}`);
}

type Answers = { found: string[]; correction: SearchCorrection | null };

/** How many misspelled queries reach a right answer: at once, or by one click on the offered correction. */
async function reportMisspelt(
  misspelt: z.infer<typeof Judged>["misspelt"],
  answersTo: (query: string) => Promise<Answers>,
): Promise<void> {
  const counts = { recovered: 0, offered: 0 };
  const missed: string[] = [];
  for (const { query, meant, right } of misspelt) {
    const { found, correction } = await answersTo(query);
    const read = correction === null ? "nothing" : `${correction.kind} ${correction.query}`;
    if (judge(found, right).isAmongFew) counts.recovered += 1;
    else if (correction?.kind === "offered" && judge((await answersTo(correction.query)).found, right).isAmongFew)
      counts.offered += 1;
    else missed.push(`${query} (meant ${meant}): ${read} -> ${found.slice(0, FIRST_FEW).join(", ")}`);
  }
  console.log(
    `misspelled: ${counts.recovered} of ${misspelt.length} recovered, ${counts.offered} more by the offered correction`,
  );
  console.log(`missed:\n${missed.join("\n")}`);
}

/** A place counts as first in the list of places; guides and neighborhoods have their own lists beside it. */
function judge(found: string[], right: string[]): { isFirst: boolean; isAmongFew: boolean; found: string[] } {
  const groups = Object.values(Object.groupBy(found, (answer) => answer.split(":").slice(0, -1).join(":")));
  const heads = groups.flatMap((group) => group?.slice(0, 1) ?? []);
  const few = groups.flatMap((group) => group?.slice(0, FIRST_FEW) ?? []);
  return {
    isFirst: right.some((slug) => heads.includes(slug)),
    isAmongFew: right.some((slug) => few.includes(slug)),
    found,
  };
}

function added(
  a: { count: number; first: number; few: number },
  b: { count: number; first: number; few: number },
): { count: number; first: number; few: number } {
  return { count: a.count + b.count, first: a.first + b.first, few: a.few + b.few };
}

function report(name: string, { count, first, few }: { count: number; first: number; few: number }): void {
  const percent = (hits: number) => `${((100 * hits) / count).toFixed(0)} %`;
  console.log(
    `${name.padEnd(13)} ${count} queries, first ${percent(first)}, in the first ${FIRST_FEW} ${percent(few)}`,
  );
}
