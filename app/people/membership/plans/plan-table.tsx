import "../billing.css";

import { Check } from "lucide-react";

import { entitlementsOf } from "#app/core/entitlements/entitlements.ts";
import { PLAN_FEATURES } from "./plan-features.ts";
import { PLANS } from "./plans.ts";

const COLUMNS = [{ name: "Free", tier: null, isPopular: false }, ...PLANS];

/** Features per plan, from the same entitlements that the server's gates check. */
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
            <Cell key={name} value isPopular={isPopular} />
          ))}
        </tr>
        {PLAN_FEATURES.map(({ key, row, value }) => (
          <tr key={key}>
            <th scope="row">{row}</th>
            {COLUMNS.map(({ name, tier, isPopular }) => (
              <Cell key={name} value={value(entitlementsOf(tier))} isPopular={isPopular} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ value, isPopular }: { value: string | boolean; isPopular: boolean }) {
  return (
    <td className={isPopular ? "plan-column" : undefined}>
      {value === true && (
        <>
          <Check className="icon" aria-hidden="true" />
          <span className="sr-only">Included</span>
        </>
      )}
      {value === false ? <span className="text-muted">No</span> : value}
    </td>
  );
}
