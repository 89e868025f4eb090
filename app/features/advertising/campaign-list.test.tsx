import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";

import { CampaignList } from "./campaign-list.tsx";

test("a campaign's page is loaded as a document, so that its form may lead on to the payment provider", () => {
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

  // What the router follows by script bears a mark.
  expect(html).toContain('<a class="name-link" href="/business/cafe/campaigns/one">Brunch</a>');
});
