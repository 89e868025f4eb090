import { expect, test } from "vitest";
import { z } from "zod";

import { seededFolder } from "./data-folder.ts";
import { sessionCookieOf } from "./development-sign-in.ts";
import { type RunningSite, startSite } from "./site-process.ts";

/** Each kill costs a start of the site. */
const KILLS = process.env["PROVE"] === "1" ? 20 : 1;

/** The requests take a few milliseconds; by then they have started, or are half done, or done. */
const KILL_MS_MAX = 60;

/**
 * In turn: what the member does while the process dies. A plan that can't be bought or changed at that moment is
 * refused.
 */
const ACTS = [
  { path: "checkout", fields: { tier: "City Insider" } },
  { path: "/sandbox/portal", fields: { do: "change", tier: "vip" } },
  { path: "/sandbox/portal", fields: { do: "advance", step: "renewal" } },
  { path: "/sandbox/portal", fields: { do: "cancel-now" } },
  { path: "checkout", fields: { tier: "VIP" } },
  { path: "/subscription/refund", fields: { do: "refund" } },
  { path: "checkout", fields: { tier: "Local Explorer" } },
  { path: "/sandbox/portal", fields: { do: "dispute" } },
] as const;

test(
  `after ${KILLS} kill(s) while paying and canceling, the membership always equals the provider's`,
  { timeout: 1_800_000 },
  async () => {
    const folder = seededFolder();
    const found: string[] = [];
    for (let count = 0; count < KILLS; count += 1) {
      const dying = await startSite(folder.path, { LOG_LEVEL: "silent" });
      const act = ACTS[count % ACTS.length] ?? ACTS[0];
      // The request's outcome doesn't matter.
      void begin(dying, act).catch(() => {});
      await dying.kill({ afterMs: (count * 37) % KILL_MS_MAX });

      const site = await startSite(folder.path, { LOG_LEVEL: "silent" });
      const cookie = await sessionCookieOf("member", site.url);
      found.push(await planAtBoth(site, cookie));
      // Prepares the next act: without a subscription there is nothing to cancel.
      if (act.path === "checkout") await begin(site, act);
      found.push(await planAtBoth(site, cookie));
      expect(await site.stop()).toBe(0);
    }
    folder.remove();

    // The test is meaningful only if some rounds ended with a membership.
    expect(found.some((name) => name !== "none")).toBe(true);
  },
);

/** The running plan on the provider's page and on ours, which must agree once ours has synced. */
async function planAtBoth(site: RunningSite, cookie: string): Promise<string> {
  const portal = await fetch(`${site.url}/sandbox/portal`, { headers: { cookie } });
  const [, atProvider = "none"] =
    /<b>(Local Explorer|City Insider|VIP)<\/b>, (?:<!-- -->)?\$/.exec(await portal.text()) ?? [];
  await fetch(`${site.url}/subscription/success`, { headers: { cookie } });
  const response = await send(site, { path: "/api/check-subscription", cookie, fields: {} });
  const { subscription_tier: tier } = Status.parse(await response.json());
  expect(tier ?? "none").toBe(atProvider);
  return atProvider;
}

const Status = z.object({ subscription_tier: z.string().nullable() });

async function begin(site: RunningSite, { path, fields }: (typeof ACTS)[number]): Promise<void> {
  const cookie = await sessionCookieOf("member", site.url);
  if (path === "/subscription/refund") {
    const page = await (await fetch(site.url + path, { headers: { cookie } })).text();
    const [, payments = ""] = /name="payments" value="([^"]*)"/.exec(page) ?? [];
    return void (await send(site, { path, cookie, fields: { ...fields, payments } }));
  }
  if (path !== "checkout") return void (await send(site, { path, cookie, fields }));
  const chosen = await send(site, { path: "/subscription", cookie, fields });
  const checkout = chosen.headers.get("location") ?? "";
  if (!checkout.includes("/sandbox/checkout/")) return;
  await send(site, { path: new URL(checkout).pathname, cookie, fields: { do: "pay", card: "works" } });
}

function send(
  site: RunningSite,
  { path, cookie, fields }: { path: string; cookie: string; fields: Record<string, string> },
): Promise<Response> {
  const headers = { cookie, origin: site.url };
  return fetch(site.url + path, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}
