/** Under such a name the browser keeps what is written until the site has it. */
const nameOf = (id: number) => `rowhouse-guide-${id}`;

/** What is no part of the guide. */
const NOT_KEPT = new Set(["version", "at", "which", "picture-alt", "picture-credit"]);

export type LocalCopy = { version: number; at: string; fields: Record<string, string> };

export function keepLocalCopy(id: number, { version, form }: { version: number; form: HTMLFormElement }): void {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && !NOT_KEPT.has(name)) fields[name] = value;
  }
  const copy: LocalCopy = { version, at: new Date().toISOString(), fields };
  try {
    localStorage.setItem(nameOf(id), JSON.stringify(copy));
  } catch {
    // A browser that keeps nothing, or is full: saving works all the same.
  }
}

export function forgetLocalCopy(id: number): void {
  try {
    localStorage.removeItem(nameOf(id));
  } catch {
    // A browser that keeps nothing.
  }
}

/** What was written and never saved; null when there is none. */
export function localCopy(id: number): LocalCopy | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(id)) ?? "null");
    return isCopy(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isCopy(kept: unknown): kept is LocalCopy {
  if (typeof kept !== "object" || kept === null || !("fields" in kept) || !("at" in kept)) return false;
  const { fields } = kept;
  return (
    typeof kept.at === "string" &&
    typeof fields === "object" &&
    fields !== null &&
    Object.values(fields).every((value) => typeof value === "string")
  );
}
