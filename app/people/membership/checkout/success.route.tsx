import "../billing.css";

import { Check } from "lucide-react";
import { useEffect } from "react";
import { Link, useRevalidator } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { SectionMark } from "#app/ui/marks.tsx";
import { dashboardPath } from "#app/people/accounts/sign-in/after-sign-in.ts";
import type { Route } from "./+types/success.route";
import { getBillingProvider } from "../get-billing-provider.server.ts";
import { SUBSCRIPTION_PATH, SUCCESS_PATH } from "../billing-paths.ts";
import { ProviderDown } from "../billing-provider.ts";
import { syncMembershipOfUser } from "./checkout.server.ts";
import { featuresAddedBy } from "../plans/plan-features.ts";
import { summarizeMembership } from "../membership/membership-summary.ts";
import { isAtLeast, PLANS } from "../plans/plans.ts";
import { secondsUntilNextCall } from "../stripe/provider-limit.server.ts";
import { findMembership } from "../membership/find-membership.server.ts";

export const handle = { audience: "everyone", isIndexed: false } satisfies RouteHandle;

/** Source: the specification, Business constants. */
const REFRESH_MS = 2_000;

/** Where the checkout redirects after payment. It syncs with the provider itself, because the event may be late. */
export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { db, log, now, page, viewer } = site;
  page.isCacheable = false;
  if (viewer === null) return { isSignedIn: false, membership: null, dashboard: "/" };
  const provider = getBillingProvider(site);
  try {
    // Over the limit, the page shows the stored membership. The event or the job still updates it.
    const canSync = provider !== null && secondsUntilNextCall(viewer.id, now) === null;
    if (canSync) await syncMembershipOfUser(db, { provider, userId: viewer.id, now });
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error }, "Error refreshing subscription");
  }
  return {
    isSignedIn: true,
    membership: summarizeMembership(await findMembership(db, viewer.id, now)),
    dashboard: dashboardPath(viewer.role),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Welcome to the premium tier",
    description: "Your membership.",
    path: SUCCESS_PATH,
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
  if (membership === null) return <PaymentPending isSignedIn={isSignedIn} />;
  const features = PLANS.filter(({ tier }) => isAtLeast(membership.tier, tier)).flatMap(({ tier }) =>
    featuresAddedBy(tier),
  );
  return (
    <div className="wrap premium-page">
      <SectionMark />
      <h1 className="d2">Welcome to the premium tier</h1>
      <p className="lede">
        Your {membership.name} membership is active. {membership.until}.
      </p>
      <ul className="plan-features premium-gained">
        {features.map(({ key, card }) => (
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

/** Shown when the payment hasn't arrived yet, or the page was opened without one. */
function PaymentPending({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div className="wrap premium-page">
      <h1 className="d2">{isSignedIn ? "We haven’t received your payment yet" : "Sign in to see your membership"}</h1>
      <p className="lede">
        {isSignedIn
          ? "If you just paid, your membership starts as soon as the payment is confirmed, usually within seconds."
          : "Your membership is part of your account. Sign in to see it."}
      </p>
      <p className="premium-ways">
        {isSignedIn ? (
          <a className="button button-primary" href={SUCCESS_PATH}>
            Check again
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
