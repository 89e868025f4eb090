import "./neighborhood-page.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import { GuideCard } from "#app/guide/guides/list/guide-card.tsx";
import type { GuideCardData } from "#app/guide/guides/page/guide.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { pluralize } from "#app/ui/format-count.ts";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";

import {
  neighborhoodGuidesPath,
  type NeighborhoodGuidesPage,
  type NeighborhoodPage,
  neighborhoodPath,
} from "./neighborhood.ts";

/** What a visitor can do with a guide: its save button. */
type GuideAction = { action: (guide: GuideCardData) => ReactNode };

/** The newest guides of a neighborhood's own page. */
export function NeighborhoodGuides({ neighborhood, action }: { neighborhood: NeighborhoodPage } & GuideAction) {
  const { slug, name, guides, guideCount } = neighborhood;
  if (guides.length === 0) return null;
  const more = { label: `All ${pluralize(guideCount, "guide")}`, to: neighborhoodGuidesPath(slug) };
  return (
    <section className="section" aria-labelledby="guides">
      <SectionHead id="guides" title={`Guides to ${name}`} {...(guideCount > guides.length ? { more } : {})} />
      <ul className={guides.length > 3 ? "guide-list guide-list-four" : "guide-list"}>
        {guides.map((guide) => (
          <li key={guide.slug}>
            <GuideCard guide={guide} action={action(guide)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All guides to a neighborhood, paged. Its own page shows only the newest. */
export function NeighborhoodGuideList({ slug, name, guides, action }: NeighborhoodGuidesPage & GuideAction) {
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[
          { label: "Neighborhoods", to: "/neighborhoods" },
          { label: name, to: neighborhoodPath(slug) },
          { label: "Guides" },
        ]}
      />
      <h1 className="d2 page-title">Guides to {name}</h1>
      <p className="page-lede text-muted">
        {pluralize(guides.total, "guide")}, newest first.{" "}
        <Link className="link" to={neighborhoodPath(slug)}>
          All of {name}
        </Link>
      </p>
      <h2 className="sr-only">Guides</h2>
      <ul className="guide-list">
        {guides.items.map((guide, index) => (
          <li key={guide.slug}>
            <GuideCard guide={guide} action={action(guide)} isFirstPicture={index === 0} />
          </li>
        ))}
      </ul>
      <Pager
        label="Guides"
        page={guides.page}
        pageCount={guides.pageCount}
        hrefFor={(page) => neighborhoodGuidesPath(slug, page)}
      />
    </div>
  );
}
