import { PAGE_TAGS_CHANNEL } from "#app/platform/page-tags.server.ts";
import { PEOPLE_CHANNEL } from "#app/platform/person-streams.server.ts";
import { SWITCHES_CHANNEL } from "#app/platform/switch-store.server.ts";

import type { PageCache } from "./cache/page-cache.server.ts";
import type { SiteServices } from "./site-services.server.ts";

/** Applies changes made by any instance: to cached pages, open event streams and the switches. */
export async function listenForChanges(services: SiteServices, cache: PageCache): Promise<void> {
  await listenForSwitches(services, cache);
  const { opened, streams, echo } = services;
  await opened.listen(PAGE_TAGS_CHANNEL, {
    onMessage: (payload) => {
      if (!echo.receive(payload)) cache.invalidate(payload.split(","));
    },
    onGap: () => cache.invalidate(["*"]),
  });
  await opened.listen(PEOPLE_CHANNEL, {
    onMessage: (personId) => streams.notify(personId),
    onGap: () => void streams.notifyAll(),
  });
}

/** Listens before it loads, so that no change is missed in between. */
async function listenForSwitches({ opened, switches, log }: SiteServices, cache: PageCache): Promise<void> {
  await opened.listen(SWITCHES_CHANNEL, {
    onMessage: (payload) => switches.applyNotification(payload),
    onGap: () => {
      switches
        .load(opened.db)
        .then(() => cache.invalidate(["*"]))
        .catch((error: unknown) => log.error({ err: error }, "The switches could not be reloaded"));
    },
  });
  await switches.load(opened.db);
}
