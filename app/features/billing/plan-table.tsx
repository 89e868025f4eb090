import { Check } from "lucide-react";

import { entitlementsOf } from "./entitlements.ts";
import { FEATURES } from "./features.ts";
import { PLANS } from "./plans.ts";

const COLUMNS = [{ name: "Free", tier: null, isPopular: false }, ...PLANS];

/** What each plan gives, read off the very table that the server's gates ask. */
export function PlanTable() {
  return (
    <table className="plan-table">
      <thead>
        <tr>
          <th scope="col">What you get</th>
          {COLUMNS.map(({ name, isPopular }) => (
            <th key={name} scope="col" className={isPopular ? "plan-column" : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Search, map, reviews</th>
          {COLUMNS.map(({ name, isPopular }) => (
            <Cell key={name} told isPopular={isPopular} />
          ))}
        </tr>
        {FEATURES.map(({ key, row, told }) => (
          <tr key={key}>
            <th scope="row">{row}</th>
            {COLUMNS.map(({ name, tier, isPopular }) => (
              <Cell key={name} told={told(entitlementsOf(tier))} isPopular={isPopular} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ told, isPopular }: { told: string | boolean; isPopular: boolean }) {
  return (
    <td className={isPopular ? "plan-column" : undefined}>
      {told === true && (
        <>
          <Check className="icon" aria-hidden="true" />
          <span className="sr-only">Included</span>
        </>
      )}
      {told === false ? <span className="text-stone-5">No</span> : told}
    </td>
  );
}
