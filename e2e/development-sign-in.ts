import { z } from "zod";

import type { Role } from "#app/db/schema/accounts.ts";

/** Signs in a user of the development login and returns the `Cookie` header for their requests. */
export async function sessionCookieOf(role: Role, site: string): Promise<string> {
  const response = await fetch(`${site}/auth/dev-login`, {
    method: "POST",
    headers: { origin: site },
    body: new URLSearchParams({ role }),
    redirect: "manual",
  });
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith("rowhouse-session"));
  return z.string().parse(cookie?.split(";")[0]);
}
