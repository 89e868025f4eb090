import { backupCommand } from "./backup.ts";
import { demo } from "./demo.ts";
import { importCommand } from "./import.ts";
import { mailCommand } from "./mail.ts";
import { migrateTables } from "./migrate.ts";
import { refund } from "./refund.ts";
import { grantAdmin, restore, suspend } from "./people.ts";
import { searchCommand } from "./search.ts";
import { seedCatalogue } from "./seed.ts";
import type { DatabaseCommand } from "./with-database.ts";

/** The commands that a running server does for others, by the names they have on the command line. */
export const DATABASE_COMMANDS: Record<string, DatabaseCommand> = {
  backup: backupCommand,
  demo,
  "grant-admin": grantAdmin,
  import: importCommand,
  suspend,
  refund,
  restore,
  mail: mailCommand,
  migrate: migrateTables,
  seed: seedCatalogue,
  search: searchCommand,
};
