import { Link } from "react-router";

import { organizationJsonLd } from "#app/features/seo/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { siteOf } from "#app/platform/site.ts";
import type { Route } from "./+types/about.route";
import { CategoryFrontPair } from "#app/features/illustrations/category-front-picture.tsx";
import { CATEGORY_SLUGS } from "#app/features/places/categories.ts";
import { listSources } from "#app/features/places/place-queries.server.ts";
import { licenseWords, type SourceCredit } from "./source-credit.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  return { sources: await listSources(site.db), profiles: site.env.socialLinks };
}

export const meta: Route.MetaFunction = ({ loaderData: { profiles }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  return pageMeta({
    siteUrl,
    title: "About",
    description:
      "What Rowhouse is, how its facts are checked, what decides the order of a list, how its pictures are drawn, and every source with its license.",
    path: "/about",
    jsonLd: [organizationJsonLd(siteUrl, profiles)],
  });
};

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <h1 className="d2 pt-10 pb-3">About Rowhouse</h1>
      <p className="lede pb-4">
        Rowhouse is a guide to Washington, DC and a directory of its places: where to eat, drink, shop, get things
        fixed, and what to see on the way.
      </p>
      <div className="about-columns">
        <AboutText />
        <DrawnFronts />
      </div>
      <div className="prose pt-10">
        <h2 className="h2" id="sources">
          Sources and licenses
        </h2>
        <p>
          Data from Open Data DC is used under the{" "}
          <a className="link" href="https://creativecommons.org/licenses/by/4.0/">
            Creative Commons Attribution 4.0 license
          </a>{" "}
          and was changed: kept to the District, simplified, recased, merged where it was double, and freed of the names
          of owners and of businesses in homes. Where a license is called inferred, the copy we read carried no license
          text of its own and the publisher’s general practice was taken.
        </p>
        <p>
          How the site treats what it learns about you is under{" "}
          <Link className="link" to="/privacy">
            Privacy
          </Link>
          .
        </p>
      </div>
      <SourceTable sources={loaderData.sources} />
    </div>
  );
}

function WhatDecidesTheOrder() {
  return (
    <>
      <h2 className="h2">What decides the order</h2>
      <p>
        No place and no business can pay to be listed, to stand higher, or to be written about. What businesses pay for
        stands beside the lists, in{" "}
        <Link className="link" to="/advertise">
          slots marked “Sponsored”
        </Link>
        , and moves nothing in them. A search orders by how well a place’s own words match yours. A category puts the
        places that our editors picked first and goes on by name, or by the distance from you if you ask for that.
        Trending goes by views, and by date while there are too few.
      </p>
    </>
  );
}

function HowToReachUs() {
  return (
    <>
      <h2 className="h2">How to reach us</h2>
      <p>
        Write by the{" "}
        <Link className="link" to="/contact">
          contact form
        </Link>
        : an editor reads it and answers by mail. The{" "}
        <Link className="link" to="/newsletter">
          newsletter
        </Link>{" "}
        brings new guides and places by mail, chosen by an editor. It doesn’t report whether it was opened. What editors
        decide about what people send is{" "}
        <a className="link" href="/transparency">
          counted for everybody to see
        </a>
        .
      </p>
    </>
  );
}

function AboutText() {
  return (
    <div className="prose">
      <h2 className="h2">What is in it</h2>
      <p>
        Places in eight categories and all four quadrants, with the address, the quadrant and the nearest Metro as far
        as they are known. Guides written by our editors, each about real places. A page for every neighborhood, drawn
        from its own streets.
      </p>

      <h2 className="h2">How facts are checked</h2>
      <p>
        Every fact about a place carries three things: the source it comes from, the license it stands under, and the
        date of that source. The date is the source’s own, never the day on which we copied it.
      </p>
      <ul>
        <li>Most addresses and positions come from registers of the District of Columbia.</li>
        <li>
          What our editors simply know about a well-known place has no date, and the page says “Not checked” beside it.
        </li>
        <li>
          What nobody knows for sure is left open: “Hours unknown”, “Price unknown”, “No reviews yet”. We would rather
          show a gap than a guess.
        </li>
        <li>
          Readers correct us: below the facts of every place anyone can suggest an edit or report it closed. An editor
          decides, and the date beside the fact is that day’s. “Still right?” says with one tap that a fact holds; the
          page then names who confirmed it and when, beside the source’s own date.
        </li>
        <li>
          A place is marked “reported closed” once two people who don’t know of each other have said so, and leaves the
          lists once an editor has confirmed it.
        </li>
        <li>
          A register says that a place was licensed or listed on a certain day. It can’t promise that the door is open
          tonight, so look at the date before you cross town.
        </li>
      </ul>
      <p>
        “Open until 10 PM” is worked out from the hours, in Washington’s own time, at the moment the page is made. A
        walking time is worked out, not walked: the straight line and a quarter more for the bends, at 80 meters a
        minute. Numbers are counted: monthly visitors are those of the last 30 days, each counted once a day, because
        nobody can be known again the next day. Where there is too little to count, the page says so or leaves the
        figure out.
      </p>

      <WhatDecidesTheOrder />

      <HowToReachUs />

      <h2 className="h2">The pictures</h2>
      <p>
        The pictures are drawn, not taken. A program of ours lays out each one from the kind of place, its neighborhood
        and its name: a bay-fronted row, a shopfront, a portico, a bridge, in that neighborhood’s own inks. The same
        place always gets the same picture, and its neighbor a different one. They show what such a place looks like in
        such a street. They don’t show its real door, so use the address to find that.
      </p>
      <p>
        The neighborhood plans are different: each line in them is a real street, shore or Metro line, from the Census
        Bureau’s files and the District’s open data. Only the borders are ours. The city draws no official ones, and
        every border here is approximate.
      </p>
    </div>
  );
}

function DrawnFronts() {
  return (
    <figure className="about-fronts">
      {CATEGORY_SLUGS.map((slug) => (
        <CategoryFrontPair key={slug} slug={slug} />
      ))}
      <figcaption className="credit">Illustration: Rowhouse. One house for each category.</figcaption>
    </figure>
  );
}

function SourceTable({ sources }: { sources: readonly SourceCredit[] }) {
  return (
    <div className="source-table">
      <table className="data-table">
        <caption className="sr-only">Sources, their licenses and dates</caption>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">License</th>
            <th scope="col">Its date</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.id}>
              <td>
                <span className="font-semibold">{source.title}</span>
                <br />
                <span className="text-stone-5">{source.publisher}</span>
              </td>
              <td>{licenseWords(source)}</td>
              <td>{source.vintage === "" ? "None" : source.vintage}</td>
              <td className="text-stone-5">{source.credit === "" ? "None needed" : source.credit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
