import {
  changeRole,
  findByEmail,
  restorePerson,
  type Standing,
  suspendPerson,
} from "#app/features/accounts/standing.server.ts";

import type { CommandInput, DatabaseCommand } from "./with-database.ts";

type Done = { isDone: boolean; said: string };

/** `grant-admin E-MAIL`. They must have signed in once; from then on, no sign-in changes their role. */
export const grantAdmin = onPerson("grant-admin", async ({ opened }, { id: userId, role, suspendedAt }) => {
  if (suspendedAt !== null) return { isDone: false, said: "is suspended; restore them first" };
  if (role === "admin") return { isDone: true, said: "is an admin already" };
  await changeRole(opened.db, {
    userId,
    role: "admin",
    actor: { kind: "command", id: "grant-admin" },
    now: new Date(),
  });
  return { isDone: true, said: "is an admin from now on" };
});

/** `suspend E-MAIL`: they are out at once, in every browser. */
export const suspend = onPerson("suspend", async ({ opened }, { id: userId, suspendedAt }) => {
  if (suspendedAt !== null) return { isDone: true, said: "is suspended already" };
  const by = { actor: { kind: "command", id: "suspend" }, now: new Date() } as const;
  const outcome = await suspendPerson(opened.db, { userId, reason: null, until: null, ...by });
  if (outcome === "last-admin") return { isDone: false, said: "is the last admin; make somebody else one first" };
  return { isDone: true, said: "is suspended, and signed out everywhere" };
});

/** `restore E-MAIL`: they may sign in again. */
export const restore = onPerson("restore", async ({ opened }, { id: userId, suspendedAt }) => {
  if (suspendedAt === null) return { isDone: true, said: "is not suspended" };
  await restorePerson(opened.db, { userId, actor: { kind: "command", id: "restore" }, now: new Date() });
  return { isDone: true, said: "may sign in again" };
});

/** A command about one person, by the address of e-mail that they sign in with. */
function onPerson(name: string, act: (input: CommandInput, person: Standing) => Promise<Done>): DatabaseCommand {
  return async (input) => {
    const [email = "", ...more] = input.words;
    if (!email.includes("@") || more.length > 0) {
      input.print(`Usage: npm run cli -- ${name} E-MAIL`);
      return 2;
    }
    const person = await findByEmail(input.opened.db, email);
    if (person === null || person.deletedAt !== null) {
      input.print(`Nobody has signed in with ${email} yet.`);
      return 1;
    }
    const { isDone, said } = await act(input, person);
    input.print(`${email} ${said}.`);
    return isDone ? 0 : 1;
  };
}
