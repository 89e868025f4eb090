import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { NO_HUB_FILTERS } from "./category-hub.ts";
import { HubLimitNote } from "./hub-limit-note.tsx";

test("a hub that can't list all its places says how many and in which order, and links to search", () => {
  const filters = { ...NO_HUB_FILTERS, openNow: true, sort: "rating" as const };
  const html = render({ filters, places: { listed: 5_000, total: 12_000 } });

  expect(html.replaceAll(/<[^>]*>/g, "")).toBe(
    "These pages list 5,000 places of 12,000, highest rated first. To find the others, use the filters or search.",
  );
  expect(html).toContain('href="/search?category=food&amp;open=now"');
});

test("a hub that lists all its places has no such note", () => {
  const all = { listed: 92, total: 92 };

  expect(render({ filters: NO_HUB_FILTERS, places: all })).toBe("");
});

function render(hub: Omit<Parameters<typeof HubLimitNote>[0], "category">): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <HubLimitNote category="food" {...hub} />
    </MemoryRouter>,
  );
}
