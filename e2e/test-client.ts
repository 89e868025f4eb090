import { createHash } from "node:crypto";

import { eq } from "drizzle-orm";

import type { Database } from "#app/db/database.server.ts";
import { type Role, sessions, users } from "#app/db/schema/accounts.ts";
import { sessionCookie } from "#app/people/accounts/sessions/session-cookie.ts";

/** A client of a site without a browser: a signed-in user or, with an empty cookie, a guest. */
export type TestClient = {
  /** The cookie header of its requests. */
  cookie: string;
  /** A unique network address, so that rate limits don't affect other clients. */
  address: string;
  /** Doesn't follow redirects. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Submits a form of the site. */
  post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Response>;
  /** The text of a page. */
  read: (path: string) => Promise<string>;
};

/** A user who was created for one test and has done nothing yet. */
export type SignedInClient = TestClient & { name: string };

let addressCount = 0;

/** An address that no other test of this worker has used. */
export function uniqueAddress(): string {
  addressCount += 1;
  return `10.${Number(process.env["VITEST_POOL_ID"] ?? "0") % 256}.${(addressCount >> 8) % 256}.${addressCount % 256}`;
}

export function createTestClient(site: string, cookie = "", address = uniqueAddress()): TestClient {
  const ask: TestClient["fetch"] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", address);
    if (cookie !== "") headers.set("cookie", cookie);
    return fetch(site + path, { redirect: "manual", ...init, headers });
  };
  return {
    cookie,
    address,
    fetch: ask,
    post: (path, fields, headers = {}) =>
      ask(path, { method: "POST", headers: { origin: site, ...headers }, body: new URLSearchParams(fields) }),
    read: async (path) => (await ask(path)).text(),
  };
}

/** Creates a user with the development login and signs them in without a browser; by default with a unique name. */
export async function signInNewUser(site: string, role: Role, name = ownName()): Promise<SignedInClient> {
  const guest = createTestClient(site);
  const response = await guest.post("/auth/dev-login", { role, name });
  const prefix = sessionCookie(null, site).split("=")[0] ?? "";
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith(`${prefix}=`));
  if (cookie === undefined) throw new Error(`${name} was not signed in: ${response.status}, ${await response.text()}`);
  return { ...createTestClient(site, cookie.split(";")[0]), name };
}

/** The user id of a session cookie. */
export async function userIdOf(db: Database, cookie: string): Promise<string> {
  const token = cookie.slice(cookie.indexOf("=") + 1);
  const tokenHash = createHash("sha256").update(token).digest();
  const [session] = await db.select().from(sessions).where(eq(sessions.tokenHash, tokenHash));
  if (session === undefined) throw new Error("The cookie belongs to no session");
  return session.userId;
}

/** The email address of a user. */
export async function emailOf(db: Database, { id }: { id: string }): Promise<string> {
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  if (person === undefined || person.email === null) throw new Error(`${id} has no email address`);
  return person.email;
}

const GIVEN_NAMES = ["Mia", "Ben", "Ada", "Noor", "Ezra", "Ines", "Owen", "Tess", "Ravi", "Lena", "Hugo", "Ruth"];
const FAMILY_NAMES = ["Abbott", "Barlow", "Castro", "Dwyer", "Ellis", "Fuller", "Grant", "Hobbs", "Ibarra", "Jordan"];

let nameCount = 0;

/** A name that no other user of this worker has. */
function ownName(): string {
  nameCount += 1;
  const given = GIVEN_NAMES[nameCount % GIVEN_NAMES.length];
  const family = FAMILY_NAMES[Math.floor(nameCount / GIVEN_NAMES.length) % FAMILY_NAMES.length];
  const round = Math.floor(nameCount / (GIVEN_NAMES.length * FAMILY_NAMES.length));
  return [given, family, ...(round === 0 ? [] : [`${round + 1}`])].join(" ");
}
