import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const MAKER = /(?:^|\/)createLucideIcon\.mjs$/;
const OURS = fileURLToPath(new URL("../app/ui/lean-icon.ts", import.meta.url));

/** Lucide's icons, made by a function of our own: on the server as in the browser, or the two would differ. */
export function leanIcons(): Plugin {
  return {
    name: "lean-icons",
    apply: "build",
    enforce: "pre",
    config: () => ({ environments: { ssr: { resolve: { noExternal: ["lucide-react"] } } } }),
    resolveId: { filter: { id: MAKER }, handler: () => OURS },
  };
}
