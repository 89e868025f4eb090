import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { SEARCHES_PER_MINUTE_MAX } from "#app/guide/search/page/search-request.ts";

import { siteUrl } from "./browser.ts";
import { requestTwice } from "./keep-alive-requests.ts";
import { sendRawRequest, type RawResponse, rawRequest } from "./raw-http.ts";

const SAMPLES = process.env["PROVE"] === "1" ? 10_000 : 300;
const SAMPLES_MS_MAX = SAMPLES * 400;
const SEED = 20_261_121;

const HOST = new URL(siteUrl).host;
const BROWSER = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const PROGRAM = { Accept: "application/json" };

/** No page contains this element, so wherever it is found unescaped, it was injected. */
const PROBE = "<x-probe>";

const SECURITY_HEADERS = [
  "content-security-policy",
  "x-content-type-options",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
  "x-frame-options",
  "x-request-id",
];

test(
  "any request gets a response without a server error, safe to show, with the security headers",
  { timeout: SAMPLES_MS_MAX },
  async () => {
    await fc.assert(
      fc.asyncProperty(hostileRequest(), async (request) => {
        const answer = await sendRawRequest(siteUrl, request);

        expect(answer, "no answer").not.toBeNull();
        if (answer !== null) expect(problemsOf(answer)).toEqual([]);
      }),
      { seed: SEED, numRuns: SAMPLES },
    );
    const after = await fetch(`${siteUrl}/readyz`);
    expect(after.status, "the site is well after all that").toBe(200);
  },
);

test("who searches too often waits a while, and all that is cached stays open", async () => {
  const ask = (page: number, address = "198.51.100.20") =>
    fetch(`${siteUrl}/search.json?q=limits&page=${page}`, { headers: { "x-forwarded-for": address } });
  await Promise.all(Array.from({ length: SEARCHES_PER_MINUTE_MAX }, (_, index) => ask(index + 1)));

  const refused = await ask(SEARCHES_PER_MINUTE_MAX + 1);

  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ title: "That was a lot at once", status: 429 });
  expect((await ask(1)).status, "a search that is cached").toBe(200);
  expect((await ask(SEARCHES_PER_MINUTE_MAX + 1, "198.51.100.21")).status, "somebody else").toBe(200);
});

test("a form that is sent too often is refused with the time to wait", async () => {
  const headers = { origin: siteUrl, "x-forwarded-for": "198.51.100.22" };
  const send = () =>
    fetch(`${siteUrl}/contact`, { method: "POST", headers, body: new URLSearchParams({ name: "Ann" }) });
  let answer = await send();
  for (let times = 0; times < 100 && answer.status !== 429; times += 1) answer = await send();

  expect(answer.status).toBe(429);
  expect(answer.headers.get("retry-after")).toBe("60");
});

test("a made-up session gets the page that is cached for guests, and loses its cookie", async () => {
  const name = `rowhouse-session-${new URL(siteUrl).port}`;
  const guest = await fetch(`${siteUrl}/about`);
  const madeUp = await fetch(`${siteUrl}/about`, { headers: { cookie: `${name}=${"a".repeat(43)}` } });

  expect(await madeUp.text()).toBe(await guest.text());
  expect(madeUp.headers.get("etag")).toBe(guest.headers.get("etag"));
  expect(madeUp.headers.get("cache-control")).toBe("private, no-cache");
  expect(madeUp.headers.get("set-cookie")).toContain(`${name}=;`);
});

test.for([
  { status: 413, what: "more than is taken", path: "/api/fetch-photos", bytes: 300_000 },
  { status: 413, what: "much more than is taken", path: "/search", bytes: 5_000_000 },
  { status: 303, what: "what is not read, since nobody is signed in", path: "/submit/draft", bytes: 200_000 },
  { status: 403, what: "another site's form", path: "/about", bytes: 200_000 },
  { status: 405, what: "what no page takes", path: "/nothing-here", bytes: 200_000 },
])("after $what ($bytes bytes) the connection is reused", async ({ status, path, bytes }) => {
  const origin = status === 403 ? "https://evil.example" : siteUrl;
  const first = { path, headers: { origin }, body: "x".repeat(bytes) };
  // Longer than the server waits for a client that stops sending.
  const [refused, next] = await requestTwice(siteUrl, { first, pauseMs: 1_000, thenPath: "/about" });

  expect(refused.status).toBe(status);
  expect(next).toEqual({ status: 200, isReused: true });
});

test("a client that sends too much over a slow connection gets a response and is not cut off", async () => {
  const pieces = Array.from({ length: 8 }, () => "x".repeat(100_000));
  const headers = { origin: siteUrl, "content-length": String(pieces.join("").length) };
  const first = { path: "/search", headers, body: pieces };
  const [refused, next] = await requestTwice(siteUrl, { first, thenPath: "/about" });

  expect(refused.status).toBe(413);
  expect(next).toEqual({ status: 200, isReused: true });
});

describe("a refusal is a clear page for a browser and problem details for a program", () => {
  test.for([
    { status: 400, what: "a broken escape", request: { target: "/places/%ZZ" } },
    { status: 400, what: "a NUL", request: { target: "/places/a%00b" } },
    { status: 400, what: "a backslash", request: { target: "/\\evil.example" } },
    { status: 400, what: "an overlong UTF-8 slash", request: { target: "/places/%C0%AF" } },
    {
      status: 403,
      what: "a form that another site sends",
      request: { method: "POST", target: "/about", headers: { Origin: "https://evil.example" } },
    },
    {
      status: 403,
      what: "a form of a page that hides where it is",
      request: { method: "POST", target: "/about", headers: { Origin: "null" } },
    },
    { status: 404, what: "no such file", request: { target: "/assets/no-such-file.js" } },
    { status: 405, what: "a method no page has", request: { method: "DELETE", target: "/places/madams-organ" } },
    { status: 405, what: "a method that echoes", request: { method: "TRACE", target: "/" } },
    {
      status: 413,
      what: "a body of a megabyte",
      request: { method: "POST", target: "/search", body: "x".repeat(1_000_000) },
    },
    { status: 414, what: "an address of 5,000 letters", request: { target: `/${"a".repeat(5_000)}` } },
    { status: 421, what: "another site's name", request: { target: "/", host: "evil.example" } },
  ])("$status for $what", async ({ status, request }) => {
    const page = await ask({ ...request, headers: { ...request.headers, ...BROWSER } });
    const problem = await ask({ ...request, headers: { ...request.headers, ...PROGRAM } });

    expect(problemsOf(page)).toEqual([]);
    expect(page).toMatchObject({
      status,
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    });
    expect(page.body).toMatch(/<h1>[^<]{8,}<\/h1>/);
    expect(page.body).toContain(page.headers["x-request-id"]);
    expect(problemsOf(problem)).toEqual([]);
    expect(problem).toMatchObject({ status, headers: { "content-type": "application/problem+json" } });
    expect(JSON.parse(problem.body)).toMatchObject({ status, requestId: problem.headers["x-request-id"] });
  });

  test.for([
    {
      status: 431,
      what: "headers of 20 KB",
      request: rawRequest({ target: "/", host: HOST, headers: { Cookie: "a".repeat(20_000) } }),
    },
    { status: 400, what: "no HTTP at all", request: "HELO mail.example\r\n\r\n" },
    {
      status: 400,
      what: "two lengths of one body",
      request: rawRequest({ method: "POST", target: "/", host: HOST, headers: { "Content-Length": "5, 6" } }),
    },
    {
      status: 400,
      what: "two Hosts",
      request: `GET / HTTP/1.1\r\nHost: ${HOST}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    },
    { status: 400, what: "no Host", request: "GET / HTTP/1.1\r\nConnection: close\r\n\r\n" },
  ])("$status for $what, before the site could read the headers", async ({ status, request }) => {
    const answer = await sendRawRequest(siteUrl, request);

    expect(answer).toMatchObject({ status });
    if (answer !== null) expect(problemsOf(answer)).toEqual([]);
  });

  test("405 lists the allowed methods, for a page and for a file", async () => {
    for (const target of ["/", "/feed.xml", "/no-such-page"]) {
      const answer = await ask({ method: "PUT", target });
      expect(answer).toMatchObject({ status: 405, headers: { allow: expect.stringContaining("GET") } });
    }
    expect(await ask({ method: "POST", target: "/about" })).toMatchObject({
      status: 405,
      headers: { allow: "GET, HEAD" },
    });
  });
});

test("a page of a trial that is opened at 127.0.0.1 redirects to the site's URL, and programs are answered there", async () => {
  const host = new URL(siteUrl).host.replace("localhost", "127.0.0.1");
  const asBrowser = { "sec-fetch-dest": "document" };
  const send = (target: string, headers: Record<string, string>) =>
    sendRawRequest(siteUrl, rawRequest({ target, host, headers }));

  expect(await send("/subscription?x=1", asBrowser)).toMatchObject({
    status: 307,
    headers: { location: `${siteUrl}/subscription?x=1` },
  });
  expect(await send("//evil.example", asBrowser)).toMatchObject({
    status: 301,
    headers: { location: "/evil.example" },
  });
  expect(await send("/healthz", {})).toMatchObject({ status: 200 });
});

describe("another spelling of a URL redirects to the canonical one, on this site", () => {
  test.for<[string, string]>([
    ["/FOOD", "/food"],
    ["/food/", "/food"],
    ["/Places/Madams-Organ/?page=2", "/places/madams-organ?page=2"],
    ["//food", "/food"],
    ["//evil.example", "/evil.example"],
    ["//evil.example/", "/evil.example"],
    ["///evil.example//places/", "/evil.example/places"],
    ["/places/%c3%a9", "/places/%C3%A9"],
    ["/%66ood", "/food"],
    ["/places/../food", "/food"],
    ["/assets/%2e%2e/food", "/food"],
    ["/.//evil.example", "/evil.example"],
  ])("%s -> %s", async ([target, location]) => {
    const answer = await ask({ target });

    expect(answer).toMatchObject({ status: 301, headers: { location } });
    expect(problemsOf(answer)).toEqual([]);
  });

  test.for(["http://evil.example/", "http://localhost/food", "*", "evil.example:443"])(
    "%s as a whole target is refused",
    async (target) => {
      const answer = await ask({ target });

      expect(answer.status).toBe(400);
      expect(problemsOf(answer)).toEqual([]);
    },
  );
});

test.for([
  "/assets/..%2f..%2fserver%2findex.js",
  "/assets/%2e%2e%2f%2e%2e%2fserver/index.js",
  "/assets/..%5c..%5cserver%5cindex.js",
  "/assets/%2fetc%2fpasswd",
])("%s reaches no file outside the public ones", async (target) => {
  const answer = await ask({ target, headers: PROGRAM });

  expect([400, 404]).toContain(answer.status);
  expect(answer.headers["content-type"]).toBe("application/problem+json");
});

describe("a page shows parameters of its URL as text", () => {
  const probe = encodeURIComponent(`"'>${PROBE}</script>${PROBE}`);
  test.for([
    `/search?q=${probe}`,
    `/food?neighborhood=${probe}&sort=${probe}`,
    `/no-such-page-${probe}`,
    `/category/${probe}`,
    `/latest?tab=${probe}&page=${probe}`,
  ])("%s", async (target) => {
    const answer = await ask({ target, headers: BROWSER });

    expect(answer.status).toBeLessThan(500);
    expect(answer.body).not.toContain(PROBE);
  });
});

async function ask(input: {
  method?: string;
  target: string;
  host?: string;
  headers?: Record<string, string>;
  body?: string;
}): Promise<RawResponse> {
  const answer = await sendRawRequest(siteUrl, rawRequest({ host: HOST, ...input }));
  if (answer === null) throw new Error(`The site hung up on ${input.target.slice(0, 100)}`);
  return answer;
}

function problemsOf({ status, headers, body }: RawResponse): string[] {
  const location = headers["location"];
  const isInternal = location === undefined || /^\/(?![/\\])/.test(location) || location.startsWith(`${siteUrl}/`);
  const isText =
    headers["content-type"]?.startsWith("text/plain") === true || headers["content-type"]?.includes("json") === true;
  return [
    ...(status >= 200 && status < 500 ? [] : [`status ${status}`]),
    ...SECURITY_HEADERS.filter((name) => headers[name] === undefined).map((name) => `${status} without ${name}`),
    ...(isInternal ? [] : [`sends to ${location}`]),
    ...(body.includes(PROBE) && !isText ? ["what was sent stands in it unescaped"] : []),
    ...(headers["set-cookie"] === undefined ? [] : [`sets a cookie: ${headers["set-cookie"]}`]),
  ];
}

/** Parts of URLs, separated by spaces. */
const HOSTILE = words(`
  .. . %2e%2e %2F %5c %00 %0d%0aSet-Cookie:%20x=1 %ZZ % %C0%AF %E2%80%AE %25 \\ ;
  ${PROBE} ${encodeURIComponent(PROBE)} "'>${PROBE} %22onload%3D javascript:alert(1) {{7*7}} \${7*7} %24%7B7%7D
  '%20or%201=1-- %27%20or%201%3D1-- 1;select%20pg_sleep(1) %F0%9F%8F%A0 ${"a".repeat(300)}
  evil.example @evil.example :80 __proto__ constructor toString hasOwnProperty null -1 1e99 99999999999999999999 NaN
  madams-organ food georgetown Georgetown hero.svg 0 1 georgetown-day.svg places.xml places-99.xml madams-organ.data
  _root.data .git wp-login.php
`).concat("\u00e9\u0000", "two words", "");

const FOLDERS = words(`
  / // /places/ /posts/ /neighborhood/ /category/ /search /latest /food /assets/ /assets/../ /sitemaps/ /healthz
  /pictures/ /pictures/2/places/ /pictures/2/guides/ /pictures/2/plans/ /pictures/street/ /social/places/ /__manifest
  /food.data /api/
`).concat("");

const PARAMETERS = words(`
  q page tab kind type price neighborhood rating open near attr sort _routes index p version __proto__[x] q[]
`);

const HEADERS = [
  "Accept: text/html",
  "Accept: */*",
  `Accept: ${PROBE}`,
  "Accept-Encoding: br;q=0, gzip;q=x, *",
  "If-None-Match: *",
  `If-None-Match: "${PROBE}`,
  "Range: bytes=5-1",
  `Cookie: __Host-session=${PROBE}; rowhouse-session-1=x`,
  `X-Forwarded-For: ${PROBE}`,
  "X-Forwarded-Host: evil.example",
  `X-Request-Id: ${PROBE}`,
  "Content-Type: multipart/form-data",
  "Content-Type: application/json",
  "Expect: 100-continue",
  "Expect: the worst",
  "Upgrade: websocket",
  "Origin: null",
  "__proto__: x",
  `User-Agent: ${PROBE}`,
  "Host: evil.example",
  `Host: ${PROBE}`,
  "Host: 0x7f.1",
  "Host: ",
  "Transfer-Encoding: gzip",
  "Content-Length: -1",
];

const METHODS = words("GET GET GET GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND get NONSENSE");

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/**
 * Requests as scanners and broken clients send them. Values that a valid target can't contain are included on purpose.
 */
function hostileRequest(): fc.Arbitrary<string> {
  const word = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  );
  const path = fc
    .tuple(fc.constantFrom(...FOLDERS), fc.array(word, { maxLength: 4 }))
    .map(([folder, words]) => folder + words.join("/"));
  const parameter = fc.tuple(fc.constantFrom(...PARAMETERS), word).map((pair) => pair.join("="));
  const query = fc.array(parameter, { maxLength: 4 }).map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`));
  const headers = fc.array(fc.constantFrom(...HEADERS), { maxLength: 3 });
  return fc
    .record({ method: fc.constantFrom(...METHODS), path, query, headers, body: fc.oneof(fc.constant(""), word) })
    .map(({ method, path: pathname, query: questions, headers: given, body }) =>
      rawRequest({
        method,
        target: pathname + questions,
        host: HOST,
        headers: Object.fromEntries(given.map(nameAndValue)),
        body,
      }),
    );
}

function nameAndValue(header: string): [string, string] {
  const at = header.indexOf(": ");
  return [header.slice(0, at), header.slice(at + 2)];
}
