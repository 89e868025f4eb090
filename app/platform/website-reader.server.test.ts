import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { describe, expect, onTestFinished, test } from "vitest";

import { createSelfSignedCertificate } from "#tests/self-signed-certificate.ts";

import { isPublicAddress } from "./public-address.ts";
import { WebsiteReader } from "./website-reader.server.ts";

const PUBLIC = [{ address: "93.184.215.14", family: 4 }];
const THIS_MACHINE = [{ address: "127.0.0.1", family: 4 }];

/** Addresses that are no website, in any notation. They aren't even resolved. */
const REFUSED_ADDRESSES = [
  "http://127.0.0.1/",
  "http://127.1/",
  "http://127.0.1/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0x7f.0.0.1/",
  "http://0x7f.0x0.0x0.0x1/",
  "http://0177.0.0.1/",
  "http://017700000001/",
  "http://00000177.0.0.1/",
  "http://127.0.0.1./",
  "http://①②⑦.⓪.⓪.①/",
  "http://１２７.０.０.１/",
  "http://0/",
  "http://0.0.0.0/",
  "http://10.0.0.1/",
  "http://167772161/",
  "http://192.168.0.1/",
  "http://0xc0a80001/",
  "http://172.16.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://2852039166/latest/meta-data/",
  "http://0xa9fea9fe/",
  "http://0251.0376.0251.0376/",
  "http://[::1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[::]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[::127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[64:ff9b::169.254.169.254]/",
  "http://[2002:7f00:1::]/",
  "http://[fe80::1]/",
  "http://[fd00:ec2::254]/",
  "http://[fc00::1]/",
  "http://[ff02::1]/",
  "http://93.184.215.14/",
  "http://localhost/",
  "http://LOCALHOST:80/",
  "http://localhost./",
  "http://metadata/",
  "http://metadata.google.internal/",
  "http://printer.local/",
  "http://example.com:22/",
  "http://example.com:8080/",
  "https://example.com:0/",
  "http://user@example.com/",
  "http://user:password@example.com/",
  "http://example.com@127.0.0.1/",
  "http://127.0.0.1#@example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://example.com/_",
  "data:text/html,hello",
  "javascript:alert(1)",
  "//example.com/",
  "example.com",
  "http://",
  "http://com/",
  "",
];

test.for(REFUSED_ADDRESSES)("%s is never requested and never resolved", async (address) => {
  const looked: string[] = [];
  const reader = new WebsiteReader({
    loopbackPort: 1,
    lookup: async (host) => {
      looked.push(host);
      return THIS_MACHINE;
    },
  });

  expect(await reader.read(address)).toEqual({ kind: "unread", why: "not-a-website" });
  expect(looked).toEqual([]);
});

/** Internal addresses that a host name may resolve to. */
const INNER_ADDRESSES = [
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "0.1.2.3",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "169.254.170.2",
  "100.64.0.1",
  "100.100.100.200",
  "192.0.0.192",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "168.63.129.16",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:a9fe:a9fe",
  "::ffff:0:127.0.0.1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::808:808",
  "64:ff9b:1::a00:1",
  "2002:7f00:1::",
  "2002:a9fe:a9fe::",
  "2001::1",
  "2001:db8::1",
  "100::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "fc00::1",
  "fd00:ec2::254",
  "fd20:ce::254",
  "ff02::1",
  "4000::1",
  "8000::1",
  "2130706433",
  "0x7f.1",
  "0177.0.0.1",
  "not an address",
  "",
];

test.for(INNER_ADDRESSES)(
  "a name that resolves to %s is not requested, alone or beside a public address",
  async (address) => {
    const alone = new WebsiteReader({ lookup: async () => [{ address, family: 4 }] });
    const beside = new WebsiteReader({ lookup: async () => [...PUBLIC, { address, family: 4 }] });

    expect(isPublicAddress(address)).toBe(false);
    for (const reader of [alone, beside]) {
      expect(await reader.read("http://shop.example.com/")).toEqual({ kind: "unread", why: "not-public" });
    }
  },
);

test.for(["8.8.8.8", "93.184.215.14", "1.1.1.1", "2606:4700::1111", "2001:4860:4860::8888"])(
  "%s is a public address",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test("a name without an address, or one that can't be resolved, is reported as such", async () => {
  const none = new WebsiteReader({ lookup: async () => [] });
  const unknown = new WebsiteReader({
    lookup: () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" })),
  });

  expect(await none.read("https://shop.example.com/")).toEqual({ kind: "unread", why: "not-public" });
  expect(await unknown.read("https://shop.example.com/")).toEqual({ kind: "unread", why: "no-answer" });
});

describe("a website on this machine, which only tests may read", () => {
  test("is read with its name, path and query, without compression", async () => {
    const port = await listening((request, response) => {
      response.end(`${request.headers.host} ${request.url} ${request.headers["accept-encoding"]}`);
    });

    const reading = await readerAt(port).read("http://shop.example.com/a?b=c#d");

    expect(reading).toEqual({ kind: "read", status: 200, body: "shop.example.com /a?b=c identity" });
  });

  test("the name is resolved once per request, so that a second answer can't point elsewhere", async () => {
    const port = await listening((_request, response) => response.end("mine"));
    const answers = [THIS_MACHINE, [{ address: "169.254.169.254", family: 4 }]];
    let count = 0;
    const reader = new WebsiteReader({ loopbackPort: port, lookup: async () => answers[count++] ?? [] });

    expect(await reader.read("http://shop.example.com/")).toMatchObject({ body: "mine" });
    expect(count).toBe(1);
    expect(await reader.read("http://shop.example.com/")).toEqual({ kind: "unread", why: "not-public" });
  });

  test("a redirect to a name that resolves to an internal address by then is resolved again and refused", async () => {
    const port = await listening((_request, response) => response.writeHead(302, { location: "/again" }).end());
    const answers = [THIS_MACHINE, [{ address: "10.0.0.5", family: 4 }]];
    const reader = new WebsiteReader({ loopbackPort: port, lookup: async () => answers.shift() ?? [] });

    expect(await reader.read("http://shop.example.com/")).toEqual({ kind: "unread", why: "not-public" });
  });

  test.for([
    ["http://127.0.0.1/", "not-a-website"],
    ["http://2130706433/", "not-a-website"],
    ["http://[::ffff:7f00:1]/", "not-a-website"],
    ["http://169.254.169.254/latest/", "not-a-website"],
    ["//localhost/", "not-a-website"],
    ["file:///etc/passwd", "not-a-website"],
    ["http://shop.example.com:6379/", "not-a-website"],
    ["http://user:password@shop.example.com/", "not-a-website"],
    ["http://shop.example.org/", "other-site"],
    ["http://example.com.evil.org/", "other-site"],
    ["http://shop.example.com/loop", "redirects"],
  ] as const)("a redirect to %s is not followed: %s", async ([location, why]) => {
    const requests: (string | undefined)[] = [];
    const port = await listening((request, response) => {
      requests.push(request.url);
      response.writeHead(302, { location }).end();
    });

    expect(await readerAt(port).read("http://shop.example.com/")).toEqual({ kind: "unread", why });
    expect(requests).toHaveLength(why === "redirects" ? 4 : 1);
  });

  test("redirects within the site are followed, three at most", async () => {
    const ways: Record<string, string> = { "/": "http://www.example.com/1", "/1": "/2", "/2": "//m.example.com/3" };
    const port = await listening((request, response) => {
      const location = ways[request.url ?? ""];
      if (location === undefined) response.end(request.headers.host);
      else response.writeHead(301, { location }).end();
    });

    const reading = await readerAt(port).read("http://shop.example.com/");

    expect(reading).toEqual({ kind: "read", status: 200, body: "m.example.com" });
  });

  test("more than a megabyte, a compressed body and a broken answer are not read", async () => {
    const answers: Record<string, RequestListener> = {
      "/big": (_request, response) => response.end(Buffer.alloc(1_000_001)),
      "/just": (_request, response) => response.end(Buffer.alloc(1_000_000)),
      "/packed": (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
      "/broken": (_request, response) => response.destroy(),
      "/cut": (_request, response) => {
        response.writeHead(200, { "content-length": "10" }).write("x");
        response.destroy();
      },
    };
    const port = await listening((request, response) => answers[request.url ?? ""]?.(request, response));
    const read = (path: string) => readerAt(port).read(`http://shop.example.com${path}`);

    expect(await read("/big")).toEqual({ kind: "unread", why: "too-big" });
    expect(await read("/just")).toMatchObject({ kind: "read", status: 200 });
    for (const path of ["/packed", "/broken", "/cut"]) {
      expect(await read(path)).toEqual({ kind: "unread", why: "no-answer" });
    }
  });

  test("a website that answers too slowly, at once or byte by byte, or a slow DNS, is given up", async () => {
    const port = await listening((request, response) => {
      if (request.url === "/drops") response.writeHead(200).write("x");
    });
    const slowName = new WebsiteReader({ lookup: () => new Promise(() => {}) });

    expect(await readerAt(port).read("http://shop.example.com/", 50)).toEqual({ kind: "unread", why: "too-slow" });
    expect(await readerAt(port).read("http://shop.example.com/drops", 50)).toEqual({ kind: "unread", why: "too-slow" });
    expect(await slowName.read("http://shop.example.com/", 50)).toEqual({ kind: "unread", why: "too-slow" });
  });

  test("no more than sixteen websites are read at once", async () => {
    const port = await listening(() => {});
    const reader = readerAt(port);
    const readings = Array.from({ length: 17 }, () => reader.read("http://shop.example.com/", 100));

    const whys = (await Promise.all(readings)).map((reading) => (reading.kind === "unread" ? reading.why : "read"));

    expect(whys.filter((why) => why === "busy")).toHaveLength(1);
    expect(await reader.read("http://shop.example.com/", 50)).toEqual({ kind: "unread", why: "too-slow" });
  });

  test("https uses the requested name, and a certificate for another name is no answer", async () => {
    const { key, certificate } = createSelfSignedCertificate("shop.example.com");
    const known = getCACertificates("default");
    setDefaultCACertificates([...known, certificate]);
    onTestFinished(() => setDefaultCACertificates(known));
    const port = await listening((request, response) => response.end(`secure ${request.headers.host}`), {
      key,
      cert: certificate,
    });

    const reading = await readerAt(port).read("https://shop.example.com/");

    expect(reading).toEqual({ kind: "read", status: 200, body: "secure shop.example.com" });
    expect(await readerAt(port).read("https://www.example.com/")).toEqual({ kind: "unread", why: "no-answer" });
  });

  test("an https URL is only read over https", async () => {
    const port = await listening((_request, response) => response.end("plain"));

    expect(await readerAt(port).read("https://shop.example.com/")).toEqual({ kind: "unread", why: "no-answer" });
  });
});

function readerAt(loopbackPort: number): WebsiteReader {
  return new WebsiteReader({ loopbackPort, lookup: async () => THIS_MACHINE });
}

async function listening(listener: RequestListener, secure?: { key: string; cert: string }): Promise<number> {
  const server = secure === undefined ? createServer(listener) : createSecureServer(secure, listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}
