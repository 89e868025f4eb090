import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { CampaignList } from "./campaign-list.tsx";

test("the link to a campaign loads a full page, so that its form may redirect to the payment provider", () => {
  const campaign = {
    id: "one",
    headline: "Brunch",
    state: "Draft, not paid yet",
    days: "",
    spentCents: 0,
    totalCents: 1_000,
    impressions: 0,
  };

  const html = renderToStaticMarkup(
    <MemoryRouter>
      <CampaignList place={{ slug: "cafe" }} campaigns={[campaign]} />
    </MemoryRouter>,
  );

  // Links of the router carry an extra attribute.
  expect(html).toContain('<a class="name-link" href="/business/cafe/campaigns/one">Brunch</a>');
});
