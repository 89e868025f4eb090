import {
  changeUserRole,
  findUserByEmail,
  unsuspendUser,
  type AccountStatus,
  suspendUser,
} from "#app/people/accounts/standing/account-status.server.ts";

import type { CommandInput, DatabaseCommand } from "./with-database.ts";

type CommandResult = { isDone: boolean; message: string };

/** `grant-admin EMAIL`. They must have signed in once. Later sign-ins don't change the role. */
export const grantAdmin = onPerson("grant-admin", async ({ opened }, { id: userId, role, suspendedAt }) => {
  if (suspendedAt !== null) return { isDone: false, message: "is suspended. Restore them first" };
  if (role === "admin") return { isDone: true, message: "is already an admin" };
  await changeUserRole(opened.db, {
    userId,
    role: "admin",
    actor: { kind: "command", id: "grant-admin" },
    now: new Date(),
  });
  return { isDone: true, message: "is now an admin" };
});

/** `suspend EMAIL` signs them out everywhere at once. */
export const suspend = onPerson("suspend", async ({ opened }, { id: userId, suspendedAt }) => {
  if (suspendedAt !== null) return { isDone: true, message: "is already suspended" };
  const by = { actor: { kind: "command", id: "suspend" }, now: new Date() } as const;
  const outcome = await suspendUser(opened.db, { userId, reason: null, until: null, ...by });
  if (outcome === "last-admin")
    return { isDone: false, message: "is the last admin. Make someone else an admin first" };
  return { isDone: true, message: "is suspended and signed out everywhere" };
});

/** `restore EMAIL` lets them sign in again. */
export const restore = onPerson("restore", async ({ opened }, { id: userId, suspendedAt }) => {
  if (suspendedAt === null) return { isDone: true, message: "is not suspended" };
  await unsuspendUser(opened.db, { userId, actor: { kind: "command", id: "restore" }, now: new Date() });
  return { isDone: true, message: "can sign in again" };
});

/** A command about one user, found by the email address they sign in with. */
function onPerson(
  name: string,
  act: (input: CommandInput, person: AccountStatus) => Promise<CommandResult>,
): DatabaseCommand {
  return async (input) => {
    const [email = "", ...more] = input.args;
    if (!email.includes("@") || more.length > 0) {
      input.print(`Usage: npm run cli -- ${name} EMAIL`);
      return 2;
    }
    const person = await findUserByEmail(input.opened.db, email);
    if (person === null || person.deletedAt !== null) {
      input.print(`No user has signed in with ${email}.`);
      return 1;
    }
    const { isDone, message } = await act(input, person);
    input.print(`${email} ${message}.`);
    return isDone ? 0 : 1;
  };
}
