import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseYaml } from "yaml";
import { z } from "zod";

import {
  AuthorSeed,
  type SeedData,
  CategorySeed,
  GuideSeed,
  FactRowSeed,
  ListedPlaceSeed,
  NeighborhoodSeed,
  PlaceSeed,
  ShapesSeed,
  SourceSeed,
  StationSeed,
  StreetPlansSeed,
} from "./seed-data.ts";
import { crossCheckSeedData } from "./cross-check.ts";

/**
 * All problems of the seed files, one per line: `places/georgetown.yaml, martins-tavern, zip: use a DC ZIP in quotes`.
 */
export class SeedDataError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The seed data has ${problems.length} problem(s):\n${problems.join("\n")}`);
    this.problems = problems;
  }
}

/**
 * Reads and validates all seed files of a folder.
 *
 * @throws SeedDataError with all problems, each with file, entry and field.
 */
export function readSeedData(folder: string): SeedData {
  const problems: string[] = [];
  const read = reader(folder, problems);
  const seedData: SeedData = {
    categories: read.list("categories.yaml", CategorySeed),
    stations: read.list("metro-stations.yaml", StationSeed),
    sources: read.list("sources.yaml", SourceSeed),
    authors: read.list("authors.yaml", AuthorSeed),
    neighborhoods: read.list("neighborhoods.yaml", NeighborhoodSeed),
    shapes: read.whole("neighborhood-shapes.json", ShapesSeed) ?? {},
    streetPlans: read.whole("street-plans.json", StreetPlansSeed) ?? {},
    places: read
      .names("places", ".yaml")
      .flatMap((name) =>
        read
          .list(join("places", name), PlaceSeed)
          .map((place) => ({ ...place, neighborhood: basename(name, ".yaml") })),
      ),
    listed: read.rows("listed.csv", ListedPlaceSeed),
    guides: read.names("guides", ".md").flatMap((name) => readGuide(read, join("guides", name))),
  };
  addFacts(seedData, read.rows("facts.csv", FactRowSeed), problems);
  // After a parse error the cross-check would only add misleading "no place" problems.
  if (problems.length === 0) problems.push(...crossCheckSeedData(seedData));
  if (problems.length > 0) throw new SeedDataError(problems);
  return seedData;
}

/** Adds the facts of facts.csv to their places. */
function addFacts(seedData: SeedData, rows: z.infer<typeof FactRowSeed>[], problems: string[]): void {
  const bySlug = new Map([...seedData.places, ...seedData.listed].map((place) => [place.slug, place]));
  for (const { slug, block } of rows) {
    const place = bySlug.get(slug);
    if (place === undefined) problems.push(`facts.csv, ${slug}: no place ${slug}`);
    else place.facts.push(block);
  }
}

/** Changes whenever a seed file changes. */
export function digestSeedFiles(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (/\.(ya?ml|json|md|csv)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex");
}

type Reader = ReturnType<typeof reader>;

function reader(folder: string, problems: string[]) {
  const check = <Shape extends z.ZodType>(shape: Shape, value: unknown, where: string): z.infer<Shape> | null => {
    const parsed = shape.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues)
      problems.push(`${where}, ${issue.path.join(".") || "entry"}: ${issue.message}`);
    return null;
  };
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  const value = (name: string): unknown => {
    try {
      // The YAML parser reads JSON too, but takes seconds for the street plans.
      return name.endsWith(".json") ? JSON.parse(text(name)) : parseYaml(text(name));
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const table = (name: string): unknown => {
    try {
      return existsSync(join(folder, name)) ? parseCsv(text(name), { columns: true }) : [];
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  };
  const entriesOf = <Shape extends z.ZodType>(name: string, entries: unknown, shape: Shape): z.infer<Shape>[] =>
    (check(z.array(z.unknown()), entries, name) ?? []).flatMap((entry, index) => {
      const parsed = check(shape, entry, `${name}, ${nameOf(entry) ?? `entry ${index + 1}`}`);
      return parsed === null ? [] : [parsed];
    });
  return {
    check,
    text,
    problems,
    names: (name: string, ending: string) =>
      readdirSync(join(folder, name))
        .filter((file) => file.endsWith(ending))
        .sort(),
    whole: <Shape extends z.ZodType>(name: string, shape: Shape) => check(shape, value(name), name),
    list: <Shape extends z.ZodType>(name: string, shape: Shape) => entriesOf(name, value(name), shape),
    /** The rows of a table whose first line names the columns. */
    rows: <Shape extends z.ZodType>(name: string, shape: Shape) => entriesOf(name, table(name), shape),
  };
}

const WithSlug = z.object({ slug: z.string() }).or(z.object({ id: z.string() }).transform(({ id }) => ({ slug: id })));

function nameOf(entry: unknown): string | null {
  const parsed = WithSlug.safeParse(entry);
  return parsed.success ? parsed.data.slug : null;
}

function readGuide(read: Reader, name: string): SeedData["guides"] {
  const [, frontMatter, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read.text(name)) ?? [];
  if (frontMatter === undefined || body === undefined) {
    read.problems.push(`${name}: begin with front matter between two lines of ---`);
    return [];
  }
  try {
    const parsed = read.check(GuideSeed, parseYaml(frontMatter), name);
    return parsed === null ? [] : [{ ...parsed, slug: basename(name, ".md"), body: body.trim() }];
  } catch (error) {
    read.problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
