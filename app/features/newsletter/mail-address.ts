import { z } from "zod";

/** Source of the length: RFC 5321, 4.5.3.1.3. */
const Address = z.email().max(254);

/** An address as somebody typed it; null when it is none. What stands in it can't end a mail's line. */
export function readMailAddress(typed: string): string | null {
  const { data: address } = Address.safeParse(typed.trim());
  return address ?? null;
}
