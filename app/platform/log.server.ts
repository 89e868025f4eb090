import { pino, type Logger } from "pino";

export type { Logger };

/** Logs readable lines on a terminal, and JSON lines for programs everywhere else. */
export function createLogger({ level }: { level: string }): Logger {
  const serializers = { err: serializeError };
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
 * Serializes an error for the log. The message of a failed statement contains its parameters, which may be personal:
 * searches, positions, addresses. They are removed; the statement itself says enough.
 */
export function serializeError(error: Error): Record<string, unknown> {
  const { params: _params, ...serialized } = pino.stdSerializers.err(error);
  const unwanted = parameterTexts(error);
  return {
    ...serialized,
    message: removeTexts(serialized.message, unwanted),
    stack: removeTexts(serialized.stack, unwanted),
  };
}

/** Parameters as drizzle-orm writes them into the message, and so into the stacks of this error and of errors it causes. */
function parameterTexts(error: unknown): string[] {
  const seen = new Set<Error>();
  const texts: string[] = [];
  for (let each = error; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each);
    if ("params" in each && Array.isArray(each.params)) texts.push(`\nparams: ${each.params.join(",")}`);
  }
  return texts;
}

function removeTexts(text: string, unwanted: readonly string[]): string {
  return unwanted.reduce((rest, each) => rest.replaceAll(each, ""), text);
}
