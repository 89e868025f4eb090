import { createServer } from "node:http";

import { createServer as createVite } from "vite";

import { assertPhotoProviderAllowed } from "#app/guide/photos/stock/photo-provider.ts";
import { readEnv } from "#app/platform/env.server.ts";
import { createLogger } from "#app/platform/log.server.ts";
import type { SiteOptions } from "#app/http/site-services.server.ts";
import type { SiteServer } from "#app/server.ts";
import { assertTrialIsLocal } from "#app/http/trial-host.ts";

import { prepareDatabase } from "./prepare-database.ts";

/** Serves from source: Vite serves modules and styles, and the site everything else. The site is reloaded when code changes. */
export async function dev(): Promise<number> {
  const env = readEnv(process.env);
  assertTrialIsLocal(env);
  assertPhotoProviderAllowed(env, "trial");
  const log = createLogger({ level: env.logLevel });
  const opened = await prepareDatabase(env, log, "trial");
  const server = createServer();
  const vite = await createVite({ appType: "custom", server: { middlewareMode: true, ws: { server } } });
  const options = { opened, env, log, now: () => new Date(), assetsFolder: null };
  let current: { module: unknown; site: Promise<SiteServer> } | null = null;

  server.on("request", (request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const module = await vite.ssrLoadModule("./app/server.ts");
        // The same module object means that no code of the site has changed.
        const createSite: (from: SiteOptions) => Promise<SiteServer> = module["createSite"];
        if (current?.module !== module) current = { module, site: createSite(options) };
        const { listener } = await current.site;
        listener(request, response);
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        log.error({ err: error }, "The site could not be loaded");
        response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(String(error));
      }
    });
  });
  server.listen(env.port, env.host, () => log.info(`${env.siteUrl} (from source)`));
  await new Promise<void>((resolve) => {
    process.on("SIGINT", () => resolve());
    process.on("SIGTERM", () => resolve());
  });
  server.closeAllConnections();
  server.close();
  await vite.close();
  await opened.close();
  return 0;
}
