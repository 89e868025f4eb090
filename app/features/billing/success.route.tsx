import "#app/own-pages.css";

import { Check } from "lucide-react";
import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { siteOf } from "#app/platform/site.ts";
import { SectionMark } from "#app/ui/marks.tsx";
import { dashboardPath } from "../accounts/after-sign-in.ts";
import type { Route } from "./+types/success.route";
import { billingOf } from "./billing-of.server.ts";
import { SUBSCRIPTION_PATH, SUCCESS_PATH } from "./billing-paths.ts";
import { ProviderDown } from "./billing-provider.ts";
import { refreshMembership } from "./checkout.server.ts";
import { addedBy } from "./features.ts";
import { membershipWords } from "./membership-words.ts";
import { isAtLeast, PLANS } from "./plans.ts";
import { waitForProvider } from "./provider-limit.server.ts";
import { membershipOf } from "./standing.server.ts";

/** Source: the specification, Business constants. */
const REFRESH_MS = 2_000;

/** Where the checkout leads when it is paid. It looks at the provider itself, so that it is right however late the event is. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { db, log, now, page, viewer } = site;
  page.keep = false;
  if (viewer === null) return { isSignedIn: false, membership: null, dashboard: "/" };
  const provider = billingOf(site);
  try {
    // Whoever looks too often sees what is known: what was paid is heard of all the same.
    const mayAsk = provider !== null && waitForProvider(viewer.id, now) === null;
    if (mayAsk) await refreshMembership(db, { provider, userId: viewer.id, now });
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, "Error refreshing subscription");
  }
  return {
    isSignedIn: true,
    membership: membershipWords(await membershipOf(db, viewer.id, now)),
    dashboard: dashboardPath(viewer.role),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Welcome to Premium",
    description: "Your membership.",
    path: SUCCESS_PATH,
    robots: "noindex, follow",
  });

export default function Success({ loaderData: { isSignedIn, membership, dashboard } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isSignedIn) return;
    const timer = setTimeout(() => {
      revalidate().catch((error: unknown) => console.warn("Error refreshing subscription", error));
    }, REFRESH_MS);
    return () => clearTimeout(timer);
  }, [isSignedIn, revalidate]);
  if (membership === null) return <NotYet isSignedIn={isSignedIn} />;
  const gained = PLANS.filter(({ tier }) => isAtLeast(membership.tier, tier)).flatMap(({ tier }) => addedBy(tier));
  return (
    <div className="wrap premium-page">
      <SectionMark />
      <h1 className="d2">Welcome to {membership.name}</h1>
      <p className="lede">Your membership counts from now on. {membership.until}.</p>
      <ul className="plan-features premium-gained">
        {gained.map(({ key, card }) => (
          <li key={key}>
            <Check className="icon" aria-hidden="true" />
            {card}
          </li>
        ))}
      </ul>
      <p className="premium-ways">
        {dashboard !== "/" && (
          <Link className="button button-primary" to={dashboard} reloadDocument>
            Go to your dashboard
          </Link>
        )}
        <Link className="button button-outline" to="/" reloadDocument>
          Explore the city
        </Link>
      </p>
    </div>
  );
}

/** Paid a moment ago and not heard of, or opened by hand: nothing is claimed that isn't known. */
function NotYet({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="wrap premium-page">
      <h1 className="d2">{isSignedIn ? "No payment heard of yet" : "Sign in to see your membership"}</h1>
      <p className="lede">
        {isSignedIn
          ? "If you have just paid, it counts as soon as the payment is confirmed, usually within seconds."
          : "A membership belongs to an account, and nobody is signed in here."}
      </p>
      <p className="premium-ways">
        {isSignedIn ? (
          <a className="button button-primary" href={SUCCESS_PATH}>
            Look again
          </a>
        ) : (
          <Link className="button button-primary" to={`/auth/login?${new URLSearchParams({ to: SUCCESS_PATH })}`}>
            Sign In
          </Link>
        )}
        <Link className="button button-outline" to={SUBSCRIPTION_PATH}>
          See the plans
        </Link>
      </p>
    </div>
  );
}
