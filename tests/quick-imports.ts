import { cacheModules } from "../cli/cache-modules.ts";

// Each worker of a run loads the large package for itself.
cacheModules();
