import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { eq } from "drizzle-orm";

import { users } from "#app/db/schema/accounts.ts";
import { places } from "#app/db/schema/places.ts";
import { PERSONAS } from "#app/people/accounts/sign-in/personas.ts";
import { signInPersona } from "#app/people/accounts/sign-in/sign-in-persona.server.ts";
import { readEnv } from "#app/platform/env.server.ts";

import { prepareDatabase } from "../cli/prepare-database.ts";
import { buildOwner } from "../tests/builders.ts";
import { buildPicture } from "../tests/pictures.ts";
import { silentLog } from "../tests/silent-log.ts";
import { type BuiltSite, startBuiltSite } from "./built-site.ts";

const SLUG = "madams-organ";
const PHOTOS = `/business/${SLUG}/photos`;

/** A phone's photo, and the largest accepted photos. Noise is the hardest to compress. */
const SENT = [
  { name: "JPEG, 12 megapixels", build: () => buildPicture({ width: 4_000, height: 3_000 }).jpeg({ quality: 40 }) },
  { name: "JPEG, 50 megapixels", build: () => buildPicture({ width: 8_660, height: 5_773 }).jpeg({ quality: 12 }) },
  {
    name: "WebP, 50 megapixels",
    build: () => buildPicture({ width: 8_660, height: 5_773 }).webp({ quality: 5, effort: 0 }),
  },
  {
    name: "PNG, 50 megapixels of few colors",
    build: () => buildPicture({ width: 8_660, height: 5_773 }).png({ colors: 2 }),
  },
];

/** The time from the first byte sent until the photo is on the place's page, and the site's peak memory until then. */
export async function uploads(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "rowhouse-bench-"));
  await preparePlaceOwner(dataDir);
  for (const { name, build } of SENT) {
    const bytes = Uint8Array.from(await build().toBuffer());
    // A new process for each photo, so that each has its own peak.
    const site = await startBuiltSite({ dataDir });
    await fetch(site.url + "/");
    const restMb = site.residentMb();
    const { answeredMs, visibleMs } = await upload(site, bytes, name);
    const megabytes = (bytes.length / 1_000_000).toFixed(1);
    console.log(
      `${name} (${megabytes} MB): answered after ${answeredMs.toFixed(0)} ms, on the page after ${visibleMs.toFixed(0)} ms; ` +
        `memory ${restMb.toFixed(0)} MB idle, ${peakMb(site.pid).toFixed(0)} MB at peak`,
    );
    await site.stop();
  }
  rmSync(dataDir, { recursive: true, force: true });
}

async function preparePlaceOwner(dataDir: string): Promise<void> {
  const opened = await prepareDatabase(readEnv({ DATA_DIR: dataDir }), silentLog(), "trial");
  const { db } = opened;
  const persona = PERSONAS.find(({ role }) => role === "business");
  if (persona === undefined) throw new Error("There is no business persona");
  await signInPersona(db, { persona, browser: "A bench", replaces: null, now: new Date() });
  const [owner] = await db.select().from(users).where(eq(users.email, persona.email));
  const [place] = await db.select().from(places).where(eq(places.slug, SLUG));
  if (owner === undefined || place === undefined) throw new Error("The owner or the place is missing");
  await buildOwner(db, { placeId: place.id, userId: owner.id });
  await opened.close();
}

async function upload(site: BuiltSite, bytes: Uint8Array<ArrayBuffer>, alt: string) {
  const cookie = await ownerCookie(site.url);
  const startedAt = performance.now();
  const sent = await fetch(`${site.url}${PHOTOS}/upload`, { method: "POST", headers: { cookie }, body: bytes });
  const answeredMs = performance.now() - startedAt;
  if (sent.status !== 201) throw new Error(`The photo was answered with ${sent.status}: ${await sent.text()}`);
  const { id } = await sent.json();
  const fields = new URLSearchParams({ do: "describe", photo: id, alt, version: "1" });
  await fetch(site.url + PHOTOS, { method: "POST", headers: { cookie }, body: fields, redirect: "manual" });
  for (;;) {
    const page = await (await fetch(`${site.url}/places/${SLUG}`)).text();
    if (page.includes(id)) return { answeredMs, visibleMs: performance.now() - startedAt };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function ownerCookie(url: string): Promise<string> {
  const body = new URLSearchParams({ role: "business" });
  const response = await fetch(`${url}/auth/dev-login`, { method: "POST", body, redirect: "manual" });
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith("rowhouse-session"));
  return cookie?.split(";")[0] ?? "";
}

/** Linux records the highest resident size of each process. */
function peakMb(pid: number): number {
  const [, kilobytes = "0"] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_000;
}
