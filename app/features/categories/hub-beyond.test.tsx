import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { NO_HUB_FILTERS } from "./category-hub.ts";
import { HubBeyond } from "./hub-beyond.tsx";

test("a hub whose pages hold fewer places than there are says which, of how many, and leads to search", () => {
  const filters = { ...NO_HUB_FILTERS, openNow: true, sort: "rating" as const };
  const html = render({ filters, places: { listed: 5_000, total: 12_000 } });

  expect(html.replaceAll(/<[^>]*>/g, "")).toBe(
    "These pages hold the 5,000 places rated best of 12,000. Filters look among all of them, and so does search.",
  );
  expect(html).toContain('href="/search?category=food&amp;open=now"');
});

test("a hub whose pages hold them all says nothing of it", () => {
  const all = { listed: 92, total: 92 };

  expect(render({ filters: NO_HUB_FILTERS, places: all })).toBe("");
});

function render(hub: Omit<Parameters<typeof HubBeyond>[0], "category">): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <HubBeyond category="food" {...hub} />
    </MemoryRouter>,
  );
}
