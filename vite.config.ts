import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";

import { BUILD_FOLDERS, buildKind } from "./build-kind.ts";
import { fontSubsets } from "./cli/font-subsets.ts";

/** What the root imports, directly or not, goes into one file that every page loads. */
function sharedFile(id: string, graph: ModuleGraph): string | null {
  // The root keeps a file of its own, which its styles belong to.
  if (id.includes("/app/root.tsx")) return null;
  return entriesOf(id, graph).has("root") ? "shared" : null;
}

/** Names a file for modules that pages share: one for the pages that a visitor reads, one for each other audience. */
function pagesFile(id: string, graph: ModuleGraph): string | null {
  const audience = widestAudience(id, graph);
  return audience === "guide" ? "pages" : audience && `${audience}-pages`;
}

/** The style sheet of a component's styles; the root's stay with its script. Nobody loads the styles of a narrower audience. */
function styleSheet(id: string, graph: ModuleGraph): string | null {
  return entriesOf(id, graph).has("root") ? null : widestAudience(id, graph);
}

/** From the widest: guests who read, guests who fill in a form, and so on. */
const AUDIENCES = ["guide", "everyone", "signed-in", "owner", "staff"] as const;

type Entry = "root" | (typeof AUDIENCES)[number];

function widestAudience(id: string, graph: ModuleGraph): Entry | null {
  const entries = entriesOf(id, graph);
  return AUDIENCES.find((audience) => entries.has(audience)) ?? null;
}

/** Who loads a module: the root, or the audiences of the routes that import it, directly or not. */
function entriesOf(id: string, graph: ModuleGraph, seen = new Set<string>()): Set<Entry> {
  seen.add(id);
  const file = id.split("?")[0] ?? id;
  if (file.endsWith("/app/root.tsx")) return new Set(["root"]);
  if (file.endsWith(".route.tsx")) return new Set([audienceOf(file)]);
  const importers = graph.getModuleInfo(id)?.importers.filter((importer) => !seen.has(importer)) ?? [];
  return new Set(importers.flatMap((importer) => [...entriesOf(importer, graph, seen)]));
}

/** The audience that a route declares in its `handle`. */
function audienceOf(file: string): Entry {
  const audience = /export const handle = \{\s*audience: "([\w-]+)"/.exec(readFileSync(file, "utf8"))?.[1];
  if (audience === undefined) throw new Error(`${file} declares no audience in its handle`);
  if (audience === "everyone") return file.includes("/app/guide/") ? "guide" : "everyone";
  if (audience === "owner") return "owner";
  return audience === "admin" ? "staff" : "signed-in";
}

type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** Puts each style sheet into the cascade layer of its district. The server's build needs no styles. */
function districtLayers(): Plugin {
  return {
    name: "district-layers",
    enforce: "pre",
    transform: {
      filter: { id: STYLES_OF_DISTRICT },
      handler(css, id) {
        const { name, mode } = this.environment;
        const layer = STYLES_OF_DISTRICT.exec(id)?.[1];
        return { code: name === "ssr" && mode === "build" ? "" : `@layer ${layer} {\n${css}\n}`, map: null };
      },
    },
  };
}

/**
 * Shortens the list of routes that every page loads. A route's `imports` tell the browser what to fetch ahead when it goes
 * there; without them it fetches a module when another asks for it. Only the pages that visitors read keep theirs, without
 * what is loaded already.
 */
function shortManifest(): Plugin {
  return {
    name: "short-manifest",
    enforce: "post",
    writeBundle() {
      // React Router writes the list while the server's build runs.
      if (this.environment.name !== "ssr") return;
      const folder = join(BUILD_FOLDERS[buildKind()], "client", "assets");
      for (const name of readdirSync(folder).filter((file) => /^manifest-\w+\.js$/.test(file))) {
        const path = join(folder, name);
        const [, json = "{}"] = /^window\.__reactRouterManifest=(.*?);?$/s.exec(readFileSync(path, "utf8")) ?? [];
        writeFileSync(path, `window.__reactRouterManifest=${shorten(JSON.parse(json))};`);
      }
    },
  };
}

type Manifest = { entry: { imports: string[] }; routes: Record<string, { imports: string[] }> };

function shorten(manifest: Manifest): string {
  const loaded = new Set([...manifest.entry.imports, ...(manifest.routes["root"]?.imports ?? [])]);
  const routes = Object.entries(manifest.routes).map(([id, route]) => {
    const imports = id.startsWith("guide/") ? route.imports.filter((file) => !loaded.has(file)) : [];
    return [id, { ...route, imports }];
  });
  return JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) });
}

const STYLES_OF_DISTRICT = /\/app\/([\w-]+)\/.*\.css(?:\?|$)/;

export default defineConfig({
  plugins: [fontSubsets(), districtLayers(), reactRouter(), shortManifest()],
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
                { name: styleSheet, test: /\/app\/.*\.css$/, priority: 3 },
                { name: sharedFile, test: /\/(?:app|illustrations)\/.*\.tsx?$/, priority: 2 },
                {
                  name: pagesFile,
                  test: /\/(?:app\/(?:core|db\/columns|guide|people|ui|lib)|illustrations)\/.*\.tsx?$/,
                  minShareCount: 10,
                  priority: 2,
                },
                {
                  name: "cards",
                  test: /\/app\/(?:guide\/(?:places|guides|neighborhoods|map|photos)|people\/members|db\/columns|ui|lib)\/.*\.tsx?$/,
                  minShareCount: 10,
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
