import { chromium } from "playwright-core";
const base = "http://127.0.0.1:4130";
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox"] });
const [pages, sizes, schemes] = process.argv.slice(2).map((x) => x.split(","));
const first = await browser.newContext();
const p0 = await first.newPage();
await p0.goto(base + "/auth/dev-login");
await p0.locator('button[value="admin"]').click();
await p0.waitForLoadState();
console.log("landed", p0.url());
const state = await first.storageState();
for (const scheme of schemes) for (const size of sizes) {
  const ctx = await browser.newContext({ storageState: state, colorScheme: scheme, viewport: { width: Number(size), height: 900 } });
  const page = await ctx.newPage();
  page.on("console", (m) => { if (m.type() === "error") console.log("console", m.text()); });
  page.on("pageerror", (e) => console.log("pageerror", e.message));
  for (const path of pages) {
    const r = await page.goto(base + path);
    await page.mouse.move(100, 100); await page.waitForTimeout(1200);
    const name = path.replace(/[^a-z0-9]+/gi, "-").slice(0, 50);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    console.log(r.status(), path, size, scheme, over > 0 ? "OVERFLOW " + over : "");
    await page.screenshot({ path: `/tmp/admin8-shots/${name}-${size}-${scheme}.png`, fullPage: true });
  }
  await ctx.close();
}
await browser.close();
