import { z } from "zod";

import type { Role } from "#app/db/schema/accounts.ts";

/** Signs a person of the development login in; the `Cookie` that their requests bear from then on. */
export async function cookieOf(role: Role, site: string): Promise<string> {
  const response = await fetch(`${site}/auth/dev-login`, {
    method: "POST",
    headers: { origin: site },
    body: new URLSearchParams({ role }),
    redirect: "manual",
  });
  const cookie = response.headers.getSetCookie().find((each) => each.startsWith("rowhouse-session"));
  return z.string().parse(cookie?.split(";")[0]);
}
