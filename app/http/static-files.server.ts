import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";

import { plainResponse } from "./plain-answers.server.ts";
import { FILE_POLICY, workerPolicy } from "./security-headers.ts";
import type { SiteEnvironment } from "./site-services.server.ts";

/** The names of built files carry a hash of their content. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const ONE_DAY = "public, max-age=86400";

/** The only file that runs as a worker. */
const WORKER_FILE = /\/assets\/maplibre-gl-worker-[\w-]+\.m?js/;

/** Serves the browser's files from the build's folder. */
export function serveAssets(app: Hono<SiteEnvironment>, folder: string, mapStyleUrl: string | null): void {
  app.use("/assets/*", serveFiles(folder, { cacheControl: IMMUTABLE, mapStyleUrl }));
  app.use("/favicon.svg", serveFiles(folder, { cacheControl: ONE_DAY, mapStyleUrl: null }));
  app.all("/assets/*", (context) => plainResponse(context, 404));
}

function serveFiles(folder: string, given: { cacheControl: string; mapStyleUrl: string | null }) {
  return serveStatic({
    root: folder,
    precompressed: true,
    onFound: (_path, context) => {
      const isWorker = WORKER_FILE.test(context.req.path);
      context.header("cache-control", given.cacheControl);
      context.header("content-security-policy", isWorker ? workerPolicy(given.mapStyleUrl) : FILE_POLICY);
    },
  });
}
