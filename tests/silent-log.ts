import { pino } from "pino";

import type { Logger } from "#app/platform/log.server.ts";

export function silentLog(): Logger {
  return pino({ level: "silent" });
}
