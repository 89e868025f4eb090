import "./newsletter.css";

import { type NeighborhoodChoice, PAUSE_OPTIONS, type SubscriptionView } from "./preferences.ts";

type SubscriptionFieldsProps = {
  subscription: SubscriptionView;
  choices: readonly NeighborhoodChoice[];
};

/** A subscriber's choices: the weekly issue, neighborhood news and a pause. */
export function SubscriptionFields({ subscription, choices }: SubscriptionFieldsProps) {
  const { wantsWeekly, neighborhoods, pausedLabel } = subscription;
  return (
    <>
      <fieldset className="newsletter-choices">
        <legend>What you get</legend>
        <label>
          <input type="checkbox" name="weekly" value="yes" defaultChecked={wantsWeekly} />
          Weekly newsletter: new guides and places across the city
        </label>
      </fieldset>
      <details className="newsletter-hoods" open={neighborhoods.length > 0}>
        <summary>Neighborhood news</summary>
        <p>Extra issues about a neighborhood when there’s news.</p>
        <div>
          {choices.map(({ slug, name }) => (
            <label key={slug}>
              <input type="checkbox" name={`hood-${slug}`} value="yes" defaultChecked={neighborhoods.includes(slug)} />
              {name}
            </label>
          ))}
        </div>
      </details>
      <label className="field">
        <span>Pause</span>
        <select className="input" name="pause" defaultValue={pausedLabel === null ? "0" : "as-it-is"}>
          {pausedLabel !== null && <option value="as-it-is">Paused until {pausedLabel}</option>}
          {PAUSE_OPTIONS.map(({ days, label }) => (
            <option key={days} value={String(days)}>
              {days === 0 && pausedLabel !== null ? "End pause now" : label}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
