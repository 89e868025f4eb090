import type { Database } from "#app/db/database.server.ts";

/** The same database, with a count of the statements that it runs. */
export function countStatements(db: Database): { db: Database; statements: { count: number } } {
  const statements = { count: 0 };
  const session = new Proxy(sessionOf(db), {
    get(target, key, receiver): unknown {
      // Every statement is prepared once, just before it runs.
      if (key === "prepareQuery") statements.count += 1;
      return Reflect.get(target, key, receiver);
    },
  });
  const counting = new Proxy(db, {
    get: (target, key, receiver): unknown => (key === "session" ? session : Reflect.get(target, key, receiver)),
  });
  return { db: counting, statements };
}

/** What a database runs its statements on. It is missing from the type. */
function sessionOf(db: Database): object {
  const session: unknown = Reflect.get(db, "session");
  if (typeof session !== "object" || session === null) throw new Error("The database has no session");
  return session;
}
