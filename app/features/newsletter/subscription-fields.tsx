import { type NeighborhoodChoice, PAUSES, type ShownSubscription } from "./preferences.ts";

type SubscriptionFieldsProps = {
  subscription: ShownSubscription;
  choices: readonly NeighborhoodChoice[];
};

/** What comes to a mailbox: the weekly issue, news from some neighborhoods, or nothing for a while. */
export function SubscriptionFields({ subscription, choices }: SubscriptionFieldsProps) {
  const { wantsWeekly, neighborhoods, pausedLabel } = subscription;
  return (
    <>
      <fieldset className="newsletter-choices">
        <legend>What you get</legend>
        <label>
          <input type="checkbox" name="weekly" value="yes" defaultChecked={wantsWeekly} />
          The weekly newsletter: new guides and new places in all of the city
        </label>
      </fieldset>
      <details className="newsletter-hoods" open={neighborhoods.length > 0}>
        <summary>News from neighborhoods</summary>
        <p>An issue about one neighborhood, when there is something to tell. It comes besides the weekly one.</p>
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
        <span>A pause</span>
        <select className="input" name="pause" defaultValue={pausedLabel === null ? "0" : "as-it-is"}>
          {pausedLabel !== null && <option value="as-it-is">Paused until {pausedLabel}</option>}
          {PAUSES.map(({ days, label }) => (
            <option key={days} value={String(days)}>
              {days === 0 && pausedLabel !== null ? "End the pause now" : label}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
