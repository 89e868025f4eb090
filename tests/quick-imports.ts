import { cacheModules } from "../cli/quick-imports.ts";

// Each worker of a run loads the large package for itself.
cacheModules();
