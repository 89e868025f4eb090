import "../billing.css";
import "./sandbox.css";

import { SANDBOX_CARDS } from "./sandbox-cards.ts";

/** The test cards to choose from. There is no field for a number, so that nobody enters a real card. */
export function SandboxCardFields({ chosen }: { chosen: string }) {
  return (
    <fieldset className="sandbox-cards">
      <legend className="h4">Test card</legend>
      {SANDBOX_CARDS.map(({ id, number, description }) => (
        <div key={id}>
          <input type="radio" id={`card-${id}`} name="card" value={id} defaultChecked={id === chosen} />
          <label htmlFor={`card-${id}`}>
            <b>{number}</b>
            <small>{description}</small>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

/** Shown at the top of each sandbox page. */
export function SandboxBanner() {
  return (
    <p className="sandbox-band">
      <b>Test mode.</b> This page stands in for the payment provider. No card is charged, and you don’t enter a card
      number.
    </p>
  );
}
