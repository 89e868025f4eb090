import { Link } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import type { Route } from "./+types/terms.route";

export const handle = { audience: "everyone" } satisfies RouteHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Terms",
    description: "The rules for using and quoting Rowhouse, and what you can rely on.",
    path: "/terms",
  });

export default function Terms() {
  return (
    <div className="wrap">
      <h1 className="d2 page-title">Terms</h1>
      <p className="lede page-lede">Reading a city guide needs few rules, so this is short.</p>
      <div className="prose">
        <h2 className="h2">Reading</h2>
        <p>
          Rowhouse is free to read without an account. You may link to any page, print it, and quote from it if you name
          Rowhouse and add a link.
        </p>

        <h2 className="h2">What you can rely on</h2>
        <p>
          We take care that each fact is right on the date shown beside it, and we say where it comes from. Places
          close, move and change their hours without telling us. Before a long trip, an appointment or a purchase, check
          with the place itself. We don’t guarantee that a fact is still correct, that a place suits you, or that the
          site is always available. As far as the law allows, we are not liable for losses from relying on it.
        </p>
        <p>
          Walking times and neighborhood borders are approximate. Nothing here is medical, legal or financial advice,
          even where it describes a clinic, a law office or a bank.
        </p>

        <h2 className="h2">Places in the guide</h2>
        <p>
          A listing is not a recommendation or a partnership. Business names and trademarks belong to their owners, and
          we use them only to identify places. No one can pay to be listed or to rank higher.
        </p>

        <h2 className="h2">Sponsored places</h2>
        <p>
          Businesses can pay to appear in slots marked “Sponsored”. See{" "}
          <Link className="link" to="/advertise">
            Advertise
          </Link>{" "}
          for prices and rules. An editor may refuse or stop a campaign. We refund what was paid for and not delivered.
        </p>

        <h2 className="h2">Copyright and licenses</h2>
        <p>
          The texts, the drawings and the selection of places are the work of Rowhouse. The underlying data belongs to
          its publishers and stays under their licenses, which are listed under{" "}
          <Link className="link" to="/about#sources">
            About
          </Link>
          . Those licenses, not these terms, decide how you may use that data. You may read the feeds in a feed reader
          and quote from them in the same way.
        </p>

        <h2 className="h2">Fair use of the server</h2>
        <p>
          Programs may read the site at a moderate rate and within its robots.txt. We may block programs that slow the
          site down for others.
        </p>

        <h2 className="h2">Changes</h2>
        <p>These terms may change with the site. The version on this page applies.</p>
      </div>
    </div>
  );
}
