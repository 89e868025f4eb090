import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect } from "vitest";

import { buildGuide, buildRequestContext, buildPlace } from "#tests/builders.ts";
import { test } from "#tests/test-database.ts";

import { GuideColumns } from "./guide-article.tsx";
import { findGuidePage } from "../guide-queries.server.ts";
import type { GuidePage } from "./guide.ts";

test("readers see how many of a guide's places have closed since, and no note while none has", async ({ db }) => {
  const [open, shut] = [await buildPlace(db), await buildPlace(db, { status: "closed", closedOn: "2027-01-02" })];
  const [unaffected, affected] = [
    await buildGuide(db, { places: [open] }),
    await buildGuide(db, { places: [open, shut] }),
  ];
  const textOf = async (slug: string) => columnsOf(await findGuidePage(db, slug, buildRequestContext()));

  expect(await textOf(affected.slug)).toContain("1 of 2 places here has closed since this guide was written.");
  expect(await textOf(unaffected.slug)).not.toContain("since this guide was written");
});

function columnsOf(guide: GuidePage | null): string {
  if (guide === null) throw new Error("The guide is missing");
  const router = createMemoryRouter([{ path: "/", element: <GuideColumns guide={guide} plan={null} signIn={null} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
