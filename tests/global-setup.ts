import type { TestProject } from "vitest/node";

import { areTemplatesFilled } from "./filled-templates.ts";
import { startPostgres } from "./real-postgres.ts";
import { fillTemplateDatabases } from "./template-databases.ts";

/** Starts the server of this run and fills its template databases, unless `tests/run.ts` has. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres();
  if (!areTemplatesFilled()) await fillTemplateDatabases(url);
  project.provide("postgresUrl", url);
  return stop;
}
