import "#app/own-pages.css";

import { Link } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { dollars } from "#app/lib/money.ts";
import { siteOf } from "#app/platform/site.ts";
import { OFF_WORDS, switchTag } from "#app/platform/switches.ts";
import { fullCount } from "#app/ui/counted.ts";

import { REACH_DAYS, reachOf } from "../analytics/reach.server.ts";
import { OWN_BUSINESSES_PATH } from "../business/claim.ts";
import { ownedPlaces } from "../business/owners.server.ts";
import { CATEGORY_NAMES, CATEGORY_SLUGS } from "../places/categories.ts";
import type { Route } from "./+types/advertise.route";
import {
  ADVERTISE_PATH,
  DAYS_MAX,
  IMPRESSION_CENTS,
  newCampaignPath,
  TOTAL_CENTS_MAX,
  TOTAL_CENTS_MIN,
  VISITOR_IMPRESSIONS_PER_DAY_MAX,
} from "./campaign.ts";
import { dayWords } from "./campaign-words.ts";
import { SponsoredPreview } from "./sponsored-card.tsx";

/** Whoever runs more goes by the list of all. */
const OWN_SHOWN_MAX = 5;

/** What a placement is, what it costs, and how many people it reaches. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, page, switches, viewer } = siteOf(context);
  const owned = viewer === null ? [] : await ownedPlaces(db, viewer.id);
  page.tags.add(switchTag("advertising"));
  const { since, search, categories, neighborhoods } = await reachOf(db, now);
  const areas = [...neighborhoods.values()].reduce((sum, views) => sum + views, 0);
  const rows = [
    ...CATEGORY_SLUGS.map((slug) => ({ page: CATEGORY_NAMES[slug], views: categories.get(slug) ?? 0 })),
    { page: "Search", views: search },
    { page: "Neighborhood pages, all together", views: areas },
  ];
  return {
    since: since === null ? null : dayWords(since),
    rows,
    days: REACH_DAYS,
    closed: switches.isOn("advertising") ? null : OFF_WORDS.advertising,
    own: owned
      .filter(({ place }) => place.status === "published")
      .slice(0, OWN_SHOWN_MAX)
      .map(({ place: { slug, name } }) => ({ slug, name })),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Advertise",
    description: "How a place is shown as sponsored on Rowhouse: what that is, what it costs, and whom it reaches.",
    path: ADVERTISE_PATH,
  });

const EXAMPLE = {
  slug: "",
  name: "Your place",
  headline: "What is new, in one line",
  body: "A sentence or two about what people find when they come.",
  about: "What it is, where it is",
  picture: "/pictures/fronts/food-day.svg",
};

export default function Advertise({ loaderData: { since, rows, days, closed, own } }: Route.ComponentProps) {
  return (
    <div className="wrap advertise-page">
      <div>
        <h1 className="d2 pt-10 pb-3">Advertise</h1>
        <p className="lede">
          Be shown where people look for a place like yours, in a slot that says “Sponsored”. Nobody can pay to stand
          higher in a list, and this doesn’t change that.
        </p>
        <Begin closed={closed} own={own} />
      </div>
      <section aria-labelledby="look">
        <h2 className="h2" id="look">
          What it looks like
        </h2>
        <SponsoredPreview ad={EXAMPLE} />
        <p className="text-stone-5">
          An example. Yours has your place’s own name and picture, and leads to your listing.
        </p>
      </section>
      <Terms />
      <ReachTable {...{ since, rows, days }} />
      <section aria-labelledby="begin">
        <h2 className="h2" id="begin">
          How to begin
        </h2>
        <p>
          Campaigns belong to a place that you run here. Open{" "}
          <Link className="link" to={OWN_BUSINESSES_PATH}>
            your businesses
          </Link>
          , choose one, and go to Advertising. If your place is listed and you don’t run it yet, claim it on its page;
          if it isn’t listed,{" "}
          <Link className="link" to="/submit">
            submit it
          </Link>{" "}
          first. Both are free.
        </p>
      </section>
    </div>
  );
}

type BeginProps = { closed: string | null; own: { slug: string; name: string }[] };

/** Straight to the form for whoever runs a place; else to where one is claimed. */
function Begin({ closed, own }: BeginProps) {
  if (closed !== null) {
    return (
      <p className="form-notice" role="status">
        {closed}
      </p>
    );
  }
  const ways = own.map(({ slug, name }) => ({ to: newCampaignPath(slug), label: `Start a campaign for ${name}` }));
  const shown = ways.length === 0 ? [{ to: OWN_BUSINESSES_PATH, label: "Start a campaign" }] : ways;
  return (
    <p className="review-buttons mt-5">
      {shown.map(({ to, label }) => (
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
        Whom it reaches
      </h2>
      {since === null ? (
        <p>No views of these pages are counted yet, so we can’t say. The figures stand here from the first day on.</p>
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
                  <td>{fullCount(views)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="text-row text-stone-5">
            Counted in the last {days} whole days, from {since} on; robots that say so are left out. Not every view is
            an impression: members who pay see no sponsored places, and whoever doesn’t scroll to the slot hasn’t seen
            it.
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
        What it costs
      </h2>
      <p>
        <b>{dollars(1_000 * IMPRESSION_CENTS)} for a thousand impressions.</b> Clicks are free. You choose the days and
        a budget, by the day or by the month, and pay once before it begins: from {dollars(TOTAL_CENTS_MIN)} to{" "}
        {dollars(TOTAL_CENTS_MAX)}, for at most {DAYS_MAX} days.
      </p>
      <ul className="advertise-rules">
        <li>An impression counts when at least half of the slot was in view for a second, and not before.</li>
        <li>It is spread evenly over the days and hours, and ends when the budget is spent, never later.</li>
        <li>
          The same visitor counts at most {VISITOR_IMPRESSIONS_PER_DAY_MAX} times a day. Robots don’t count at all.
        </li>
        <li>
          An editor reads every campaign first. No links, no shouting, no claims to be the best: how good a place is,
          visitors say in their reviews.
        </li>
        <li>You see impressions, clicks and spending day by day, and can pause or end it whenever you like.</li>
        <li>
          What isn’t delivered goes back to your card: when it ends, when you end it early, and all of it when it isn’t
          approved.
        </li>
        <li>Nobody is followed: there are no cookies, and who saw it isn’t kept beyond the day.</li>
      </ul>
    </section>
  );
}
