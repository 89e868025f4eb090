import { lookup as resolve } from "node:dns/promises";
import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { pipeline, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip } from "node:zlib";

import { isLoopbackHost } from "#app/lib/loopback-host.ts";
import { isPublicAddress } from "#app/platform/public-address.ts";

import { SourceFault } from "./source-fault.ts";

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
const PORTS: Record<string, number> = { "http:": 80, "https:": 443 };
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
  /** Statuses besides 2xx that are answers and no faults. */
  statuses?: readonly number[];
};

export type SourceAnswer = { status: number; headers: IncomingHttpHeaders; url: string; bytes: Uint8Array };

type ResolvedAddress = { address: string; family: number };

export type SourceHttpOptions = {
  /** The site's address, which sources can use to contact the operator. */
  siteUrl: string;
  /** URLs of settings. Those on this machine may be requested; otherwise private addresses are refused. */
  settingUrls: readonly string[];
  signal: AbortSignal;
  intervalMsMin?: number;
  lookup?: (host: string) => Promise<ResolvedAddress[]>;
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
  readonly #trustedOrigins: ReadonlySet<string>;
  readonly #turns = new Map<string, Promise<void>>();
  readonly #startedAt = new Map<string, number>();

  constructor(options: SourceHttpOptions) {
    this.#options = options;
    this.#trustedOrigins = new Set(options.settingUrls.map((url) => new URL(url).origin));
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
   * A small answer at once.
   *
   * @throws SourceFault
   */
  async read(request: SourceRequest): Promise<SourceAnswer> {
    const { status, headers, url, chunks, close } = await this.#open(request);
    try {
      return { status, headers, url, bytes: await concat(chunks) };
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
      const bytes = await concat(answer.chunks);
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
    const { pause = sleepUntilAborted, signal } = this.#options;
    for (let count = 1; ; count += 1) {
      try {
        return await this.#follow(request);
      } catch (error) {
        if (!(error instanceof SourceFault) || !["busy", "unreachable"].includes(error.kind)) throw error;
        const ms = Math.max(error.retryAfterMs ?? 0, BACKOFF_MS * 2 ** (count - 1));
        if (count >= (request.triesMax ?? TRIES_MAX) || ms > PAUSE_MS_MAX) throw error;
        await pause(ms, signal).catch((cause: unknown) => {
          throw stoppedFault(cause);
        });
      }
    }
  }

  async #follow(request: SourceRequest): Promise<OpenAnswer> {
    const { url: address, form, statuses } = request;
    let url = this.#parse(address);
    for (let redirects = 0; ; redirects += 1) {
      const answer = await this.#send(url, request);
      const { status, headers } = answer;
      const isMove = status >= 300 && status < 400 && headers.location !== undefined;
      if (!isMove) {
        if ((status >= 200 && status < 300) || statuses?.includes(status) === true) return answer;
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
    const url = URL.parse(address);
    const problem = (text: string) => new SourceFault("bad-address", text);
    if (url === null || PORTS[url.protocol] === undefined)
      throw problem(`“${address.slice(0, 200)}” isn’t a web address.`);
    if (url.username !== "" || url.password !== "")
      throw problem(`${url.host}: addresses with a password aren’t read.`);
    if (!["", "80", "443"].includes(url.port) && !this.#trustedOrigins.has(url.origin)) {
      throw problem(`${url.host}: only the usual ports are read.`);
    }
    return url;
  }

  async #send(url: URL, request: SourceRequest): Promise<OpenAnswer> {
    const release = await this.#lockHost(url.host);
    const timeout = AbortSignal.timeout(request.msMax ?? ANSWER_MS_MAX);
    const signal = AbortSignal.any([this.#options.signal, timeout]);
    const silenceMsMax = request.silenceMsMax ?? SILENCE_MS_MAX;
    const toFault = (error: unknown, phase: "start" | "body") =>
      this.#options.signal.aborted ? stoppedFault(error) : networkFault(url.host, error, { phase, timeout });
    try {
      const address = await this.#resolve(url, signal);
      this.requestCount += 1;
      const response = await send(url, {
        address,
        form: request.form,
        headers: { ...this.#headers(url), ...request.headers },
        signal,
        silenceMsMax,
      });
      const limit = { host: url.host, bytesMax: request.bytesMax ?? BYTES_MAX };
      const counted = this.#count(readChunks(response, silenceMsMax), limit);
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        url: url.href,
        chunks: withFaults(decoded(response, counted, limit), (error) => toFault(error, "body")),
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

  #headers(url: URL): Record<string, string> {
    return {
      host: url.host,
      accept: "*/*",
      "accept-encoding": "gzip",
      "user-agent": `Rowhouse/1 (city guide; +${this.#options.siteUrl})`,
    };
  }

  async *#count(chunks: AsyncIterable<Uint8Array>, limit: BytesLimit): AsyncGenerator<Uint8Array> {
    let received = 0;
    for await (const chunk of chunks) {
      received += chunk.length;
      this.byteCount += chunk.length;
      if (received > limit.bytesMax) throw tooLarge(limit);
      yield chunk;
    }
  }

  /** Waits until no other request to the host is under way and the pause since the last one is over. */
  async #lockHost(host: string): Promise<() => void> {
    const { signal, intervalMsMin = INTERVAL_MS_MIN, pause = sleepUntilAborted, now = monotonicNow } = this.#options;
    const before = this.#turns.get(host) ?? Promise.resolve();
    const turn = Promise.withResolvers<void>();
    this.#turns.set(
      host,
      before.then(() => turn.promise),
    );
    try {
      await untilAborted(before, signal);
      const ms = (this.#startedAt.get(host) ?? -Infinity) + intervalMsMin - now();
      if (ms > 0) await pause(ms, signal);
    } catch (error) {
      turn.resolve();
      throw stoppedFault(error);
    }
    this.#startedAt.set(host, now());
    return turn.resolve;
  }

  /** The address to connect to: resolved once, so that a second answer can't point elsewhere. */
  async #resolve(url: URL, signal: AbortSignal): Promise<string> {
    const { lookup = resolveAll } = this.#options;
    const name = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const found = await untilAborted(lookup(name), signal);
    const isTrusted = isLoopbackHost(url.hostname) && this.#trustedOrigins.has(url.origin);
    if (!isTrusted && !found.every(({ address }) => isPublicAddress(address))) {
      throw new SourceFault("private-address", `${url.host} is in a private network, so it isn’t read.`);
    }
    const [first] = found;
    if (first === undefined) throw new SourceFault("unreachable", `${url.host} has no address.`);
    return first.address;
  }
}

function sleepUntilAborted(ms: number, signal: AbortSignal): Promise<unknown> {
  return sleep(ms, undefined, { signal });
}

function monotonicNow(): number {
  return performance.now();
}

type BytesLimit = { host: string; bytesMax: number };

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

async function concat(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

async function resolveAll(host: string): Promise<ResolvedAddress[]> {
  return resolve(host, { all: true, order: "ipv4first" });
}

class SilenceError extends Error {}

type SendOptions = {
  address: string;
  form: Record<string, string> | undefined;
  headers: Record<string, string>;
  signal: AbortSignal;
  silenceMsMax: number;
};

async function send(url: URL, { address, form, headers, signal, silenceMsMax }: SendOptions): Promise<IncomingMessage> {
  const body = form === undefined ? "" : new URLSearchParams(form).toString();
  const options = {
    host: address,
    port: url.port === "" ? (PORTS[url.protocol] ?? 443) : Number(url.port),
    path: url.pathname + url.search,
    method: form === undefined ? "GET" : "POST",
    // The certificate must be for this name.
    ...(url.protocol === "https:" && { servername: url.hostname.replace(/\.$/, "") }),
    headers: {
      ...headers,
      ...(form === undefined
        ? {}
        : { "content-type": "application/x-www-form-urlencoded", "content-length": String(Buffer.byteLength(body)) }),
    },
    agent: false,
    signal,
  };
  return new Promise((received, reject) => {
    const outgoing = (url.protocol === "https:" ? requestSecure : requestPlain)(options);
    const timer = setTimeout(() => outgoing.destroy(new SilenceError()), silenceMsMax);
    outgoing.on("response", (response) => {
      clearTimeout(timer);
      received(response);
    });
    outgoing.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.end(body);
  });
}

/** The bytes of a response, none of which may take longer than the limit. The time that the reader takes doesn't count. */
async function* readChunks(response: IncomingMessage, silenceMsMax: number): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<unknown> = response[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => response.destroy(new SilenceError()), silenceMsMax);
    const next = await chunks.next().finally(() => clearTimeout(timer));
    if (next.done === true) return;
    if (next.value instanceof Uint8Array) yield next.value;
  }
}

async function* decoded(
  { headers }: IncomingMessage,
  chunks: AsyncIterable<Uint8Array>,
  limit: BytesLimit,
): AsyncGenerator<Uint8Array> {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding === "identity") {
    yield* chunks;
    return;
  }
  if (encoding !== "gzip") {
    throw new SourceFault("malformed", `${limit.host} sent an answer in an encoding that wasn’t requested.`);
  }
  let length = 0;
  // The callback is required; errors arrive at the loop.
  for await (const chunk of pipeline(Readable.from(chunks), createGunzip(), () => {})) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.length;
    if (length > limit.bytesMax) throw tooLarge(limit);
    yield chunk;
  }
}

async function* withFaults(
  chunks: AsyncIterable<Uint8Array>,
  toFault: (error: unknown) => SourceFault,
): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      // Only errors of the answer become faults, not those of its reader.
      const next = await iterator.next().catch((error: unknown) => {
        throw error instanceof SourceFault ? error : toFault(error);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

function tooLarge({ host, bytesMax }: BytesLimit): SourceFault {
  const size = bytesMax < 1_000_000 ? `${bytesMax} bytes` : `${Math.round(bytesMax / 1_000_000)} MB`;
  return new SourceFault("too-large", `${host} sent more than ${size}, so we stopped reading.`);
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
  { phase, timeout }: { phase: "start" | "body"; timeout: AbortSignal },
): SourceFault {
  if (timeout.aborted || cause instanceof SilenceError) {
    return new SourceFault("too-slow", `${host} took too long to answer.`, { cause });
  }
  if (phase === "start") return new SourceFault("unreachable", `${host} can’t be reached.`, { cause });
  const isUnreadable = cause instanceof Error && "code" in cause && cause.code === "Z_DATA_ERROR";
  return isUnreadable
    ? new SourceFault("malformed", `${host} sent an answer that can’t be unpacked.`, { cause })
    : new SourceFault("cut-off", `${host} broke off in the middle of its answer.`, { cause });
}

/** Rejects on abort, because a DNS lookup can't be canceled. */
function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((received, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(received, reject);
  });
}
