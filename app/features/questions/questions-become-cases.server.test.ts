import { sql } from "drizzle-orm";
import { expect, test } from "vitest";

import { applyMigrations, readMigrations } from "#app/db/migrate.server.ts";
import { countDecisions } from "#app/features/moderation/transparency.server.ts";
import { waitingCases } from "#app/features/moderation/cases.server.ts";
import { buildPlace, buildUser, NOW } from "#tests/builders.ts";
import { freshDatabase } from "#tests/fresh-database.ts";
import { rowsOf } from "#tests/rows-of.ts";

import { MIGRATIONS_FOLDER } from "../../../cli/prepare-database.ts";

const MIGRATIONS = readMigrations(MIGRATIONS_FOLDER);
const AT = NOW.toISOString();
const DECIDED = new Date(NOW.getTime() + 60_000).toISOString();

/** Migrates a site with held and decided questions. */
test(
  "the migration creates one case for each question that was held, reported or decided",
  { timeout: 60_000 },
  async () => {
    const [opened] = await freshDatabase();
    await opened.runLocked(async (run) => {
      await applyMigrations(
        run,
        MIGRATIONS.filter(({ name }) => name < "0049"),
      );
    });
    const { db } = opened;
    await db.execute(sql`insert into neighborhoods (slug, name, kind, quadrants, aka, summary, description, special, center_lat,
    center_lng, confidence, shape, street_plan, neighbors, updated_at) values ('shaw', 'Shaw', 'neighborhood',
    array['NW'], '{}', '', '', '[]', 38.9, -77.1, 'sure', '[]', '{}', '{}', now()) on conflict do nothing`);
    await db.execute(sql`insert into categories (slug, name, short_name, headline, description, position)
    values ('food', 'Food', 'Food', '', '', 1) on conflict do nothing`);
    const [{ id: place }, { id: asker }, { id: ada }] = [
      await buildPlace(db),
      await buildUser(db),
      await buildUser(db),
    ];
    const ask = (body: string, { status = "published", held = [] as string[], decided = false }) =>
      db.execute(sql`insert into place_questions
      (place_id, asker_id, body, status, hold_reasons, asked_at, decided_at, decided_by, decision_reason)
      values (${place}, ${asker}, ${body}, ${status}, ${`{${held.join()}}`}, ${AT}, ${decided ? DECIDED : null},
        ${decided ? ada : null}, ${decided ? "Because." : null})`);
    await ask("Untouched", {});
    await ask("Held", { status: "held", held: ["links", "new-account"] });
    await ask("Held and published", { held: ["links"], decided: true });
    await ask("Held, published, reported", { held: ["links"], decided: true });
    await ask("Reported and taken away", { status: "rejected", decided: true });
    await ask("Its reporter has left", { decided: true });
    await db.execute(sql`insert into place_answers
    (question_id, author_id, is_business, body, status, hold_reasons, answered_at, edited_at)
    select id, ${ada}, true, 'Rewritten', 'held', '{edited}', ${AT}, ${DECIDED} from place_questions where body = 'Untouched'`);
    await db.execute(sql`insert into place_question_reports (question_id, reporter_id, reason, note, reported_at, closed_at)
    select id, ${ada}, 'spam', '', ${AT}::timestamptz, case when status = 'rejected' then ${DECIDED}::timestamptz end
    from place_questions where body in ('Held, published, reported', 'Reported and taken away')`);

    await opened.runLocked(async (run) => {
      await applyMigrations(run, MIGRATIONS);
    });

    const { cases } = await waitingCases(db, { page: 1 });
    const waiting = cases.map((each) => [each.kind, each.reasons, each.about === "post" ? each.words : ""]);
    expect(new Set(waiting)).toEqual(
      new Set([
        ["held-question", ["edited"], "Rewritten"],
        ["held-question", ["links", "new-account"], "Held"],
        ["reported-question", ["spam"], "Held, published, reported"],
      ]),
    );
    const closed = await rowsOf(
      db,
      sql`select c.kind, c.decision, c.decision_reason as reason, c.decided_by = ${ada} as "byAda", q.body
      from moderation_cases c join place_questions q on q.id = c.question_id where c.closed_at is not null order by q.body`,
    );
    const decided = { reason: "Because.", byAda: true };
    expect(closed).toEqual([
      { ...decided, kind: "held-question", decision: "approved", body: "Held and published" },
      { ...decided, kind: "held-question", decision: "approved", body: "Held, published, reported" },
      { ...decided, kind: "reported-question", decision: "approved", body: "Its reporter has left" },
      { ...decided, kind: "reported-question", decision: "rejected", body: "Reported and taken away" },
    ]);
    expect(
      (await countDecisions(db, NOW)).map(({ kind, outcome, code, count }) => [kind, outcome, code, count]),
    ).toEqual([
      ["held-question", "approved", "unrecorded", 2],
      ["reported-question", "approved", "unrecorded", 1],
      ["reported-question", "rejected", "unrecorded", 1],
    ]);
  },
);
