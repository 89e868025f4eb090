import "./badge.css";

import { Form, Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";

import type { Route } from "./+types/badge.route";
import {
  BADGE_SIZES,
  BADGE_STYLES,
  type BadgeOptions,
  badgePath,
  badgeAltText,
  parseBadgeOptions,
  BADGE_SIZE_NAMES,
} from "./badge.ts";
import { badgeSnippet } from "./badge-snippet.ts";
import { findBadge } from "./find-badge.server.ts";
import { OwnerPage, sectionPath } from "../dashboard/owner-page.tsx";
import { requireOwner } from "../require-owner.server.ts";

export const handle = { audience: "owner", query: ["size", "style"] } as const satisfies RouteHandle;

const DEFAULT_LOOK: BadgeOptions = { size: "medium", style: "light" };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { place } = await requireOwner(site, request, params.slug);
  const { slug, name } = place;
  const look = parseBadgeOptions(readQuery(request, handle)) ?? DEFAULT_LOOK;
  const found = await findBadge(site.db, slug, site);
  // Only listed places have owners, so a redirect isn't needed here.
  const badge = found === "removed" || (found !== null && "mergedInto" in found) ? null : found;
  const { siteUrl } = site.env;
  return {
    place: { slug, name },
    look,
    alt: badgeAltText(badge),
    hasReviews: badge !== null && badge.rating !== null,
    snippet: badgeSnippet({ siteUrl, slug, name, look }),
  };
}

export const meta: Route.MetaFunction = ({ loaderData: { place }, matches }) =>
  pageMeta({
    matches,
    title: `Badge for ${place.name}`,
    description: `A badge with the rating of ${place.name} for its website.`,
    path: sectionPath(place.slug, "badge"),
  });

export default function BadgePage({ loaderData: { place, look, alt, hasReviews, snippet } }: Route.ComponentProps) {
  return (
    <OwnerPage place={place} section="badge">
      <div className="badge-page">
        <p>
          Show the rating of {place.name} on your website. The badge is always up to date and links to your listing.
          It’s an image in a link: no scripts, no cookies, no tracking of your visitors.
        </p>
        {!hasReviews && (
          <p className="text-muted">
            You have no reviews yet, and the badge says so. It shows stars after the first review.
          </p>
        )}
        <div className="badge-grounds">
          {BADGE_STYLES.map((style) => (
            <section key={style} className={`badge-ground badge-ground-${style}`} aria-label={STYLE_LABELS[style]}>
              {BADGE_SIZE_NAMES.map((size) => (
                <img key={size} src={badgePath(place.slug, { size, style })} alt={alt} {...BADGE_SIZES[size]} />
              ))}
            </section>
          ))}
        </div>
        <Form className="badge-choice" action={sectionPath(place.slug, "badge")} preventScrollReset>
          <Choice name="size" legend="Size" options={BADGE_SIZE_NAMES} labels={SIZE_LABELS} chosen={look.size} />
          <Choice name="style" legend="Background" options={BADGE_STYLES} labels={STYLE_LABELS} chosen={look.style} />
          <button className="button button-outline">Show code</button>
        </Form>
        <Snippet key={snippet} snippet={snippet} />
        <p className="text-row text-muted">
          Demo reviews are never included.{" "}
          <Link className="link" to={`/places/${place.slug}#reviews`}>
            Read your reviews
          </Link>
        </p>
      </div>
    </OwnerPage>
  );
}

const SIZE_LABELS = { small: "Small", medium: "Medium", large: "Large" } as const;
const STYLE_LABELS = { light: "Light", dark: "Dark" } as const;

type ChoiceProps<Option extends string> = {
  name: string;
  legend: string;
  options: readonly Option[];
  labels: Record<Option, string>;
  chosen: Option;
};

function Choice<Option extends string>({ name, legend, options, labels, chosen }: ChoiceProps<Option>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            defaultChecked={option === chosen}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
          {labels[option]}
        </label>
      ))}
    </fieldset>
  );
}

/** The code as selectable text, with a button that copies it. */
function Snippet({ snippet }: { snippet: string }) {
  return (
    <div className="field">
      <label htmlFor="badge-code">Code for your website</label>
      <textarea className="input badge-code" id="badge-code" rows={5} readOnly spellCheck={false} value={snippet} />
      <div className="badge-copy">
        <CopyButton text={snippet} label="Copy code" className="button button-primary" />
      </div>
    </div>
  );
}
