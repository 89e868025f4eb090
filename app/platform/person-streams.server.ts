import type { Logger } from "./log.server.ts";
import { STREAM_HEARTBEAT_MS } from "./stream-heartbeat.ts";

/** The channel for changes of a user's state, sent by the database function `notify_user`. */
export const PEOPLE_CHANNEL = "people";

/** A browser has one stream for all its tabs. */
export const STREAMS_PER_PERSON_MAX = 12;

/** Per process; measured by `bench sessions`. */
export const STREAMS_MAX = 5_000;

/** A client with this many unread messages (some minutes of heartbeats) is disconnected, and reconnects later. */
const UNREAD_MAX = 16;

/** The state for an open page: JSON, how long it is valid, and whether the stream ends after it. */
export type StreamState = { json: string; validUntil: Date | null; isLast: boolean };

type PersonStream = {
  personId: string;
  read: (now: Date) => Promise<StreamState>;
  controller: ReadableStreamDefaultController<Uint8Array>;
  until: Date | null;
  isReading: boolean;
  /** Something changed since the last read began. */
  isDue: boolean;
};

/**
 * The open server-sent event streams of this process. A stream always sends the complete state and never a change, so nothing
 * is missed or out of order, also after a reconnect.
 */
export class PersonStreams {
  readonly #now: () => Date;
  readonly #log: Logger;
  readonly #byPerson = new Map<string, Set<PersonStream>>();
  readonly #heartbeatTimer: NodeJS.Timeout;
  #count = 0;
  #isClosed = false;

  constructor({ now, log }: { now: () => Date; log: Logger }) {
    this.#now = now;
    this.#log = log;
    this.#heartbeatTimer = setInterval(() => this.#sendHeartbeats(), STREAM_HEARTBEAT_MS);
    this.#heartbeatTimer.unref();
  }

  /**
   * Opens a stream for one browser of a person. It sends the result of `read` immediately and after every change.
   *
   * @returns A reason when the person or this process has too many streams.
   */
  open({
    personId,
    read,
  }: Pick<PersonStream, "personId" | "read">): ReadableStream<Uint8Array> | "person-full" | "full" {
    const streams = this.#byPerson.get(personId) ?? new Set();
    if (streams.size >= STREAMS_PER_PERSON_MAX) return "person-full";
    if (this.#isClosed || this.#count >= STREAMS_MAX) return "full";
    let stream: PersonStream | null = null;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          stream = { personId, read, controller, until: null, isReading: false, isDue: false };
          this.#byPerson.set(personId, streams.add(stream));
          this.#count += 1;
          // The first read begins after the stream is registered, so no change is missed.
          void this.#sendState(stream);
        },
        cancel: () => {
          if (stream !== null) this.#remove(stream);
        },
      },
      new CountQueuingStrategy({ highWaterMark: UNREAD_MAX }),
    );
  }

  /** Call it when something changed for a person. */
  notify(personId: string): void {
    for (const stream of this.#byPerson.get(personId) ?? []) void this.#sendState(stream);
  }

  /** Call it when something may have changed for anyone. Reads one stream after the other, to limit the load on the database. */
  async notifyAll(): Promise<void> {
    for (const stream of this.#all()) await this.#sendState(stream);
  }

  /** The number of open streams. */
  get count(): number {
    return this.#count;
  }

  /** Ends all streams and opens no more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#heartbeatTimer);
    for (const stream of this.#all()) this.#end(stream);
  }

  #all(): PersonStream[] {
    return [...this.#byPerson.values()].flatMap((streams) => [...streams]);
  }

  async #sendState(stream: PersonStream): Promise<void> {
    stream.isDue = true;
    if (stream.isReading) return;
    stream.isReading = true;
    try {
      while (stream.isDue && this.#isOpen(stream)) {
        stream.isDue = false;
        const { json, validUntil: until, isLast } = await stream.read(this.#now());
        stream.until = until;
        this.#send(stream, Buffer.from(`event: state\ndata: ${json}\n\n`));
        if (isLast) this.#end(stream);
      }
    } catch (error) {
      // The browser reconnects after a while and reads the state again.
      this.#log.warn({ err: error }, "The state of an event stream could not be read");
      this.#end(stream);
    } finally {
      stream.isReading = false;
    }
  }

  #sendHeartbeats(): void {
    const now = this.#now();
    for (const stream of this.#all()) {
      this.#send(stream, HEARTBEAT);
      if (stream.until !== null && stream.until <= now) void this.#sendState(stream);
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
    this.#remove(stream);
    stream.controller.close();
  }

  #remove(stream: PersonStream): void {
    const streams = this.#byPerson.get(stream.personId);
    if (streams?.delete(stream) !== true) return;
    this.#count -= 1;
    if (streams.size === 0) this.#byPerson.delete(stream.personId);
  }
}

/** An event and no comment, because pages rely on receiving it. */
const HEARTBEAT = Buffer.from("event: beat\ndata: 1\n\n");
