import { fillTemplates } from "../e2e/template-databases.ts";
import { startPostgres } from "./real-postgres.ts";
import { fillTemplateDatabases } from "./template-databases.ts";

/** A step of `tests/run.ts`: fills the template databases of all tests on `TEST_DATABASE_URL`. */
const { url } = await startPostgres();
await Promise.all([fillTemplateDatabases(url), fillTemplates(url)]);
