import type { HttpBindings } from "@hono/node-server";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "react-router";

import type { OpenedDatabase } from "#app/db/database.server.ts";
import { ResponseTimeCounter } from "#app/guide/analytics/counters/response-time-counter.server.ts";
import { ViewCounter } from "#app/guide/analytics/counters/view-counter.server.ts";
import type { AnswerDeadline } from "#app/platform/answer-deadline.server.ts";
import type { Env } from "#app/platform/env.server.ts";
import type { Logger } from "#app/platform/log.server.ts";
import { InvalidationEcho } from "#app/platform/page-tags.server.ts";
import { PersonStreams } from "#app/platform/person-streams.server.ts";
import type { RouteTable } from "#app/platform/route-table.ts";
import { SwitchStore } from "#app/platform/switch-store.server.ts";
import { WebsiteReader } from "#app/platform/website-reader.server.ts";

import { guardRoutes } from "./guarded-routes.server.ts";

export type SiteOptions = {
  opened: OpenedDatabase;
  env: Env;
  log: Logger;
  now: () => Date;
  /** The folder with the browser's files; null in development, where Vite serves them. */
  assetsFolder: string | null;
  /** Set by tests to read a website on this machine. */
  websites?: WebsiteReader;
};

/** What all requests share. */
export type SiteServices = SiteOptions & {
  streams: PersonStreams;
  views: ViewCounter;
  times: ResponseTimeCounter;
  websites: WebsiteReader;
  switches: SwitchStore;
  echo: InvalidationEcho;
  routes: RouteTable;
  handlePage: RequestHandler;
};

/** What Hono knows of a request. */
export type SiteEnvironment = { Bindings: HttpBindings; Variables: { answer: AnswerDeadline } };

export function createServices(
  options: SiteOptions,
  { build, routes }: { build: ServerBuild; routes: RouteTable },
): SiteServices {
  const { opened, log, now } = options;
  return {
    ...options,
    streams: new PersonStreams(options),
    views: new ViewCounter({ db: opened.db, log, now }),
    times: new ResponseTimeCounter({ db: opened.db, log, now, routes }),
    websites: options.websites ?? new WebsiteReader(),
    switches: new SwitchStore(),
    echo: new InvalidationEcho(),
    routes,
    handlePage: createRequestHandler(guardRoutes(build), import.meta.env.MODE),
  };
}
