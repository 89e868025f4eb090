import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import {
  concatChunks,
  ConnectionError,
  type ConnectionRules,
  parsePublicUrl,
  readBody,
  resolvePublic,
  sendRequest,
  untilAborted,
} from "#app/platform/public-connection.server.ts";

import { SourceFault, type SourceFaultKind } from "./source-fault.ts";

/** The shortest time between two requests to a host. Overpass and websites want about one a second. */
const INTERVAL_MS_MIN = 1_000;
/** The Overpass operators' rule after a 429 (drolbr/Overpass-API#791); doubles with every try. */
const BACKOFF_MS = 30_000;
/** A source that wants a longer pause has its next turn at its next run. */
const PAUSE_MS_MAX = 5 * 60_000;
const TRIES_MAX = 4;
const REDIRECTS_MAX = 5;
/** Limit of a whole answer. An extract of the District takes seconds. */
const ANSWER_MS_MAX = 10 * 60_000;
/** Longest wait for the next byte. */
const SILENCE_MS_MAX = 60_000;
/** A small answer: a status, an index, a page. */
const BYTES_MAX = 5_000_000;
const BUSY_STATUSES = new Set([429, 502, 503, 504]);

export type SourceRequest = {
  url: string;
  /** Sent as a form by POST; without it the request is a GET. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Limit of the answer after decompression. */
  bytesMax?: number;
  /** Limit of the whole answer, with the time that its reader takes. */
  msMax?: number;
  /** Longest wait for the first and every next byte. */
  silenceMsMax?: number;
  /** 1: no second try when the source is busy or can't be reached. */
  triesMax?: number;
  /** Statuses besides 2xx that are answers and no faults. Redirects among them aren't followed. */
  statuses?: readonly number[];
  /** The shortest time since the last request to the host, if it wants a longer one than usual. */
  intervalMsMin?: number;
};

export type SourceAnswer = { status: number; headers: IncomingHttpHeaders; url: string; bytes: Uint8Array };

/** A host that is asked again after a wait, and why. */
export type SourceRetry = { host: string; kind: SourceFault["kind"]; waitMs: number };

export type SourceHttpOptions = Pick<ConnectionRules, "lookup" | "loopbackPort"> & {
  /** The site's address, which sources can use to contact the operator. */
  siteUrl: string;
  /** URLs of settings. Those on this machine may be requested; otherwise private addresses are refused. */
  settingUrls: readonly string[];
  signal: AbortSignal;
  intervalMsMin?: number;
  /** Called before it waits to try again. */
  onRetry?: (wait: SourceRetry) => Promise<unknown>;
  /** Waits; tests replace it. */
  pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** A clock in milliseconds; tests replace it. */
  now?: () => number;
};

/**
 * The only way from sources to the outside world: one request at a time to a host, with a pause between two, under our own
 * name, with limits of time and bytes. Everything that can go wrong is a `SourceFault`.
 *
 * Don't request anything from a host while a stream of the same host is being read: it would wait for the stream's end.
 */
export class SourceHttp {
  /** Requests sent so far, each try and redirect counted. */
  requestCount = 0;
  /** Bytes received so far, as they were sent. */
  byteCount = 0;
  readonly #options: SourceHttpOptions;
  readonly #rules: ConnectionRules;
  readonly #turns = new Map<string, Promise<void>>();
  readonly #startedAt = new Map<string, number>();

  constructor(options: SourceHttpOptions) {
    this.#options = options;
    const { lookup, loopbackPort, settingUrls } = options;
    this.#rules = { lookup, loopbackPort, trustedOrigins: new Set(settingUrls.map((url) => new URL(url).origin)) };
  }

  /**
   * The bytes of an answer as they arrive.
   *
   * @throws SourceFault, also in the middle of the answer.
   */
  async *stream(request: SourceRequest): AsyncGenerator<Uint8Array> {
    const answer = await this.#open(request);
    try {
      yield* answer.chunks;
    } finally {
      answer.close();
    }
  }

  /**
   * Waits, as the text of an answer asks for.
   *
   * @throws SourceFault when the run is stopped meanwhile.
   */
  async wait(ms: number): Promise<void> {
    const { pause = sleepUntilAborted, signal } = this.#options;
    await pause(ms, signal).catch((cause: unknown) => {
      throw stoppedFault(cause);
    });
  }

  /**
   * A small answer at once.
   *
   * @throws SourceFault
   */
  async read(request: SourceRequest): Promise<SourceAnswer> {
    const { status, headers, url, chunks, close } = await this.#open(request);
    try {
      return { status, headers, url, bytes: await concatChunks(chunks) };
    } finally {
      close();
    }
  }

  /**
   * A small answer as text.
   *
   * @throws SourceFault
   */
  async readText(request: SourceRequest): Promise<string> {
    const { bytes } = await this.read(request);
    return new TextDecoder().decode(bytes);
  }

  /**
   * Some bytes of a file.
   *
   * @param range.from First byte, from 0. `to`: the byte after the last.
   * @throws SourceFault, "no-ranges" when the server would send the whole file.
   */
  async readRange(request: SourceRequest, range: { from: number; to: number }): Promise<Uint8Array> {
    return (await this.#readPart(request, range)).bytes;
  }

  /**
   * The length of a file in bytes, by a request for its first one. Not every server answers to HEAD.
   *
   * @throws SourceFault, "no-ranges" when the server would send the whole file.
   */
  async readSize(request: SourceRequest): Promise<number> {
    const { range, host } = await this.#readPart(request, { from: 0, to: 1 });
    const size = Number(/\/(\d{1,15})$/.exec(range)?.[1]);
    if (Number.isNaN(size)) throw new SourceFault("malformed", `${host} doesn’t say how long its file is.`);
    return size;
  }

  async #readPart(request: SourceRequest, { from, to }: { from: number; to: number }): Promise<FilePart> {
    const answer = await this.#open({
      ...request,
      bytesMax: to - from,
      headers: { ...request.headers, range: `bytes=${from}-${to - 1}`, "accept-encoding": "identity" },
    });
    try {
      const { host } = new URL(answer.url);
      if (answer.status !== 206) {
        throw new SourceFault("no-ranges", `${host} sends only whole files, and this one is too large.`);
      }
      const bytes = await concatChunks(answer.chunks);
      const range = answer.headers["content-range"] ?? "";
      if (bytes.length !== to - from || !range.startsWith(`bytes ${from}-${to - 1}/`)) {
        throw new SourceFault("malformed", `${host} sent another part of the file than the one requested.`);
      }
      return { host, bytes, range };
    } finally {
      answer.close();
    }
  }

  /** Tries again while the source is busy. */
  async #open(request: SourceRequest): Promise<OpenAnswer> {
    const { url } = request;
    for (let count = 1; ; count += 1) {
      try {
        return await this.#follow(request);
      } catch (error) {
        if (!(error instanceof SourceFault) || !["busy", "unreachable"].includes(error.kind)) throw error;
        const ms = Math.max(error.retryAfterMs ?? 0, BACKOFF_MS * 2 ** (count - 1));
        if (count >= (request.triesMax ?? TRIES_MAX) || ms > PAUSE_MS_MAX) throw error;
        await this.#options.onRetry?.({ host: new URL(url).host, kind: error.kind, waitMs: ms });
        await this.wait(ms);
      }
    }
  }

  async #follow(request: SourceRequest): Promise<OpenAnswer> {
    const { url: address, form, statuses } = request;
    let url = this.#parse(address);
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.#send(url, request);
      const { status, headers } = answer;
      if ((status >= 200 && status < 300) || statuses?.includes(status) === true) return answer;
      const isMove = status >= 300 && status < 400 && headers.location !== undefined;
      if (!isMove) {
        answer.close();
        throw statusFault(url.host, status, headers);
      }
      answer.close();
      url = this.#redirect(url, { to: headers.location ?? "", status, redirects, isForm: form !== undefined });
    }
  }

  #redirect(
    from: URL,
    { to, status, redirects, isForm }: { to: string; status: number; redirects: number; isForm: boolean },
  ): URL {
    const why = (text: string) => new SourceFault("bad-redirect", `${from.host} ${text}`, { status });
    if (redirects === REDIRECTS_MAX) throw why(`redirects more than ${REDIRECTS_MAX} times.`);
    const next = URL.parse(to, from.href);
    if (next === null) throw why("redirects to something that isn’t an address.");
    // Other redirects would turn the form into a GET without it.
    if (isForm && status !== 307 && status !== 308) throw why("redirects a request that it should answer.");
    if (from.protocol === "https:" && next.protocol === "http:")
      throw why("redirects to an address without encryption.");
    return this.#parse(next.href);
  }

  #parse(address: string): URL {
    const url = parsePublicUrl(address, this.#rules);
    if (typeof url !== "string") return url;
    const host = URL.parse(address)?.host ?? "";
    const text = {
      "not-a-url": `“${address.slice(0, 200)}” isn’t a web address.`,
      credentials: `${host}: addresses with a password aren’t read.`,
      port: `${host}: only the usual ports are read.`,
    };
    throw new SourceFault("bad-address", text[url]);
  }

  async #send(url: URL, request: SourceRequest): Promise<OpenAnswer> {
    const release = await this.#lockHost(url.host, request.intervalMsMin);
    const timeout = AbortSignal.timeout(request.msMax ?? ANSWER_MS_MAX);
    const signal = AbortSignal.any([this.#options.signal, timeout]);
    const { silenceMsMax = SILENCE_MS_MAX, bytesMax = BYTES_MAX, form } = request;
    const toFault = (error: unknown, phase: "start" | "body") =>
      this.#options.signal.aborted
        ? stoppedFault(error)
        : networkFault(url.host, error, { phase, isOver: timeout.aborted, bytesMax });
    try {
      const connection = await resolvePublic(url, this.#rules, signal);
      this.requestCount += 1;
      const body = form === undefined ? undefined : new URLSearchParams(form).toString();
      const headers = { ...this.#headers(form), ...request.headers };
      const response = await sendRequest(url, connection, { headers, body, signal, silenceMsMax });
      const onBytes = (count: number) => {
        this.byteCount += count;
      };
      const chunks = readBody(response, { bytesMax, silenceMsMax, unpacks: true, onBytes });
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        url: url.href,
        chunks: withFaults(chunks, (error) => toFault(error, "body")),
        close: () => {
          response.destroy();
          release();
        },
      };
    } catch (error) {
      release();
      throw error instanceof SourceFault ? error : toFault(error, "start");
    }
  }

  #headers(form: SourceRequest["form"]): Record<string, string> {
    return {
      accept: "*/*",
      "accept-encoding": "gzip",
      "user-agent": `Rowhouse/1 (city guide; +${this.#options.siteUrl})`,
      ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
    };
  }

  /** Waits until no other request to the host is under way and the pause since the last one is over. */
  async #lockHost(host: string, longerMs = 0): Promise<() => void> {
    const { signal, intervalMsMin = INTERVAL_MS_MIN, pause = sleepUntilAborted, now = monotonicNow } = this.#options;
    const before = this.#turns.get(host) ?? Promise.resolve();
    const turn = Promise.withResolvers<void>();
    this.#turns.set(
      host,
      before.then(() => turn.promise),
    );
    try {
      await untilAborted(before, signal);
      const ms = (this.#startedAt.get(host) ?? -Infinity) + Math.max(intervalMsMin, longerMs) - now();
      if (ms > 0) await pause(ms, signal);
    } catch (error) {
      turn.resolve();
      throw stoppedFault(error);
    }
    this.#startedAt.set(host, now());
    return turn.resolve;
  }
}

function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<unknown> {
  return sleep(ms, undefined, { signal });
}

function monotonicNow(): number {
  return performance.now();
}

/** `range`: the header that says which bytes they are, and of how many. */
type FilePart = { host: string; bytes: Uint8Array; range: string };

/** An answer whose bytes are still to be read. */
type OpenAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  url: string;
  chunks: AsyncIterable<Uint8Array>;
  close: () => void;
};

async function* withFaults(
  chunks: AsyncIterable<Uint8Array>,
  toFault: (error: unknown) => SourceFault,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw toFault(error);
  }
}

function stoppedFault(cause: unknown): SourceFault {
  return new SourceFault("stopped", "The run was stopped. It goes on where it stopped.", { cause });
}

function statusFault(host: string, status: number, headers: IncomingHttpHeaders): SourceFault {
  if (BUSY_STATUSES.has(status)) {
    const retryAfterMs = readRetryAfter(headers["retry-after"]);
    return new SourceFault("busy", `${host} is too busy for us (status ${status}). Try again later.`, {
      status,
      retryAfterMs,
    });
  }
  if (status >= 500)
    return new SourceFault("failed", `${host} has a problem of its own (status ${status}).`, { status });
  const hint = status === 403 || status === 406 ? " It may not accept this site’s name: check SITE_URL." : "";
  return new SourceFault("refused", `${host} refused the request (status ${status}).${hint}`, { status });
}

/** Milliseconds from a number of seconds or a date; null when it is neither. */
function readRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function networkFault(
  host: string,
  cause: unknown,
  { phase, isOver, bytesMax }: { phase: "start" | "body"; isOver: boolean; bytesMax: number },
): SourceFault {
  const size = bytesMax < 1_000_000 ? `${bytesMax} bytes` : `${Math.round(bytesMax / 1_000_000)} MB`;
  const faults = {
    private: ["private-address", "is in a private network, so it isn’t read."],
    "no-address": ["unreachable", "has no address."],
    silent: ["too-slow", "took too long to answer."],
    "too-large": ["too-large", `sent more than ${size}, so we stopped reading.`],
    encoding: ["malformed", "sent an answer in an encoding that wasn’t requested."],
    packed: ["malformed", "sent an answer that can’t be unpacked."],
    start: ["unreachable", "can’t be reached."],
    body: ["cut-off", "broke off in the middle of its answer."],
  } as const satisfies Record<string, readonly [SourceFaultKind, string]>;
  const isPacked = cause instanceof Error && "code" in cause && cause.code === "Z_DATA_ERROR";
  const given = cause instanceof ConnectionError ? cause.kind : isPacked ? "packed" : phase;
  const [kind, text] = faults[isOver ? "silent" : given];
  return new SourceFault(kind, `${host} ${text}`, { cause });
}
