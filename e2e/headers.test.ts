import { get, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { describe, expect } from "vitest";

import { siteUrl, test } from "./browser.ts";
import { inParallel } from "./in-parallel.ts";
import { parsePolicy, REQUEST_ID, SECURITY_HEADERS } from "./security-headers.ts";

const FILES = [
  "/feed.xml",
  "/feed.json",
  "/category/food/feed.json",
  "/sitemap.xml",
  "/robots.txt",
  "/llms.txt",
  "/opensearch.xml",
  "/favicon.svg",
  "/healthz",
];

test("the content security policy lets a picture, a feed or a script file load nothing", async () => {
  const home = (await ask("/")).body.toString();
  const picture = /"(\/pictures\/[^" ]+\.svg)"/.exec(home)?.[1] ?? "";
  const script = /"(\/assets\/[^"]+\.js)"/.exec(home)?.[1] ?? "";

  for (const path of [picture, script, "/feed.xml", "/robots.txt"]) {
    expect(parsePolicy((await ask(path)).headers["content-security-policy"]), path).toMatchObject({
      "default-src": ["'none'"],
      "frame-ancestors": ["'none'"],
    });
  }
});

// page-kinds.test.ts checks the pages themselves.
test("every file has the security headers, and every response a unique id", async () => {
  const paths = [...FILES, "/", "/", "/food"];

  const answers = await inParallel(paths, async (path) => ({ path, ...(await ask(path)) }));

  for (const { path, headers } of answers) expect(headers, path).toMatchObject(SECURITY_HEADERS);
  const ids = answers.map(({ headers }) => headers["x-request-id"]);
  expect(ids.filter((id) => typeof id !== "string" || !REQUEST_ID.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(paths.length);
});

test("a request id from the client is ignored", async () => {
  const { headers } = await ask("/", { "x-request-id": "mine" });

  expect(headers["x-request-id"]).not.toBe("mine");
});

test("no file ever sets a cookie, whatever cookies it receives", async () => {
  const answers = await inParallel(FILES, (path) => ask(path, { cookie: "a=b; theme=dark" }));

  expect(answers.map(({ headers }) => headers["set-cookie"]).filter((cookies) => cookies !== undefined)).toEqual([]);
});

test("a visit leaves no cookie in the browser", async ({ visit }) => {
  const page = await visit("/");
  await page.getByLabel("Theme").selectOption("Dark");
  await page.goto("/food");

  expect(await page.context().cookies()).toEqual([]);
});

describe("compression", () => {
  test.for(["/", "/food", "/feed.xml", "/sitemaps/places.xml", "the script", "the style sheet"])(
    "%s is small with br and with gzip, and plain without",
    async (name) => {
      const path = await addressOf(name);
      const [br, gzip, plain, refused] = await Promise.all([
        ask(path, { "accept-encoding": "gzip, deflate, br" }),
        ask(path, { "accept-encoding": "gzip" }),
        ask(path),
        ask(path, { "accept-encoding": "br;q=0, gzip;q=0" }),
      ]);

      expect(br.headers["content-encoding"]).toBe("br");
      expect(gzip.headers["content-encoding"]).toBe("gzip");
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(refused.headers["content-encoding"]).toBeUndefined();
      expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
      expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
      expect(br.body.length).toBeLessThan(plain.body.length * 0.6);
      expect(br.headers["vary"]?.toLowerCase()).toContain("accept-encoding");
    },
  );

  test.for(["the script", "the style sheet", "the font"])("%s is cached for a year as immutable", async (name) => {
    const { status, headers } = await ask(await addressOf(name));

    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });
});

describe("conditional requests", () => {
  test.for(["/", "/food", "/places/madams-organ", "/feed.xml"])(
    "%s isn't sent again to a client that has it: 304",
    async (path) => {
      const first = await ask(path);
      const etag = String(first.headers["etag"]);
      const [known, listed, any, other] = await Promise.all([
        ask(path, { "if-none-match": etag }),
        ask(path, { "if-none-match": `"x", ${etag}` }),
        ask(path, { "if-none-match": "*" }),
        ask(path, { "if-none-match": 'W/"other"' }),
      ]);

      expect(etag).toMatch(/^W\/"[\w-]{20,}"$/);
      for (const answer of [known, listed, any]) {
        expect(answer).toMatchObject({ status: 304, headers: { etag } });
        expect(answer.body.length).toBe(0);
        expect(answer.headers["content-security-policy"]).toBe(first.headers["content-security-policy"]);
      }
      expect(other.status).toBe(200);
    },
  );

  test.for(["/", "/no-such-page", "/feed.xml", "the script"])(
    "HEAD %s has the headers of GET and no body",
    async (name) => {
      const path = await addressOf(name);
      const [got, head] = [await ask(path), await ask(path, {}, "HEAD")];

      expect(head.body.length).toBe(0);
      expect(head.status).toBe(got.status);
      for (const header of ["content-type", "content-length", "etag", "cache-control", "content-security-policy"]) {
        expect(head.headers[header], header).toBe(got.headers[header]);
      }
    },
  );

  test("tracking parameters in the URL make no separate page", async () => {
    const [plain, noisy] = [await ask("/food"), await ask("/food?utm_source=x&fbclid=y")];

    expect(noisy.headers["etag"]).toBe(plain.headers["etag"]);
  });

  test("a missing page isn't cached", async () => {
    expect(await ask("/no-such-page")).toMatchObject({ status: 404, headers: { "cache-control": "no-store" } });
  });
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Uses Node's own client: `fetch` would decompress and hide the original body. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(siteUrl + path, { headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    request.on("error", reject);
  });
}

/** Files with a hash in their name, found in the home page. */
async function addressOf(name: string): Promise<string> {
  const patterns: Record<string, RegExp> = {
    "the script": /"(\/assets\/root-[^"]+\.js)"/,
    "the style sheet": /href="(\/assets\/[^"]+\.css)"/,
    "the font": /href="(\/assets\/[^"]+\.woff2)"/,
  };
  const pattern = patterns[name];
  if (pattern === undefined) return name;
  const found = pattern.exec((await ask("/")).body.toString())?.[1];
  if (found === undefined) throw new Error(`The home page names no file like ${pattern}`);
  return found;
}
