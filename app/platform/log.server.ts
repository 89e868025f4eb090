import { pino, type Logger } from "pino";

export type { Logger };

/** JSON lines in production, readable lines on a developer's terminal. */
export function createLogger(options: { level: string; readable: boolean }): Logger {
  if (!options.readable) return pino({ level: options.level });
  return pino({
    level: options.level,
    transport: {
      target: "pino-pretty",
      options: { translateTime: "SYS:HH:MM:ss", ignore: "pid,hostname", singleLine: true },
    },
  });
}
