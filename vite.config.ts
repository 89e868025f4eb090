import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

import { buildKind } from "./build-kind.ts";
import { fontSubsets } from "./cli/font-subsets.ts";

/** What the root imports, directly or not, goes into one file that every page loads. */
function sharedFile(id: string, graph: ModuleGraph): string | null {
  // The root keeps a file of its own, which its styles belong to.
  if (id.endsWith(".css") || id.includes("/app/root.tsx")) return null;
  if (isOnEveryPage(id, graph, new Set())) return "shared";
  return null;
}

function isOnEveryPage(id: string, graph: ModuleGraph, seen: Set<string>): boolean {
  if (id.endsWith("/app/root.tsx")) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isOnEveryPage(importer, graph, seen)) === true;
}

type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

export default defineConfig({
  plugins: [fontSubsets(), tailwindcss(), reactRouter()],
  define: { __TRIAL__: JSON.stringify(buildKind() === "trial") },
  build: {
    // Small files inline as data: URLs would need data: in the content security policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    // It compresses every file once more, only to print the figure.
    reportCompressedSize: false,
    rollupOptions: { experimental: { lazyBarrel: true } },
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
            codeSplitting: {
              groups: [
                {
                  name: "react",
                  test: /node_modules\/(?:react|react-dom|react-router|scheduler|cookie)\//,
                  priority: 2,
                },
                { name: sharedFile, test: /\/(?:app|illustrations)\//, priority: 2 },
                {
                  name: "pages",
                  test: /\/(?:app\/(?:core|db\/columns|guide|people|ui|lib)|illustrations)\/.*\.tsx?$/,
                  minShareCount: 10,
                  priority: 2,
                },
                {
                  name: "cards",
                  test: /\/app\/(?:guide\/(?:places|guides|neighborhoods|map|photos)|people\/members|db\/columns|ui|lib)\/.*\.tsx?$/,
                  minShareCount: 7,
                  priority: 1,
                },
                { name: "icons", test: /node_modules\/lucide-react\//, minShareCount: 12, priority: 1 },
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
