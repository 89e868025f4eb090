import "./place-page.css";

import { Check, X } from "lucide-react";

import { isRelevantAttribute } from "../facts/relevant-attributes.ts";
import type { PlacePage } from "../place.ts";

/** Known attributes with a yes or no icon, then one sentence that lists the unchecked ones relevant to the category. */
export function AttributesList({ attributes, category }: Pick<PlacePage, "attributes" | "category">) {
  const known = attributes.filter(({ value }) => value !== null).toSorted((a, b) => Number(b.value) - Number(a.value));
  const unchecked = attributes.filter(({ key, value }) => value === null && isRelevantAttribute(key, category));
  return (
    <>
      {known.length > 0 && (
        <ul className="attributes">
          {known.map(({ key, label, value }) => (
            <li key={key} className={value === true ? "attribute attribute-yes" : "attribute"}>
              {value === true ? (
                <Check className="icon" aria-hidden="true" />
              ) : (
                <X className="icon" aria-hidden="true" />
              )}
              <span>
                {label}
                <span className={value === true ? "sr-only" : "text-muted"}>: {value === true ? "yes" : "no"}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {unchecked.length > 0 && (
        <p className="text-row text-muted">
          Not checked: {LIST_FORMAT.format(unchecked.map(({ label }) => lowerFirst(label)))}.
        </p>
      )}
    </>
  );
}

const LIST_FORMAT = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "Wi-Fi" keeps its capital. */
function lowerFirst(label: string): string {
  return label.startsWith("Wi-") ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
