import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

import { buildKind } from "./build-kind.ts";
import { fontSubsets } from "./cli/font-subsets.ts";
import { leanIcons } from "./cli/lean-icons.ts";
import { leanRouter } from "./cli/lean-router.ts";

/**
 * Vite wraps every `import()` in a helper that fetches the style sheets of what is imported: 0.8 KB on every page, for
 * nothing, because the router fetches a page's styles itself.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => "export const __vitePreload = (load) => load();",
  },
};

/**
 * Files that share their own: corrections and their moderators, the pages of payment, of staff, of owners and of whoever
 * submits a business. No page that everybody reads has any of it, but for a guide's article, which editors see as well.
 */
const OF_FEW =
  /\/app\/(?:ui\/(?:row-|use-row-order|drag-row)|features\/(?:actions|admin|advertising|audit|business|editing|gallery|importing|insights|corrections|newsletter|inbox|moderation|billing|questions|submissions|triage|notifications|navigation\/(?:fresh|heard)|reviews\/review-body|places\/place\.ts|guides\/guide-(?:article|invitation|stop)))/;

/** Not those that only the same few use. */
const ICONS_OF_ALL =
  /node_modules\/lucide-react\/(?!.*\/(?:arrow-down|arrow-up|download|ellipsis-vertical|grip-vertical|plus)\.m?js)/;

/** The file that every page loads, for what is used by more than those few. */
function sharedByAll(id: string, graph: ModuleGraph): string | null {
  if (OF_FEW.test(id) || id.endsWith(".css")) return null;
  return graph.getModuleInfo(id)?.importers.every((importer) => OF_FEW.test(importer)) === true ? null : "shared";
}

type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

export default defineConfig({
  plugins: [fontSubsets(), plainImports, leanRouter(), leanIcons(), tailwindcss(), reactRouter()],
  define: { __TRIAL__: JSON.stringify(buildKind() === "trial") },
  build: {
    // Small files inline as data: URLs would need data: in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    // It compresses every file once more, only to print the figure.
    reportCompressedSize: false,
    rollupOptions: { experimental: { lazyBarrel: true } },
    // The lists of files beside each `import()` that `plainImports` leaves unread.
    modulePreload: false,
    // The first versions with `light-dark()`, which carries both themes in one value.
    cssTarget: ["chrome123", "safari17.5", "firefox120"],
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          output: {
            entryFileNames: "assets/[name]-[hash].js",
            // Two shared files instead of forty crumbs: each file of its own costs a request and a compressor's start.
            advancedChunks: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler|cookie)\//,
                  priority: 2,
                },
                // Forms of a member's own pages, which three of them share and no public page has; a few of those sum up
                // what is wrong with a form of their own.
                { name: "own-pages", test: /\/members\/(?:list|list-fields)\.tsx?$/, priority: 2 },
                { name: "form-summary", test: /\/ui\/form-summary\.tsx$/, priority: 2 },
                // What shows photos stays apart: hubs have none and are near their limit.
                { name: "photos", test: /\/app\/features\/photos\//, priority: 2 },
                { name: sharedByAll, test: /\/app\//, minShareCount: 3, priority: 1 },
                { name: "shared", test: ICONS_OF_ALL, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
    // Hono stands inside the bundle: run from source beside it, context keys double and pages answer 500.
    ssr: { build: { rollupOptions: { input: "./app/server.ts" } } },
  },
  server: { host: "127.0.0.1" },
});
