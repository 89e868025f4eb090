import { pino, type Logger } from "pino";

export type { Logger };

/** Readable lines on a terminal, JSON lines everywhere else: what reads them there is a program. */
export function createLogger({ level }: { level: string }): Logger {
  const serializers = { err: toldError };
  if (!process.stdout.isTTY) return pino({ level, serializers });
  return pino({
    level,
    serializers,
    transport: {
      target: "pino-pretty",
      options: { translateTime: "SYS:HH:MM:ss", ignore: "pid,hostname", singleLine: true },
    },
  });
}

/**
 * An error as the log tells it. A statement that failed names the values it was asked with: what somebody looked for, where
 * they are, their address. Those are for nobody to read; the statement itself says enough.
 */
export function toldError(error: Error): Record<string, unknown> {
  const { params: _params, ...told } = pino.stdSerializers.err(error);
  const values = valuesIn(error);
  return { ...told, message: withoutTexts(told.message, values), stack: withoutTexts(told.stack, values) };
}

/** As drizzle-orm writes them into the message: from there they are in the stack, too, and in that of whatever it causes. */
function valuesIn(error: unknown): string[] {
  const seen = new Set<Error>();
  const texts: string[] = [];
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    if ("params" in each && Array.isArray(each.params)) texts.push(`\nparams: ${each.params.join(",")}`);
  }
  return texts;
}

function withoutTexts(text: string, unwanted: readonly string[]): string {
  return unwanted.reduce((rest, each) => rest.replaceAll(each, ""), text);
}
