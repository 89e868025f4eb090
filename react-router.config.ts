import type { Config } from "@react-router/dev/config";

import { BUILD_FOLDERS, buildKind } from "./build-kind.ts";

export default {
  appDirectory: "app",
  buildDirectory: BUILD_FOLDERS[buildKind()],
  ssr: true,
  // The routes are few and the pages link to all of them: one manifest at once instead of a request a link.
  routeDiscovery: { mode: "initial" },
  // No route has client code to split off: looking for it compiles every route once more.
  splitRouteModules: false,
} satisfies Config;
