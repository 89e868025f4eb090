import "../advertising.css";
import "#app/business/listings/figures/figures.css";

import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatDollars } from "#app/lib/money.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES, switchTag } from "#app/platform/switches.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import { REACH_DAYS, loadReach } from "#app/guide/analytics/visitors/reach.server.ts";
import { OWN_BUSINESSES_PATH } from "#app/business/listings/claims/claim.ts";
import { listOwnedPlaces } from "#app/business/listings/people/owners.server.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { formatDay } from "#app/lib/format-time.ts";
import type { Route } from "./+types/advertise.route";
import {
  ADVERTISE_PATH,
  DAYS_MAX,
  IMPRESSION_CENTS,
  newCampaignPath,
  TOTAL_CENTS_MAX,
  TOTAL_CENTS_MIN,
  VISITOR_IMPRESSIONS_PER_DAY_MAX,
} from "../campaigns/campaign.ts";
import { SponsoredPreview } from "../slots/sponsored-card.tsx";

export const handle = { audience: "everyone" } satisfies RouteHandle;

/** Owners of more places use the list of their businesses. */
const OWN_SHOWN_MAX = 5;

/** Explains placements, prices and reach. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, page, switches, viewer } = siteOf(context);
  const owned = viewer === null ? [] : await listOwnedPlaces(db, viewer.id);
  page.tags.add(switchTag("advertising"));
  const { since, search, categories, neighborhoods } = await loadReach(db, now);
  const neighborhoodViews = [...neighborhoods.values()].reduce((sum, views) => sum + views, 0);
  const rows = [
    ...CATEGORY_SLUGS.map((slug) => ({ page: CATEGORY_NAMES[slug], views: categories.get(slug) ?? 0 })),
    { page: "Search", views: search },
    { page: "Neighborhood pages, all together", views: neighborhoodViews },
  ];
  return {
    since: since === null ? null : formatDay(since),
    rows,
    days: REACH_DAYS,
    closed: switches.isOn("advertising") ? null : SWITCH_OFF_MESSAGES.advertising,
    own: owned
      .filter(({ place }) => place.status === "published")
      .slice(0, OWN_SHOWN_MAX)
      .map(({ place: { slug, name } }) => ({ slug, name })),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Advertise",
    description: "Sponsored placements on Rowhouse: how they look, what they cost, and how many people they reach.",
    path: ADVERTISE_PATH,
  });

const EXAMPLE = {
  slug: "",
  name: "Your place",
  headline: "What’s new, in one line",
  body: "A sentence or two about what people find when they come.",
  about: "What it is, where it is",
  picture: "/pictures/fronts/food-day.svg",
};

export default function Advertise({ loaderData: { since, rows, days, closed, own } }: Route.ComponentProps) {
  return (
    <div className="wrap advertise-page">
      <div>
        <h1 className="d2 page-title">Advertise</h1>
        <p className="lede">
          Show your place where people look for places like yours, in a slot marked “Sponsored”. No one can pay for a
          higher position in a list, and ads don’t change that.
        </p>
        <StartLinks closed={closed} own={own} />
      </div>
      <section aria-labelledby="look">
        <h2 className="h2" id="look">
          What it looks like
        </h2>
        <SponsoredPreview ad={EXAMPLE} />
        <p className="text-muted">
          This is an example. Yours shows your place’s name and picture, and links to your listing.
        </p>
      </section>
      <Terms />
      <ReachTable {...{ since, rows, days }} />
      <section aria-labelledby="begin">
        <h2 className="h2" id="begin">
          How to start
        </h2>
        <p>
          Campaigns belong to a place that you manage. Open{" "}
          <Link className="link" to={OWN_BUSINESSES_PATH}>
            your businesses
          </Link>
          , choose one, and go to Advertising. If your place is listed but you don’t manage it yet, claim it on its
          page. If it isn’t listed,{" "}
          <Link className="link" to="/submit">
            submit it
          </Link>{" "}
          first. Both are free.
        </p>
      </section>
    </div>
  );
}

type StartLinksProps = { closed: string | null; own: { slug: string; name: string }[] };

/** Links to the form for each managed place, or to the list of businesses, where one can be claimed. */
function StartLinks({ closed, own }: StartLinksProps) {
  if (closed !== null) {
    return (
      <p className="form-notice" role="status">
        {closed}
      </p>
    );
  }
  const links = own.map(({ slug, name }) => ({ to: newCampaignPath(slug), label: `Start a campaign for ${name}` }));
  const shownLinks = links.length === 0 ? [{ to: OWN_BUSINESSES_PATH, label: "Start a campaign" }] : links;
  return (
    <p className="form-buttons advertise-start">
      {shownLinks.map(({ to, label }) => (
        <Link key={to} className="button button-primary" to={to}>
          {label}
        </Link>
      ))}
    </p>
  );
}

type ReachProps = { since: string | null; rows: { page: string; views: number }[]; days: number };

function ReachTable({ since, rows, days }: ReachProps) {
  return (
    <section aria-labelledby="reach">
      <h2 className="h2" id="reach">
        Audience
      </h2>
      {since === null ? (
        <p>No views of these pages have been counted yet. Numbers show up here after the first day.</p>
      ) : (
        <>
          <table className="figures-table">
            <caption className="sr-only">Views of pages with slots</caption>
            <thead>
              <tr>
                <th scope="col">Page</th>
                <th scope="col">Views in {days} days</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ page, views }) => (
                <tr key={page}>
                  <th scope="row">{page}</th>
                  <td>{formatFullCount(views)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="text-row text-muted">
            Counted over the last {days} full days, from {since} on, without bots that identify themselves. Not every
            view is an impression. Paying members see no sponsored places, and visitors may not scroll to the slot.
          </p>
        </>
      )}
    </section>
  );
}

function Terms() {
  return (
    <section aria-labelledby="price">
      <h2 className="h2" id="price">
        Pricing
      </h2>
      <p>
        <b>{formatDollars(1_000 * IMPRESSION_CENTS)} for a thousand impressions.</b> Clicks are free. You choose the
        days and a daily or monthly budget, and pay once before it starts: from {formatDollars(TOTAL_CENTS_MIN)} to{" "}
        {formatDollars(TOTAL_CENTS_MAX)}, for at most {DAYS_MAX} days.
      </p>
      <ul className="advertise-rules">
        <li>An impression counts once at least half of the slot was in view for a second.</li>
        <li>Impressions are spread evenly over the days and hours. The campaign never spends more than its budget.</li>
        <li>Each visitor counts at most {VISITOR_IMPRESSIONS_PER_DAY_MAX} times a day. Bots don’t count.</li>
        <li>
          An editor reviews every campaign first. No links, no words in capitals, and no claims to be the best. Ratings
          are up to visitors and their reviews.
        </li>
        <li>You see impressions, clicks and spending by day, and can pause or end the campaign anytime.</li>
        <li>
          We refund unspent money to your card when the campaign ends, also if you end it early. If it isn’t approved,
          you get all of it back.
        </li>
        <li>No tracking: ads set no cookies, and we don’t store who saw them beyond the day.</li>
      </ul>
    </section>
  );
}
