import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { deferHydration } from "#app/hydration/deferred-hydration.ts";
import { FILE_POLICY, pagePolicy, securityHeaders, workerPolicy } from "./security-headers.ts";

const HTML = deferHydration(
  '<head><script>theme()</script></head><body><script type="application/ld+json">{"@type":"Place"}</script>' +
    '<script src="/assets/x.js"></script><script type="module" async="">import "/assets/a.js"</script></body>',
);

test("a page's policy allows exactly its inline scripts, by hash", () => {
  const scripts = directive(pagePolicy(HTML, { isBuilt: true }), "script-src");
  const late = /<\/script><script>(\(function[\s\S]*?)<\/script>/.exec(HTML)?.[1] ?? "";

  expect(scripts).toEqual(["'self'", hashOf("theme()"), hashOf('import "/assets/a.js"'), hashOf(late)]);
});

test("data scripts have no hash, because they don't run", () => {
  expect(pagePolicy(HTML, { isBuilt: true })).not.toContain(hashOf('{"@type":"Place"}'));
  expect(directive(pagePolicy('<script type="application/json">{}</script>', { isBuilt: true }), "script-src")).toEqual(
    ["'self'"],
  );
});

test("a repeated script has one hash", () => {
  const policy = pagePolicy("<script>a()</script><script>a()</script>", { isBuilt: true });

  expect(directive(policy, "script-src")).toEqual(["'self'", hashOf("a()")]);
});

test("no policy allows other inline scripts or other sites", () => {
  const policies = [pagePolicy(HTML, { isBuilt: true }), pagePolicy("", { isBuilt: true }), FILE_POLICY];

  for (const policy of policies) {
    const scripts = [...directive(policy, "script-src"), ...directive(policy, "default-src")];
    expect(scripts.filter((word) => /unsafe|https?:|\*|data:|blob:/.test(word))).toEqual([]);
    expect(directive(policy, "default-src")).toEqual(["'none'"]);
    expect(directive(policy, "frame-ancestors")).toEqual(["'none'"]);
  }
  expect(directive(pagePolicy(HTML, { isBuilt: true }), "base-uri")).toEqual(["'none'"]);
  expect(directive(pagePolicy(HTML, { isBuilt: true }), "form-action")).toEqual(["'self'"]);
});

test("an external map style allows its host for files and images, on pages and in the map's worker, and no other host", () => {
  const mapStyleUrl = "https://tiles.example:8443/styles/street.json?key=secret";
  const page = pagePolicy(HTML, { isBuilt: true, mapStyleUrl });
  const worker = workerPolicy(mapStyleUrl);

  for (const [policy, name] of [
    [page, "connect-src"],
    [page, "img-src"],
    [worker, "connect-src"],
  ] as const) {
    expect(directive(policy, name)).toEqual(["'self'", "https://tiles.example:8443"]);
  }
  expect(page.match(/https:/g)).toHaveLength(2);
  expect(page).not.toContain("secret");
  expect(directive(page, "worker-src")).toEqual(["'self'"]);
});

test("without an external map style, neither page nor worker may connect to another host", () => {
  expect(pagePolicy(HTML, { isBuilt: true })).not.toContain("http");
  expect(workerPolicy(null)).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
});

test("every answer forbids MIME sniffing and framing; only an https site sends HSTS", () => {
  const secure = securityHeaders("https://rowhouse.example");
  const local = securityHeaders("http://localhost:3000");

  expect(local).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
  expect(secure).toMatchObject(local);
  expect(secure["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  expect(local).not.toHaveProperty("strict-transport-security");
});

function hashOf(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}

function directive(policy: string, name: string): string[] {
  const found = policy.split("; ").find((part) => part.startsWith(`${name} `));
  return found?.split(" ").slice(1) ?? [];
}
