import { z } from "zod";

/** Source of the length: RFC 5321, 4.5.3.1.3. */
const Address = z.email().max(254);

/** Parses a typed email address; null if invalid. A valid address can't contain a line break. */
export function parseEmailAddress(typed: string): string | null {
  const { data: address } = Address.safeParse(typed.trim());
  return address ?? null;
}
