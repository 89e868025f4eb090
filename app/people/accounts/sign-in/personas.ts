import type { Role } from "#app/db/schema/accounts.ts";

/** The three built-in users of the development login. They exist in trials only. */
export const PERSONAS: readonly { role: Role; name: string; email: string; does: string }[] = [
  {
    role: "admin",
    name: "Ada Admin",
    email: "ada@persona.invalid",
    does: "Manages the guide and its members.",
  },
  { role: "business", name: "Ben Business", email: "ben@persona.invalid", does: "Can claim places and manage them." },
  { role: "member", name: "Mia Member", email: "mia@persona.invalid", does: "Saves places and writes reviews." },
];
