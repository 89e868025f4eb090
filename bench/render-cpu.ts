import { startBuiltSite } from "./built-site.ts";

const WARM_UP = 100;
const RENDERS = 200;

const PAGES = {
  home: "/",
  category: "/food",
  place: "/places/eastern-market",
  guide: "/posts/best-pizza",
  neighborhood: "/neighborhood/georgetown",
  search: "/search?q=pizza",
};

/** The server's CPU time for one page that isn't cached: database and rendering, without compression. */
export async function renderCpu(): Promise<void> {
  const site = await startBuiltSite();
  // A session cookie bypasses the cache; this one belongs to no session.
  const headers = { cookie: "rowhouse-session-1=none" };
  for (const [name, path] of Object.entries(PAGES)) {
    for (let count = 0; count < WARM_UP; count += 1) await ask(site.url + path, headers);
    const before = site.cpuSeconds();
    for (let count = 0; count < RENDERS; count += 1) await ask(site.url + path, headers);
    const ms = ((site.cpuSeconds() - before) * 1000) / RENDERS;
    console.log(`${name.padEnd(13)} ${ms.toFixed(2)} ms of CPU per render (${RENDERS} renders, ${path})`);
  }
  await site.stop();
}

async function ask(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  await answer.arrayBuffer();
}
