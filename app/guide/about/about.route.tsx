import "./about.css";

import { Link } from "react-router";

import { organizationJsonLd } from "#app/guide/seo/structured/json-ld.ts";
import { pageMeta, siteUrlOf } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import type { Route } from "./+types/about.route";
import { CategoryFrontPair } from "#illustrations/category-front-picture.tsx";
import { CATEGORY_SLUGS } from "#app/guide/places/facts/categories.ts";
import { listSources } from "#app/guide/places/place-queries.server.ts";
import { CATEGORY_READ_MAX } from "#app/guide/search/candidates/category/find-category-candidates.server.ts";
import { pluralize } from "#app/ui/format-count.ts";
import { formatLicense, type SourceCredit } from "./source-credit.ts";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  return { sources: await listSources(site.db), profiles: site.env.socialLinks, hubPlacesMax: CATEGORY_READ_MAX };
}

export const meta: Route.MetaFunction = ({ loaderData: { profiles }, matches }) => {
  const siteUrl = siteUrlOf(matches);
  return pageMeta({
    matches,
    title: "About",
    description:
      "What Rowhouse is, how facts are checked, what decides the order of a list, how the pictures are drawn, and every source with its license.",
    path: "/about",
    jsonLd: [organizationJsonLd(siteUrl, profiles)],
  });
};

export default function About({ loaderData }: Route.ComponentProps) {
  const credited = loaderData.sources.filter(({ credit }) => credit !== "");
  const uncredited = loaderData.sources.filter(({ credit }) => credit === "");
  return (
    <div className="wrap">
      <h1 className="d2 page-title">About Rowhouse</h1>
      <p className="lede page-lede">
        Rowhouse is a guide to Washington, DC and a directory of its places: where to eat, drink, shop and get things
        fixed, and what to see on the way.
      </p>
      <div className="about-columns">
        <AboutText hubPlacesMax={loaderData.hubPlacesMax} />
        <DrawnFronts />
      </div>
      <div className="prose about-sources">
        <h2 className="h2" id="sources">
          Sources and licenses
        </h2>
        <p>
          Data from Open Data DC is used under the{" "}
          <a className="link" href="https://creativecommons.org/licenses/by/4.0/">
            Creative Commons Attribution 4.0 license
          </a>
          . We changed it: we limited it to the District, simplified shapes, fixed capitalization, merged duplicates,
          and removed names of owners and home businesses. An “inferred” license means that the copy we read had no
          license text, so we followed the publisher’s general practice.
        </p>
        <p>
          <Link className="link" to="/about/data">
            Our facts in numbers
          </Link>{" "}
          counts them by source, license and age, and for how many places hours are known.
        </p>
        <p>
          See{" "}
          <Link className="link" to="/privacy">
            Privacy
          </Link>{" "}
          for what the site learns about you and what happens to it.
        </p>
      </div>
      <details className="source-details">
        <summary className="link">Show {pluralize(credited.length, "source")} with license and credit</summary>
        <SourceTable caption="Sources, their licenses and dates" sources={credited} />
      </details>
      <details className="source-details">
        <summary className="link">Show {pluralize(uncredited.length, "source")} that need no credit</summary>
        <SourceTable caption="Sources that need no credit" sources={uncredited} />
      </details>
    </div>
  );
}

function RankingSection({ hubPlacesMax }: { hubPlacesMax: number }) {
  return (
    <>
      <h2 className="h2">What decides the order</h2>
      <p>
        No business can pay to be listed, to rank higher or to be written about. Ads appear only in{" "}
        <Link className="link" to="/advertise">
          slots marked “Sponsored”
        </Link>{" "}
        and don’t change any list.
      </p>
      <p>
        Search ranks places by how well they match your words, and by distance if you search near a place. Our editors’
        picks, reviews, views and saves, and how complete and recent the facts are, count less. Categories show our
        editors’ picks first and then go by name. A category with more than {hubPlacesMax.toLocaleString("en-US")}{" "}
        places goes by views and saves instead. You can also sort by rating, name or distance. Trending goes by views in
        the last 30 days, or shows the newest guides first while there are too few views.
      </p>
    </>
  );
}

function ContactSection() {
  return (
    <>
      <h2 className="h2">How to reach us</h2>
      <p>
        Use the{" "}
        <Link className="link" to="/contact">
          contact form
        </Link>
        . An editor reads your message and replies by email. The{" "}
        <Link className="link" to="/newsletter">
          newsletter
        </Link>{" "}
        brings you new guides and places, chosen by an editor. It doesn’t track whether you open it. Our{" "}
        <a className="link" href="/transparency">
          transparency report
        </a>{" "}
        counts what editors decide about the content people send us.
      </p>
    </>
  );
}

function AboutText({ hubPlacesMax }: { hubPlacesMax: number }) {
  return (
    <div className="prose">
      <h2 className="h2">What is in it</h2>
      <p>
        Places in eight categories and all four quadrants, with address, quadrant and nearest Metro where we know them.
        Guides by our editors, each about real places. A page for every neighborhood, with a map drawn from its own
        streets.
      </p>

      <FactChecks />

      <RankingSection hubPlacesMax={hubPlacesMax} />

      <ContactSection />

      <h2 className="h2">The pictures</h2>
      <p>
        Most of our pictures are drawings, not photos. Our software draws each one from the type of place, its
        neighborhood and its name: a row with bay windows, a storefront, a portico or a bridge, in that neighborhood’s
        colors. A place always gets the same picture, and its neighbor a different one. The drawings don’t show the real
        building, so use the address to find it. Photos are from the business, or free ones from Wikimedia Commons: see{" "}
        <Link className="link" to="/credits">
          Photo credits
        </Link>
        .
      </p>
      <p>
        The neighborhood plans are different: each line is a real street, shore or Metro line, from Census Bureau files
        and the District’s open data. Only the borders are our own. The city doesn’t define official ones, and every
        border here is approximate.
      </p>
    </div>
  );
}

function FactChecks() {
  return (
    <>
      <h2 className="h2">How facts are checked</h2>
      <p>
        Every fact about a place has a source, a license and the date of that source. The date is the source’s own, not
        the day we copied it.
      </p>
      <ul>
        <li>Most addresses and map positions come from registers of the District of Columbia.</li>
        <li>
          Facts that our editors know about a well-known place have no date, and the page marks them “Not checked”.
        </li>
        <li>
          If we don’t know something, we say so: “Hours unknown”, “Price unknown”, “No reviews yet”. We’d rather show a
          gap than a guess.
        </li>
      </ul>
      <details className="about-more">
        <summary className="link">How corrections, closings and hours work</summary>
        <ul>
          <li>
            You can correct us: below the facts of every place you can suggest an edit or report it closed. An editor
            reviews it, and the fact then shows that day’s date. With “Still right?” you confirm a fact in one tap. The
            page then shows who confirmed it and when, beside the source’s own date.
          </li>
          <li>
            A place is marked “reported closed” after two independent reports, and leaves the lists after an editor has
            confirmed it.
          </li>
          <li>
            A business that we list without a description is marked “may have closed” when nothing has confirmed it for
            two years: no source, no review and no person. Half a year later it leaves search and lists. Its page stays,
            and one confirmation brings it back.
          </li>
          <li>
            A register shows that a place was licensed or listed on a certain date. It can’t tell whether the place is
            open tonight, so check the date before you cross town.
          </li>
        </ul>
        <p>
          “Open until 10 PM” is calculated from the hours in Washington time when the page is made. Walking times are
          estimates: the straight line plus a quarter for corners, at 80 meters (260 feet) a minute. Monthly visitors
          are those of the last 30 days, each counted once per day, because we can’t recognize anyone the next day. If
          there is too little data, the page says so or leaves the number out.
        </p>
      </details>
    </>
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

function SourceTable({ caption, sources }: { caption: string; sources: readonly SourceCredit[] }) {
  return (
    <div className="source-table">
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Source</th>
            <th scope="col">License</th>
            <th scope="col">Date</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.id}>
              <td>
                <span className="source-title">{source.title}</span>
                <br />
                <span className="text-muted">{source.publisher}</span>
              </td>
              <td>{formatLicense(source)}</td>
              <td>{source.vintage === "" ? "No date" : source.vintage}</td>
              <td className="text-muted">{source.credit === "" ? "None needed" : source.credit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
