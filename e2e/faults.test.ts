import { randomInt } from "node:crypto";

import { Client } from "pg";
import { expect, onTestFinished, test as plainTest } from "vitest";
import { z } from "zod";

import type { Database } from "#app/db/database.server.ts";
import { categories } from "#app/db/schema/places.ts";
import { sessionCookie } from "#app/people/accounts/sessions/session-cookie.ts";
import { startSession } from "#app/people/accounts/sessions/sessions.server.ts";
import { buildNeighborhood, buildPlace, buildUser } from "#tests/builders.ts";
import { type DatabaseGate, openDatabaseGate } from "#tests/database-gate.ts";
import { type TestPostgres, startDurablePostgres } from "#tests/real-postgres.ts";

import { emptyFolder } from "./data-folder.ts";
import { emptyDatabase, waitUntilJobsStarted } from "./outage-fixtures.ts";
import { type RunningSite, startSite } from "./site-process.ts";

const IS_LONG = process.env["PROVE"] === "1";

/** A round is mostly waiting, so several sites run at once, each with its own database server, and share the rounds. */
const SITES = IS_LONG ? 5 : 1;

/** Rounds of all sites. Those with a hanging or slow network wait for the site's timeouts, some ten seconds each. */
const ROUNDS = IS_LONG ? 50 : 2;
const SLOW_ROUNDS = IS_LONG ? 50 : 1;

const DATABASE = "rowhouse_faults";
const MEMBERS = 6;
const PLACES = 40;

/** Enough that some are running whenever the database fails. */
const WRITES_A_ROUND = 5;

/** The database recovers at once; the limit allows for a machine that is busy with other work. */
const BACK_MS_MAX = 60_000;

type Member = { token: string; userId: string };
type FaultSite = {
  server: TestPostgres;
  gate: DatabaseGate;
  site: RunningSite;
  /** The URL of its database that bypasses the gate. */
  databaseUrl: string;
  members: Member[];
  /** Stops the site and its server, and returns problems with how it ended; empty if it ended well. */
  close: () => Promise<string[]>;
};

/** Sites whose database can be stopped, cut off and slowed down. Acknowledged writes of that database are durable. */
const test = plainTest
  .extend("siteCount", { scope: "file" }, () => SITES)
  .extend("stages", { scope: "file" }, async ({ siteCount }, { onCleanup }) => {
    const stages: FaultSite[] = [];
    onCleanup(async () => {
      const problems = await Promise.all(stages.map((stage) => stage.close()));
      expect(problems.flat()).toEqual([]);
    });
    while (stages.length < siteCount) stages.push(await openFaultSite());
    return stages;
  });

async function openFaultSite(): Promise<FaultSite> {
  const server = await startDurablePostgres();
  const members: Member[] = [];
  const databaseUrl = await emptyDatabase(server.url, DATABASE, async ({ db }) => {
    await fillWithPlaces(db);
    for (let count = 0; count < MEMBERS; count += 1) members.push(await signedIn(db));
  });
  const gate = await openDatabaseGate(databaseUrl);
  const folder = emptyFolder();
  const site = await startSite(folder.path, { DATABASE_URL: gate.url });
  await waitUntilJobsStarted(server.url, DATABASE);
  const close = async () => {
    gate.open();
    const code = await site.stop();
    await gate.close();
    await server.stop();
    folder.remove();
    return code === 0 ? [] : [`a site ended with ${code}:\n${site.output().slice(-4_000)}`];
  };
  return { server, gate, site, databaseUrl, members, close };
}

type Fault = {
  name: string;
  /** Of all sites together. */
  rounds: number;
  /** Responses are too slow although no single statement is. */
  isSlow?: boolean;
  strike: (stage: FaultSite, writers: Writers) => Promise<void>;
};

const FAULTS: Fault[] = [
  {
    name: "each connection is ended by the server, six times",
    rounds: ROUNDS,
    strike: async (stage, writers) => {
      for (let time = 0; time < 6; time += 1) {
        await endAllConnections(stage);
        await writers.haveAnswered();
      }
    },
  },
  { name: "the server crashes", rounds: ROUNDS, strike: ({ server }) => server.restart("immediate") },
  { name: "the server restarts", rounds: ROUNDS, strike: ({ server }) => server.restart("fast") },
  {
    name: "the server is cut off",
    rounds: ROUNDS,
    strike: async ({ gate }, writers) => {
      gate.shut();
      await writers.haveFailed(WRITES_A_ROUND);
      gate.open();
    },
  },
  {
    name: "the network hangs",
    rounds: SLOW_ROUNDS,
    strike: async ({ gate }, writers) => {
      gate.hang();
      await writers.haveFailed(1);
      gate.open();
    },
  },
  {
    name: "the network crawls",
    rounds: SLOW_ROUNDS,
    isSlow: true,
    strike: async ({ gate }, writers) => {
      gate.slow();
      await writers.haveBeenLate();
      gate.open();
    },
  },
];

test.for(FAULTS)(
  "while members save and $name, the site stays up, answers 503, loses no acknowledged save, and recovers",
  { timeout: IS_LONG ? 3_600_000 : 180_000 },
  async ({ name, rounds, isSlow = false, strike }, { stages }) => {
    const fault = { rounds: rounds / SITES, strike };
    const results = await Promise.all(stages.map((stage) => runFault(stage, fault)));

    expect(results.flatMap(({ oddities }) => oddities)).toEqual([]);
    expect(results.flatMap(({ missing }) => missing)).toEqual([]);
    expect(results.map(({ isReady }) => isReady)).toEqual(results.map(() => true));
    const sum = (of: keyof Counts) => results.reduce((total, { counts }) => total + counts[of], 0);
    if (isSlow) expect(sum("late")).toBeGreaterThan(0);
    const slowest = Math.max(...results.flatMap(({ secondsBack }) => secondsBack)).toFixed(1);
    console.info(
      `figure: ${name}: ${rounds} rounds, ${sum("acknowledged")} writes acknowledged, 0 lost, ` +
        `${sum("refused")} answers 503 (${sum("late")} too late), every member saves again after ${slowest} s at most`,
    );
  },
);

async function runFault(stage: FaultSite, { rounds, strike }: Pick<Fault, "rounds" | "strike">) {
  const writers = new Writers(stage);
  onTestFinished(() => writers.stop());
  const secondsBack: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await writers.haveSaved(WRITES_A_ROUND);
    await strike(stage, writers);
    const endedAt = performance.now();
    await writers.haveSaved(1);
    secondsBack.push((performance.now() - endedAt) / 1_000);
  }
  await writers.stop();
  return {
    secondsBack,
    counts: writers.counts,
    oddities: writers.oddities(),
    missing: await writers.missing(),
    isReady: (await fetch(`${stage.site.url}/readyz`)).ok,
  };
}

type Counts = { answered: number; acknowledged: number; refused: number; late: number };

const Problem = z.object({ reason: z.enum(["away", "late"]), saved: z.enum(["no", "unknown"]).nullable() });

/** The last acknowledged action of a member for a place; null if it can't be known. */
type LastActions = Map<string, "save" | "unsave" | null>;

/** Members who save and unsave places without pause, one action at a time, and search now and then. */
class Writers {
  /** Responses that are neither right nor an honest 503. */
  readonly #oddities: { message: string; id: string | null }[] = [];
  readonly counts: Counts = { answered: 0, acknowledged: 0, refused: 0, late: 0 };
  readonly #stage: FaultSite;
  readonly #wishes: LastActions = new Map();
  readonly #working: Promise<void>[];
  /** For each member: how many actions started since then were acknowledged and how many answered with 503. */
  #since = new Map<string, { saved: number; failed: number }>();
  #isOver = false;

  constructor(stage: FaultSite) {
    this.#stage = stage;
    this.#working = stage.members.map((member) => this.#save(member));
  }

  /** Resolves when each member has had `count` actions acknowledged that were sent from now on. */
  haveSaved(count: number): Promise<void> {
    return this.#have("saved", count);
  }

  /** Resolves when each member has got `count` 503 responses to actions sent from now on. */
  haveFailed(count: number): Promise<void> {
    return this.#have("failed", count);
  }

  /** Resolves with the next response that took too long, to any member. */
  async haveBeenLate(): Promise<void> {
    const { late } = this.counts;
    await expect.poll(() => this.counts.late, { timeout: BACK_MS_MAX }).toBeGreaterThan(late);
  }

  /** Resolves with the next response to any member. */
  async haveAnswered(): Promise<void> {
    const { answered } = this.counts;
    await expect.poll(() => this.counts.answered, { timeout: BACK_MS_MAX }).toBeGreaterThan(answered);
  }

  async #have(what: "saved" | "failed", count: number): Promise<void> {
    const since = new Map(this.#stage.members.map(({ userId }) => [userId, { saved: 0, failed: 0 }]));
    this.#since = since;
    const least = () =>
      Math.min(...[...since.values()].map((each) => each[what]), this.#oddities.length > 0 ? count : Infinity);
    await expect.poll(least, { timeout: BACK_MS_MAX, message: `each has ${what}` }).toBeGreaterThanOrEqual(count);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#working);
  }

  async #save({ token, userId }: Member): Promise<void> {
    for (let turn = 0; !this.#isOver; turn += 1) {
      // A search costs as much as ten of the other actions.
      if (turn % 10 === 0) await this.#ask(token, `/search?q=bagels${randomInt(1_000_000)}`);
      const slug = slugOf(turn % PLACES);
      const action = Math.floor(turn / PLACES) % 2 === 0 ? "save" : "unsave";
      const since = this.#since.get(userId);
      const answer = await this.#ask(token, "/saves", new URLSearchParams({ item: `places/${slug}`, do: action }));
      const key = `${userId} ${slug}`;
      if (answer === "fine") {
        this.#wishes.set(key, action);
        this.counts.acknowledged += 1;
        if (since !== undefined) since.saved += 1;
      } else {
        // If the site says that nothing was saved, the previous state must still be true.
        if (answer !== "not saved") this.#wishes.set(key, null);
        if (since !== undefined) since.failed += 1;
      }
    }
  }

  async #ask(token: string, path: string, body?: URLSearchParams): Promise<"fine" | "not saved" | "unknown"> {
    const { site } = this.#stage;
    const cookie = sessionCookie(token, site.url).split(";")[0] ?? "";
    const headers = { cookie, accept: "application/json", origin: site.url };
    try {
      const method = body === undefined ? "GET" : "POST";
      const response = await fetch(site.url + path, { method, headers, redirect: "manual", ...(body && { body }) });
      const text = await response.text();
      this.counts.answered += 1;
      if (response.status < 400) return "fine";
      this.counts.refused += 1;
      const isHonest = response.status === 503 && response.headers.has("retry-after");
      if (!isHonest) this.#oddities.push({ message: `${path}: ${response.status} ${text}`, id: idOf(response) });
      // A page says it in its text.
      else if (response.headers.get("content-type") === "application/problem+json") {
        const { reason, saved } = Problem.parse(JSON.parse(text));
        if (reason === "late") this.counts.late += 1;
        return saved === "no" ? "not saved" : "unknown";
      }
    } catch (error) {
      this.#oddities.push({ message: `${path}: ${String(error)}`, id: null });
    }
    return "unknown";
  }

  /** Responses that are neither right nor an honest 503, each with its log line. */
  oddities(): string[] {
    const lines = this.#stage.site.output().split("\n");
    return this.#oddities.map(({ message, id }) =>
      [message, ...lines.filter((line) => id !== null && line.includes(id))].join("\n"),
    );
  }

  /** Acknowledged actions that are missing in the database. */
  async missing(): Promise<string[]> {
    const client = new Client({ connectionString: this.#stage.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ key: string }>(
      "select user_id || ' ' || slug as key from saved_places join places on places.id = place_id",
    );
    await client.end();
    const saved = new Set(rows.map(({ key }) => key));
    return [...this.#wishes].flatMap(([key, action]) =>
      action === null || saved.has(key) === (action === "save") ? [] : [`${key}: ${action}`],
    );
  }
}

function idOf(response: Response): string | null {
  return response.headers.get("x-request-id");
}

async function endAllConnections({ server }: FaultSite): Promise<void> {
  const admin = new Client({ connectionString: server.url });
  await admin.connect();
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [DATABASE]);
  await admin.end();
}

function slugOf(index: number): string {
  return `place-${index}`;
}

async function fillWithPlaces(db: Database): Promise<void> {
  const words = { name: "Food", shortName: "Food", headline: "Food", description: "Food.", position: 1 };
  await db.insert(categories).values({ slug: "food", ...words });
  await buildNeighborhood(db, { slug: "shaw" });
  for (let index = 0; index < PLACES; index += 1) await buildPlace(db, { slug: slugOf(index) });
}

async function signedIn(db: Database): Promise<Member> {
  const { id: userId } = await buildUser(db);
  return { userId, token: await startSession(db, { userId, browser: "Firefox on Linux", now: new Date() }) };
}
