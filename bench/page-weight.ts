import { gzipSync } from "node:zlib";

import { gzipBytesSent } from "../tests/gzip-sent.ts";
import { startBuiltSite } from "./built-site.ts";

const PAGES = [
  "/",
  "/food",
  "/category/food",
  "/latest",
  "/neighborhoods",
  "/neighborhood/georgetown",
  "/places/eastern-market",
  "/posts/best-pizza",
  "/search?q=pizza",
  "/about",
  "/submit",
  "/map",
];

/** The size of each page's HTML and of the scripts it loads for hydration (as sent, gzip). */
export async function pageWeight(): Promise<void> {
  const site = await startBuiltSite();
  const sizes = new Map<string, number>();
  for (const path of PAGES) {
    const html = await (await fetch(site.url + path)).text();
    let script = 0;
    for (const file of await scriptsOf(html, site.url)) {
      const size = sizes.get(file) ?? (await gzipBytesSent(site.url + file));
      sizes.set(file, size);
      script += size;
    }
    const zipped = gzipSync(html, { level: 9 }).length;
    console.log(`${path.padEnd(28)} HTML ${kb(html.length)} raw, ${kb(zipped)} gzip; script ${kb(script)} gzip`);
  }
  await site.stop();
}

/** Every script that the page loads and their imports, each once. */
async function scriptsOf(html: string, siteUrl: string): Promise<Set<string>> {
  const found = new Set<string>();
  const queue = [
    ...(/id="late"[^>]*>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "").matchAll(/["'](\/assets\/[^"']+\.js)["']/g),
  ].map(([, file]) => file ?? "");
  while (queue.length > 0) {
    const file = queue.pop() ?? "";
    if (found.has(file)) continue;
    found.add(file);
    const code = await (await fetch(siteUrl + file)).text();
    if (file.includes("/manifest-")) continue;
    queue.push(
      ...[...code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].map(([, name]) => `/assets/${name}`),
    );
  }
  return found;
}

function kb(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`;
}
