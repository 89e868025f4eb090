import process from "node:process";

/**
 * `npm run bench` runs all, `npm run bench -- throughput` one, `import=import:5000` one with an argument. Benches only
 * report figures: nothing here passes or fails.
 */
const BENCHES: Record<string, () => Promise<(argument: string | null) => Promise<void>>> = {
  throughput: async () => (await import("./throughput.ts")).throughput,
  counting: async () => (await import("./counting.ts")).counting,
  "render-cpu": async () => (await import("./render-cpu.ts")).renderCpu,
  "page-weight": async () => (await import("./page-weight.ts")).pageWeight,
  "start-time": async () => (await import("./start-time.ts")).startTime,
  content: async () => (await import("./content.ts")).content,
  pictures: async () => (await import("./pictures.ts")).pictures,
  "seed-time": async () => (await import("./seed-time.ts")).seedTime,
  "search-quality": async () => (await import("./search-quality.ts")).searchQuality,
  "search-throughput": async () => (await import("./search-throughput.ts")).searchThroughput,
  "search-scale": async () => (await import("./search-scale.ts")).searchScale,
  import: async () => (await import("./import.ts")).importBench,
  "source-run": async () => (await import("./source-run.ts")).sourceRun,
  "duplicates-quality": async () => (await import("./duplicates-quality.ts")).duplicatesQuality,
  sessions: async () => (await import("./sessions.ts")).sessions,
  uploads: async () => (await import("./uploads.ts")).uploads,
  advertising: async () => (await import("./advertising.ts")).advertising,
  "admin-tables": async () => (await import("./admin-tables.ts")).adminTables,
  insights: async () => (await import("./insights.ts")).insights,
  newsletter: async () => (await import("./newsletter.ts")).newsletter,
  billing: async () => (await import("./billing.ts")).billing,
  "first-letter": async () => (await import("./first-letter.ts")).firstLetter,
  "map-panning": async () => (await import("./map-panning.ts")).mapPanning,
  lighthouse: async () => (await import("./lighthouse.ts")).lighthouseAudit,
};

const chosen = new Map(
  process.argv.slice(2).map((word): [string, string | null] => {
    const [name = "", argument = null] = word.split("=");
    return [name, argument];
  }),
);
const unknown = [...chosen.keys()].filter((name) => BENCHES[name] === undefined);
if (unknown.length > 0) {
  console.error(`Unknown bench: ${unknown.join(", ")}. Available: ${Object.keys(BENCHES).join(", ")}`);
  process.exitCode = 2;
} else {
  for (const [name, load] of Object.entries(BENCHES)) {
    if (chosen.size > 0 && !chosen.has(name)) continue;
    console.log(`\n# ${name}`);
    await (
      await load()
    )(chosen.get(name) ?? null);
  }
}
