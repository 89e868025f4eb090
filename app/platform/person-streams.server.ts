import type { Logger } from "./log.server.ts";
import { STREAM_BEAT_MS } from "./stream-beat.ts";

/** On which instances hear of whom something has changed: the database's `notify_person` speaks there. */
export const PEOPLE_CHANNEL = "people";

/** A browser has one, whatever tabs it has. */
export const STREAMS_PER_PERSON_MAX = 12;

/** Of one process; measured by `bench sessions`. */
export const STREAMS_MAX = 5_000;

/** Whoever leaves so many messages unread (some minutes of beats) is cut off, and reads anew when they are back. */
const UNREAD_MAX = 16;

/** What an open page is to know now: as JSON, until when that surely holds, and whether it is the last word. */
export type StreamState = { json: string; until: Date | null; isLast: boolean };

type PersonStream = {
  personId: string;
  read: (now: Date) => Promise<StreamState>;
  controller: ReadableStreamDefaultController<Uint8Array>;
  until: Date | null;
  isReading: boolean;
  /** Something has changed since the last reading began. */
  isDue: boolean;
};

/**
 * The open server-sent event streams of this process. A stream always sends the whole state as it is, never a change of
 * it: so nothing can be missed or come in the wrong order, and whoever comes back is told what is so now.
 */
export class PersonStreams {
  readonly #now: () => Date;
  readonly #log: Logger;
  readonly #byPerson = new Map<string, Set<PersonStream>>();
  readonly #beat: NodeJS.Timeout;
  #count = 0;
  #isClosed = false;

  constructor({ now, log }: { now: () => Date; log: Logger }) {
    this.#now = now;
    this.#log = log;
    this.#beat = setInterval(() => this.#beatAll(), STREAM_BEAT_MS);
    this.#beat.unref();
  }

  /**
   * A stream for one browser of a person, which sends what `read` gives at once and at every change.
   *
   * @returns Why not: the person has too many, or this process.
   */
  open({
    personId,
    read,
  }: Pick<PersonStream, "personId" | "read">): ReadableStream<Uint8Array> | "person-full" | "full" {
    const own = this.#byPerson.get(personId) ?? new Set();
    if (own.size >= STREAMS_PER_PERSON_MAX) return "person-full";
    if (this.#isClosed || this.#count >= STREAMS_MAX) return "full";
    let stream: PersonStream | null = null;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = { personId, read, controller, until: null, isReading: false, isDue: false };
          this.#byPerson.set(personId, own.add(stream));
          this.#count += 1;
          // Its first reading begins after it is known here: a change from now on is heard.
          void this.#tell(stream);
        },
        cancel: () => {
          if (stream !== null) this.#forget(stream);
        },
      },
      new CountQueuingStrategy({ highWaterMark: UNREAD_MAX }),
    );
  }

  /** Something has changed for a person. */
  tell(personId: string): void {
    for (const stream of this.#byPerson.get(personId) ?? []) void this.#tell(stream);
  }

  /** Something may have changed for anybody, one after the other: the database has others to answer too. */
  async tellAll(): Promise<void> {
    for (const stream of this.#all()) await this.#tell(stream);
  }

  /** How many are open. */
  get count(): number {
    return this.#count;
  }

  /** Ends all, and opens no more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
    for (const stream of this.#all()) this.#end(stream);
  }

  #all(): PersonStream[] {
    return [...this.#byPerson.values()].flatMap((own) => [...own]);
  }

  async #tell(stream: PersonStream): Promise<void> {
    stream.isDue = true;
    if (stream.isReading) return;
    stream.isReading = true;
    try {
      while (stream.isDue && this.#isOpen(stream)) {
        stream.isDue = false;
        const { json, until, isLast } = await stream.read(this.#now());
        stream.until = until;
        this.#send(stream, Buffer.from(`event: state\ndata: ${json}\n\n`));
        if (isLast) this.#end(stream);
      }
    } catch (error) {
      // The browser comes back after a while and reads anew.
      this.#log.warn({ err: error }, "A stream of events could not be told its state");
      this.#end(stream);
    } finally {
      stream.isReading = false;
    }
  }

  #beatAll(): void {
    const now = this.#now();
    for (const stream of this.#all()) {
      this.#send(stream, BEAT);
      if (stream.until !== null && stream.until <= now) void this.#tell(stream);
    }
  }

  #send(stream: PersonStream, bytes: Uint8Array): void {
    if (!this.#isOpen(stream)) return;
    if ((stream.controller.desiredSize ?? 0) <= 0) this.#end(stream);
    else stream.controller.enqueue(bytes);
  }

  #isOpen(stream: PersonStream): boolean {
    return this.#byPerson.get(stream.personId)?.has(stream) === true;
  }

  #end(stream: PersonStream): void {
    if (!this.#isOpen(stream)) return;
    this.#forget(stream);
    stream.controller.close();
  }

  #forget(stream: PersonStream): void {
    const own = this.#byPerson.get(stream.personId);
    if (own?.delete(stream) !== true) return;
    this.#count -= 1;
    if (own.size === 0) this.#byPerson.delete(stream.personId);
  }
}

/** An event and no comment: pages count on hearing it. */
const BEAT = Buffer.from("event: beat\ndata: 1\n\n");
