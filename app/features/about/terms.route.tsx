import { Link } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import type { Route } from "./+types/terms.route";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Terms",
    description: "The few rules for reading and quoting Rowhouse, and what you can rely on.",
    path: "/terms",
  });

export default function Terms() {
  return (
    <div className="wrap">
      <h1 className="d2 pt-10 pb-3">Terms</h1>
      <p className="lede pb-4">Short, because reading a guide needs few rules.</p>
      <div className="prose">
        <h2 className="h2">Reading</h2>
        <p>
          Rowhouse is free to read and needs no account. You may link to any page, print it, and quote from it with the
          name Rowhouse and a link.
        </p>

        <h2 className="h2">What you can rely on</h2>
        <p>
          We take care that each fact is right on the date that stands beside it, and we say where it comes from. Places
          close, move and change their hours without asking us. Before a long way, an appointment or a purchase, ask the
          place itself. We give no guarantee that a fact still holds, that a place suits you, or that the site is always
          up, and we are not liable for what follows from relying on it, as far as the law allows us to say so.
        </p>
        <p>
          Walking times and neighborhood borders are approximate. Nothing here is medical, legal or financial advice,
          also where the place described is a clinic, a lawyer’s office or a bank.
        </p>

        <h2 className="h2">Places in the guide</h2>
        <p>
          A listing is no recommendation and no partnership. Names and marks of businesses belong to their owners and
          are used only to say which place is meant. Nobody pays to be listed or to stand higher.
        </p>

        <h2 className="h2">Sponsored places</h2>
        <p>
          A business may pay to be shown in slots marked “Sponsored”, at the prices and by the rules under{" "}
          <Link className="link" to="/advertise">
            Advertise
          </Link>
          . An editor may refuse or stop a campaign. What was paid and not delivered goes back.
        </p>

        <h2 className="h2">Whose work it is</h2>
        <p>
          Texts, drawings and the selection of places are the work of Rowhouse. The data below them belongs to its
          publishers and stays under their licenses, which{" "}
          <Link className="link" to="/about#sources">
            About
          </Link>{" "}
          lists one by one; those licenses, not these terms, decide what you may do with that data. The feeds are there
          to be read in feed readers and quoted from in the same way.
        </p>

        <h2 className="h2">Fair use of the server</h2>
        <p>
          Programs may read the site at a gentle pace and within its robots.txt. One that slows the site down for others
          may be turned away.
        </p>

        <h2 className="h2">Changes</h2>
        <p>These terms change when the site does, and the ones that hold are the ones on this page.</p>
      </div>
    </div>
  );
}
