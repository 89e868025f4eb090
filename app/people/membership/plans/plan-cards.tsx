import { Check } from "lucide-react";

import { formatDollars } from "#app/lib/money.ts";

import { featuresAddedBy } from "./plan-features.ts";
import { type PlanChoiceProps, PlanButton } from "./plan-button.tsx";
import { TIERS } from "#app/core/entitlements/entitlements.ts";
import { type Plan, planOf, PLANS } from "./plans.ts";

/** The three plans side by side. */
export function PlanCards({ isForSale, ...choosing }: PlanChoiceProps & { isForSale: boolean }) {
  return (
    <ul className="plans">
      {PLANS.map((plan) => (
        <li key={plan.tier} className={plan.isPopular ? "plan plan-popular" : "plan"}>
          {plan.isPopular && <p className="plan-mark">Most Popular</p>}
          <h2 className="h1">{plan.name}</h2>
          <p className="text-row text-muted">{plan.description}</p>
          <p className="plan-price">
            <span className="d2">{formatDollars(plan.priceCents)}</span>
            <span className="text-muted">a {plan.period}</span>
          </p>
          {isForSale && <PlanButton plan={plan} {...choosing} />}
          <ul className="plan-features">
            {featuresOf(plan).map((feature) => (
              <li key={feature}>
                <Check className="icon" aria-hidden="true" />
                {feature}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function featuresOf({ tier }: Plan): string[] {
  const below = TIERS[TIERS.indexOf(tier) - 1];
  const inherited = below === undefined ? [] : [`Everything in ${planOf(below).name}`];
  return [...inherited, ...featuresAddedBy(tier).map(({ card }) => card)];
}
