import type { Plugin } from "vite";

/**
 * What React Router does for those who measure its navigations, and who let the browser ask for its list of routes piece by
 * piece (`react-router.config.ts` gives it whole). Both are in every page's script though neither is ever on.
 */
const UNUSED_MODULES = /\/react-router\/dist\/production\/lib\/(?:router\/instrumentation|dom\/ssr\/fog-of-war)\.js$/;

/** Puts functions that do nothing in the place of modules of React Router that no page of ours uses. */
export function leanRouter(): Plugin {
  return {
    name: "lean-router",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: { filter: { id: UNUSED_MODULES }, handler: withoutWork },
  };
}

/**
 * A module that exports the same names, each a function that returns nothing.
 *
 * @throws When it doesn't name its exports in one list at its end: a new version of the router is written another way.
 */
export function withoutWork(code: string): string {
  const names = /\nexport \{ ([\w, ]+) \};\s*$/.exec(code)?.[1]?.split(", ");
  if (names === undefined) throw new Error("React Router's module doesn't end with the list of what it exports");
  return names.map((name) => `export function ${name}() {}\n`).join("");
}
