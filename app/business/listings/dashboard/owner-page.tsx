import "../claims/claims.css";

import type { ReactNode } from "react";
import { Link } from "react-router";

import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Tabs } from "#app/ui/tabs.tsx";

import { OWN_BUSINESSES_PATH } from "../claims/claim.ts";

export const BUSINESS_DASHBOARD_PATH = "/business/dashboard";

/** The pages of a place for its owners and managers, in the order of the tabs. */
const SECTIONS = [
  { name: "overview", label: "Overview" },
  { name: "edit", label: "Listing" },
  { name: "photos", label: "Photos" },
  { name: "reviews", label: "Reviews" },
  { name: "questions", label: "Questions" },
  { name: "figures", label: "Stats" },
  { name: "campaigns", label: "Advertising" },
  { name: "badge", label: "Badge" },
  { name: "people", label: "People" },
] as const;

export type OwnerSection = (typeof SECTIONS)[number]["name"];

type OwnerPageProps = {
  place: { slug: string; name: string };
  section: OwnerSection;
  children: ReactNode;
};

/** The frame of a place's pages for its owners and managers: name, link to the public listing, and tabs. */
export function OwnerPage({ place, section, children }: OwnerPageProps) {
  return (
    <div className="wrap owner-page">
      <Breadcrumbs trail={[{ label: "Your businesses", to: OWN_BUSINESSES_PATH }, { label: place.name }]} />
      <div className="owner-head">
        <h1 className="d3">{place.name}</h1>
        <Link className="link" to={`/places/${place.slug}`}>
          View listing
        </Link>
      </div>
      <Tabs
        label={`Pages of ${place.name}`}
        tabs={SECTIONS.map(({ name, label }) => ({
          label,
          to: sectionPath(place.slug, name),
          isCurrent: name === section,
        }))}
      />
      {children}
    </div>
  );
}

/** The path of one of a place's pages for its owners and managers. */
export function sectionPath(slug: string, section: OwnerSection): string {
  return section === "overview" ? `/business/${slug}` : `/business/${slug}/${section}`;
}
