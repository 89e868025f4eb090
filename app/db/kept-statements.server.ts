import {
  messages,
  PGlite,
  protocol,
  type PGliteOptions,
  type QueryOptions,
  type Results,
  type Transaction,
  types,
} from "@electric-sql/pglite";
import { LRUCache } from "lru-cache";

const { serialize } = protocol;

/** More than all pages and jobs ask again and again. One takes some 50 KB of the database's memory, with its plan. */
export const KEPT_MAX = 400;

/** Texts that were asked once. Those that are put together for one occasion fall out before they are asked again. */
const SEEN_MAX = 1_000;

type Answer = Awaited<ReturnType<PGlite["execProtocolStream"]>>;
type Kept = { name: string; parameterTypes: readonly number[]; fields: readonly messages.Field[] };

/** Whatever a row is read as: only who asks knows. */
type Value = ReturnType<PGlite["parsers"][number]>;

/** The embedded database, by options of PGlite's. */
export async function openPglite(options: PGliteOptions): Promise<PGlite> {
  const client = new PgliteWithKeptStatements(options);
  await client.waitReady;
  return client;
}

/**
 * PGlite reads, analyses and plans a statement each time, in five steps that each cross into the database and back: most of
 * what a short query costs. From its second time on a statement is kept ready, and asked in one step.
 *
 * @see docs/decisions/0050-statements-are-kept-ready.md
 */
class PgliteWithKeptStatements extends PGlite {
  readonly #seen = new LRUCache<string, true>({ max: SEEN_MAX });
  readonly #kept = new LRUCache<string, Kept>({
    max: KEPT_MAX,
    dispose: ({ name }) => this.#toClose.push(name),
  });
  /** Let go of with the next statement. */
  #toClose: string[] = [];
  #keptCount = 0;

  override async query<Row>(text: string, parameters: unknown[] = [], options: QueryOptions = {}) {
    if (!this.#isWorthKeeping(text, options)) return super.query<Row>(text, parameters, options);
    await this._checkReady();
    return this._runExclusiveTransaction(async () => {
      const result = await this.#ask<Row>(text, parameters, options);
      await this.syncToFs();
      return result;
    });
  }

  override transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return super.transaction((transaction) => {
      const query = async <Row>(text: string, parameters: unknown[] = [], options: QueryOptions = {}) =>
        transaction.closed || !this.#isWorthKeeping(text, options)
          ? transaction.query<Row>(text, parameters, options)
          : this.#ask<Row>(text, parameters, options);
      return work(Object.create(transaction, { query: { value: query } }));
    });
  }

  #isWorthKeeping(text: string, { blob, paramTypes }: QueryOptions): boolean {
    if (blob !== undefined || paramTypes !== undefined) return false;
    if (this.#kept.has(text) || this.#seen.has(text)) return true;
    this.#seen.set(text, true);
    return false;
  }

  #ask<Row>(text: string, parameters: unknown[], options: QueryOptions): Promise<Results<Row>> {
    return this._runExclusiveQuery(async () => {
      const kept = this.#kept.get(text) ?? (await this.#keep(text));
      const values = parameters.map((value, index) => this.#serialized(value, kept.parameterTypes[index] ?? 0));
      const steps = [serialize.bind({ statement: kept.name, values }), serialize.execute(), serialize.sync()];
      try {
        return this.#read(await this.#send(steps, options), kept, options);
      } catch (error) {
        // It may be the plan's fault: a table that was made anew has columns of another type.
        this.#kept.delete(text);
        throw error;
      }
    });
  }

  async #keep(text: string): Promise<Kept> {
    this.#keptCount += 1;
    const name = `kept_${this.#keptCount}`;
    const description = await this.#send(
      [serialize.parse({ name, text }), serialize.describe({ type: "S", name }), serialize.sync()],
      {},
    );
    const parameters = description.find((message) => message instanceof messages.ParameterDescriptionMessage);
    const row = description.find((message) => message instanceof messages.RowDescriptionMessage);
    const kept = { name, parameterTypes: parameters?.dataTypeIDs ?? [], fields: row?.fields ?? [] };
    this.#kept.set(text, kept);
    return kept;
  }

  /** Rows and counts as PGlite's own `query` gives them. */
  #read(answer: Answer, { fields }: Kept, { rowMode, parsers }: QueryOptions) {
    const readers = fields.map(({ dataTypeID: type }) => parsers?.[type] ?? this.parsers[type] ?? asItIs);
    const valueOf = (text: string | null, index: number): Value =>
      text === null ? null : readers[index]?.(text, fields[index]?.dataTypeID);
    const rowOf = (texts: readonly (string | null)[]): Value =>
      rowMode === "array"
        ? texts.map(valueOf)
        : Object.fromEntries(fields.map(({ name }, index) => [name, valueOf(texts[index] ?? null, index)]));
    const done = answer.find((message) => message instanceof messages.CommandCompleteMessage);
    const [command = "", ...numbers] = done?.text.split(" ") ?? [];
    const count = Number.parseInt(numbers.at(-1) ?? "", 10);
    return {
      rows: answer.flatMap((message) => (message instanceof messages.DataRowMessage ? [rowOf(message.fields)] : [])),
      fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
      command,
      affectedRows: CHANGING.has(command) ? count : 0,
      ...(Number.isNaN(count) ? {} : { rowCount: count }),
    };
  }

  #send(steps: Uint8Array[], { onNotice }: QueryOptions): Promise<Answer> {
    const closing = this.#toClose.map((name) => serialize.close({ type: "S", name }));
    this.#toClose = [];
    return this.execProtocolStream(Buffer.concat([...closing, ...steps]), { syncToFs: false, onNotice });
  }

  #serialized(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const serialized = this.serializers[type] ?? this.serializers[types.TEXT];
    return serialized?.(value) ?? null;
  }
}

const CHANGING: ReadonlySet<string> = new Set(["INSERT", "UPDATE", "DELETE", "COPY", "MERGE"]);

function asItIs(text: string): string {
  return text;
}
