import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "yaml";
import { z } from "zod";

import type { Database, OpenedDatabase } from "#app/db/database.server.ts";
import { migrate } from "#app/db/migrate.server.ts";
import { loadSeedData } from "#app/guide/seed-data/load-seed-data.server.ts";
import { loadDirectory } from "#app/guide/search/candidates/directory.server.ts";
import { parseQuery } from "#app/guide/search/query/parse-query.ts";
import { search } from "#app/guide/search/page/search.server.ts";
import { parseSearch, type SearchResults } from "#app/guide/search/page/search-request.ts";
import { newPageCacheInfo } from "#app/platform/page-cache-info.ts";

import { withEmptyDatabase } from "./empty-database.ts";
import { JudgedReading, describeMisreading } from "./judged-readings.ts";
import { type Answer, FIRST_FEW, JudgedSearch, judgeSearch, loadSeedNames, type Verdict } from "./judged-searches.ts";
import { SEED_DATA_FOLDER, MIGRATIONS_FOLDER } from "../cli/prepare-database.ts";

const Judged = z.object({
  searches: z.record(z.string(), z.array(JudgedSearch)),
  parse: z.array(JudgedReading),
  misspelt: z.array(z.object({ query: z.string(), meant: z.string(), right: z.array(z.string()) })),
});

/** A Friday evening when every guide of the seed data is published. */
const NOW = new Date("2026-12-04T23:00:00Z");

/** Runs the judged searches on the seed data: how often a right place stands among the first five, and what goes wrong. */
export async function searchQuality(): Promise<void> {
  const judged = Judged.parse(parse(readFileSync(join("bench", "judged-queries.yaml"), "utf8")));
  await withEmptyDatabase((opened) => askAll(opened, judged));
}

async function askAll(opened: OpenedDatabase, judged: z.infer<typeof Judged>): Promise<void> {
  await migrate(opened, MIGRATIONS_FOLDER);
  await loadSeedData(opened.db, { folder: SEED_DATA_FOLDER, now: NOW, force: false });
  await reportSearches(opened.db, judged.searches);
  await reportMisspelt(opened.db, judged.misspelt);
  await reportParsing(opened.db, judged.parse);
}

function ask(db: Database, query: string): Promise<SearchResults> {
  return search(db, parseSearch(new URLSearchParams({ q: query })), { now: NOW, page: newPageCacheInfo() });
}

type Judgment = { kind: string; search: JudgedSearch; answer: Answer; verdict: Verdict };

async function reportSearches(db: Database, searches: Record<string, JudgedSearch[]>): Promise<void> {
  const expand = await loadSeedNames(db);
  const judgments: Judgment[] = [];
  for (const [kind, ofKind] of Object.entries(searches)) {
    for (const judged of ofKind) {
      const { query } = judged;
      const found = await ask(db, query);
      const { vocabulary, queryContext } = await loadDirectory(db, { query });
      const answer: Answer = {
        places: found.places.items.slice(0, FIRST_FEW).map(({ slug }) => slug),
        guide: found.guideAnswer?.slug ?? null,
        neighborhood: found.neighborhoods[0]?.slug ?? null,
        conditions: parseQuery(query, vocabulary, queryContext).conditions.map(({ condition }) => condition),
        corrected: found.correction?.kind === "applied" ? found.correction.query : null,
      };
      judgments.push({ kind, search: judged, answer, verdict: judgeSearch(judged, answer, expand) });
    }
  }
  for (const [kind, ofKind] of Map.groupBy(judgments, ({ kind: name }) => name)) reportKind(kind, ofKind);
  reportKind(
    "the forty",
    judgments.filter(({ search: { forty } }) => forty),
  );
  reportKind("all", judgments);
  console.log(`\nfailures:\n${judgments.flatMap((judgment) => failureLine(judgment) ?? []).join("\n")}`);
}

function reportKind(kind: string, judgments: readonly Judgment[]): void {
  const verdicts = judgments.map(({ verdict }) => verdict);
  const share = (isCounted: (verdict: Verdict) => boolean) =>
    (verdicts.filter(isCounted).length / verdicts.length).toFixed(2);
  const gains = verdicts.flatMap(({ ndcg }) => ndcg ?? []);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const guides = verdicts.flatMap(({ hasGuide }) => hasGuide ?? []);
  console.log(
    [
      kind.padEnd(10),
      `${String(verdicts.length).padStart(3)} searches`,
      `success ${share(({ isSuccess }) => isSuccess)}`,
      `nDCG ${gains.length === 0 ? "-   " : mean.toFixed(2)}`,
      `no result ${share(({ isEmpty }) => isEmpty)}`,
      `wrongly corrected ${verdicts.filter(({ corrected }) => corrected !== null).length}`,
      `misread ${verdicts.filter(({ misread }) => misread.length > 0).length}`,
      `bad ones ${verdicts.filter(({ bad }) => bad.length > 0).length}`,
      `right guide ${guides.filter(Boolean).length} of ${guides.length}`,
    ].join("  "),
  );
}

/** What is wrong with an answer, and the answer; null if nothing is. */
function failureLine({ kind, search: { query }, answer, verdict }: Judgment): string | null {
  const { isSuccess, isEmpty, bad, misread, corrected, hasGuide } = verdict;
  const faults = [
    ...(isEmpty ? ["none"] : isSuccess ? [] : ["wrong"]),
    ...(corrected === null ? [] : [`corrected to ${corrected}`]),
    ...(misread.length === 0 ? [] : [`misread (${misread.join(", ")})`]),
    ...(bad.length === 0 ? [] : [`bad ${bad.join(", ")}`]),
    ...(hasGuide === false ? [`guide ${answer.guide ?? "none"}`] : []),
  ];
  return faults.length === 0 ? null : `${kind}: ${query}: ${faults.join("; ")} -> ${answer.places.join(", ")}`;
}

/** How many of the judged readings `parseQuery` matches exactly. */
async function reportParsing(db: Database, expectations: readonly JudgedReading[]): Promise<void> {
  const wrong = [];
  for (const judged of expectations) {
    const { vocabulary, queryContext } = await loadDirectory(db, { query: judged.query });
    const line = describeMisreading(judged, { vocabulary, isName: queryContext.isName === true });
    if (line !== null) wrong.push(line);
  }
  console.log(`\nreadings: ${expectations.length - wrong.length} of ${expectations.length} as judged`);
  console.log(`different:\n${wrong.join("\n")}`);
}

/** How many misspelled queries reach a right answer: at once, or by one click on the offered correction. */
async function reportMisspelt(db: Database, misspelt: z.infer<typeof Judged>["misspelt"]): Promise<void> {
  const counts = { recovered: 0, offered: 0 };
  const missed: string[] = [];
  for (const { query, meant, right } of misspelt) {
    const found = await ask(db, query);
    const { correction } = found;
    const read = correction === null ? "nothing" : `${correction.kind} ${correction.query}`;
    if (isAmongFirst(found, right)) counts.recovered += 1;
    else if (correction?.kind === "offered" && isAmongFirst(await ask(db, correction.query), right))
      counts.offered += 1;
    else missed.push(`${query} (meant ${meant}): ${read} -> ${firstOfEach(found).join(", ")}`);
  }
  console.log(
    `\nmisspelled: ${counts.recovered} of ${misspelt.length} recovered, ${counts.offered} more by the offered correction`,
  );
  console.log(`missed:\n${missed.join("\n")}`);
}

function isAmongFirst(found: SearchResults, right: readonly string[]): boolean {
  return firstOfEach(found).some((answer) => right.includes(answer));
}

/** The first three places, guides and neighborhoods, which have their own lists. */
function firstOfEach({ places, guides, neighborhoods }: SearchResults): string[] {
  return [
    ...places.items.slice(0, 3).map(({ slug }) => slug),
    ...guides.items.slice(0, 3).map(({ slug }) => `guide:${slug}`),
    ...neighborhoods.slice(0, 3).map(({ slug }) => `neighborhood:${slug}`),
  ];
}
