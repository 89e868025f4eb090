import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { startFaultyServer } from "#tests/faulty-server.ts";

import { SourceFault } from "./source-fault.ts";
import { SourceHttp, type SourceHttpOptions, type SourceRequest } from "./source-http.server.ts";

const PUBLIC = [{ address: "93.184.215.14", family: 4 }];

/** A client that may ask this origin; pauses take no time, and are noted. */
function buildHttp(origin: string, more: Partial<SourceHttpOptions> = {}): { http: SourceHttp; pauses: number[] } {
  const pauses: number[] = [];
  const http = new SourceHttp({
    siteUrl: "https://rowhouse.example",
    settingUrls: [origin],
    signal: new AbortController().signal,
    intervalMsMin: 0,
    pause: async (ms) => pauses.push(ms),
    ...more,
  });
  return { http, pauses };
}

/** The fault of a request. */
async function faultOf(request: Promise<unknown>): Promise<SourceFault> {
  const outcome = await request.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof SourceFault)) throw new Error("There was no fault", { cause: outcome });
  return outcome;
}

test("a request carries our own name with the site's address, and its bytes are counted as they were sent", async () => {
  const packed = gzipSync("a".repeat(10_000));
  let agent: string | undefined;
  const origin = await startFaultyServer((request, response) => {
    agent = request.headers["user-agent"];
    response.writeHead(200, { "content-encoding": "gzip" }).end(packed);
  });
  const { http } = buildHttp(origin);

  expect(await http.readText({ url: `${origin}/a` })).toBe("a".repeat(10_000));
  expect(agent).toBe("Rowhouse/1 (city guide; +https://rowhouse.example)");
  expect(http).toMatchObject({ requestCount: 1, byteCount: packed.length });
});

test("a form is sent as such, and a stream hands on the bytes as they arrive", async () => {
  const origin = await startFaultyServer((request, response) => {
    void request.toArray().then((parts) => response.end(`${request.method} ${Buffer.concat(parts).toString()}`));
  });
  const { http } = buildHttp(origin);
  const parts: Uint8Array[] = [];
  for await (const chunk of http.stream({ url: origin, form: { data: "a b" } })) parts.push(chunk);

  expect(Buffer.concat(parts).toString()).toBe("POST data=a+b");
});

test("requests to a host follow one another with a pause, also after a reader that stopped early", async () => {
  let open = 0;
  let openMax = 0;
  const origin = await startFaultyServer((_request, response) => {
    open += 1;
    openMax = Math.max(open, openMax);
    response.on("close", () => {
      open -= 1;
    });
    response.end("x".repeat(500_000));
  });
  const { http, pauses } = buildHttp(origin, { intervalMsMin: 40, now: () => 0 });
  const stopEarly = async () => {
    for await (const _chunk of http.stream({ url: origin })) break;
  };
  await Promise.all([stopEarly(), http.read({ url: origin }), http.read({ url: origin })]);

  expect(openMax).toBe(1);
  expect(pauses).toEqual([40, 40]);
});

test("a busy source is asked again after the pause it wants, at least half a minute, and longer each time", async () => {
  const statuses = [429, 503, 200];
  const origin = await startFaultyServer((_request, response) => {
    const status = statuses.shift() ?? 200;
    response.writeHead(status, status === 503 ? { "retry-after": "100" } : {}).end("done");
  });
  const { http, pauses } = buildHttp(origin);

  expect(await http.readText({ url: origin })).toBe("done");
  expect(pauses).toEqual([30_000, 100_000]);
  expect(http.requestCount).toBe(3);
});

test("a source that stays busy, or wants to be left alone for long, is a fault", async () => {
  const headers: Record<string, string>[] = [];
  const origin = await startFaultyServer((_request, response) => response.writeHead(504, headers.shift()).end());
  const { http, pauses } = buildHttp(origin);

  expect(await faultOf(http.read({ url: origin }))).toMatchObject({ kind: "busy", status: 504 });
  expect(pauses).toEqual([30_000, 60_000, 120_000]);
  headers.push({ "retry-after": "7200" });
  expect(await faultOf(http.read({ url: origin }))).toMatchObject({ kind: "busy", retryAfterMs: 7_200_000 });
  expect(pauses.length).toBe(3);
  expect(await faultOf(http.read({ url: origin, triesMax: 1 }))).toMatchObject({ kind: "busy" });
});

test("a refusal is no reason to ask again; the caller may take a status as an answer", async () => {
  const origin = await startFaultyServer((request, response) => {
    response.writeHead(request.url === "/robots.txt" ? 404 : 406).end();
  });
  const { http, pauses } = buildHttp(origin);
  const fault = await faultOf(http.read({ url: origin }));

  expect(fault).toMatchObject({ kind: "refused", status: 406 });
  expect(fault.message).toMatch(/^127\.0\.0\.1:\d+ refused the request \(status 406\)\. .*check SITE_URL\.$/);
  expect(await http.read({ url: `${origin}/robots.txt`, statuses: [404] })).toMatchObject({ status: 404 });
  expect(pauses).toEqual([]);
});

test.for<[name: string, kind: string, request: Omit<SourceRequest, "url">]>([
  ["cut", "cut-off", {}],
  ["cut-gzip", "cut-off", {}],
  ["enormous", "too-large", { bytesMax: 100_000 }],
  ["bomb", "too-large", { bytesMax: 100_000 }],
  ["silent", "too-slow", { silenceMsMax: 50 }],
  ["stalls", "too-slow", { silenceMsMax: 50 }],
  ["drips", "too-slow", { msMax: 100 }],
  ["not-gzip", "malformed", {}],
  ["brotli", "malformed", {}],
  ["hangs-up", "unreachable", { triesMax: 1 }],
  ["error", "failed", {}],
  ["loop", "bad-redirect", {}],
  ["away", "private-address", {}],
  ["to-file", "bad-address", {}],
  ["moved-form", "bad-redirect", { form: { data: "1" } }],
])("a server that answers like %s is a fault of the kind %s", async ([path, kind, request]) => {
  const origin = await startFaultyServer(({ url }, response) => {
    const answers: Record<string, () => void> = {
      "/cut": () => response.writeHead(200, { "content-length": "1000" }).write("a", () => response.destroy()),
      "/cut-gzip": () =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a".repeat(9_000)).subarray(0, 30)),
      "/enormous": () => response.end("x".repeat(200_000)),
      "/bomb": () => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(5_000_000))),
      "/silent": () => {},
      "/stalls": () => response.write("a"),
      "/drips": () => {
        const timer = setInterval(() => response.write("a"), 10);
        response.on("close", () => clearInterval(timer));
      },
      "/not-gzip": () => response.writeHead(200, { "content-encoding": "gzip" }).end("plain"),
      "/brotli": () => response.writeHead(200, { "content-encoding": "br" }).end("?"),
      "/hangs-up": () => response.destroy(),
      "/error": () => response.writeHead(500).end(),
      "/loop": () => response.writeHead(302, { location: "/loop" }).end(),
      "/away": () => response.writeHead(302, { location: "http://127.0.0.1/" }).end(),
      "/to-file": () => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
      "/moved-form": () => response.writeHead(302, { location: "/error" }).end(),
    };
    answers[url ?? ""]?.();
  });
  const { http } = buildHttp(origin);
  const fault = await faultOf(http.read({ url: `${origin}/${path}`, ...request }));

  expect(fault.kind).toBe(kind);
  // A sentence for the operator.
  expect(fault.message).toMatch(/^\S.{10,300}\.$/);
});

test("a part of a file is read, and a server that sends the whole file instead is refused unread", async () => {
  const file = Buffer.from("0123456789");
  const origin = await startFaultyServer(({ url, headers }, response) => {
    const [, from = "", last = ""] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const bytes = file.subarray(Number(from), Number(last) + 1);
    if (url === "/whole") response.writeHead(200).end("x".repeat(1_000_000));
    else if (url === "/short") response.writeHead(206, { "content-range": `bytes ${from}-${last}/10` }).end("2");
    else if (url === "/other") response.writeHead(206, { "content-range": "bytes 0-2/10" }).end("012");
    else response.writeHead(206, { "content-range": `bytes ${from}-${last}/10` }).end(bytes);
  });
  const { http } = buildHttp(origin);
  const range = { from: 2, to: 5 };

  expect(Buffer.from(await http.readRange({ url: `${origin}/file` }, range)).toString()).toBe("234");
  expect(await faultOf(http.readRange({ url: `${origin}/whole` }, range))).toMatchObject({ kind: "no-ranges" });
  expect(await faultOf(http.readRange({ url: `${origin}/short` }, range))).toMatchObject({ kind: "malformed" });
  expect(await faultOf(http.readRange({ url: `${origin}/other` }, range))).toMatchObject({ kind: "malformed" });
});

test("the length of a file is what a request for its first byte says", async () => {
  const ranges: (string | undefined)[] = [];
  const origin = await startFaultyServer(({ url, headers }, response) => {
    ranges.push(headers.range);
    if (url === "/whole") response.writeHead(200).end("0123456789");
    else response.writeHead(206, { "content-range": `bytes 0-0/${url === "/unknown" ? "*" : "10"}` }).end("0");
  });
  const { http } = buildHttp(origin);

  expect(await http.readSize({ url: `${origin}/file` })).toBe(10);
  expect(ranges).toEqual(["bytes=0-0"]);
  expect(await faultOf(http.readSize({ url: `${origin}/unknown` }))).toMatchObject({ kind: "malformed" });
  expect(await faultOf(http.readSize({ url: `${origin}/whole` }))).toMatchObject({ kind: "no-ranges" });
});

test("nothing in a private network is requested, except the setting's own address on this machine", async () => {
  const requests: string[] = [];
  const origin = await startFaultyServer(({ url }, response) => {
    requests.push(url ?? "");
    response.end();
  });
  const { port } = new URL(origin);
  const inner = buildHttp(origin, { lookup: async () => [...PUBLIC, { address: "10.0.0.5", family: 4 }] }).http;
  const other = buildHttp("https://overpass-api.de").http;

  expect(await faultOf(inner.read({ url: "http://shop.example.com/" }))).toMatchObject({ kind: "private-address" });
  for (const url of ["http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://169.254.169.254/latest/"]) {
    expect(await faultOf(other.read({ url })), url).toMatchObject({ kind: "private-address" });
  }
  for (const url of [`http://127.0.0.1:${port}/`, "http://a:b@shop.example.com/", "ftp://shop.example.com/", "shop"]) {
    expect(await faultOf(other.read({ url })), url).toMatchObject({ kind: "bad-address" });
  }
  expect(requests).toEqual([]);
});

test("a run that is stopped stops its request, and sends no other", async () => {
  const stopping = new AbortController();
  const origin = await startFaultyServer((_request, response) => {
    response.write("a");
    stopping.abort();
  });
  const { http } = buildHttp(origin, { signal: stopping.signal });

  expect(await faultOf(http.read({ url: origin }))).toMatchObject({ kind: "stopped" });
  expect(await faultOf(http.read({ url: origin }))).toMatchObject({ kind: "stopped" });
  expect(http.requestCount).toBe(1);
});

test("a stop ends a pause before the next try", async () => {
  const stopping = new AbortController();
  const origin = await startFaultyServer((_request, response) => response.writeHead(429).end());
  const { http } = buildHttp(origin, {
    signal: stopping.signal,
    pause: async (_ms, signal) => {
      stopping.abort();
      signal.throwIfAborted();
    },
  });

  expect(await faultOf(http.read({ url: origin }))).toMatchObject({ kind: "stopped" });
  expect(http.requestCount).toBe(1);
});
