import { SANDBOX_CARDS } from "./sandbox-cards.ts";

/** The test cards to choose from. There is no field for a number: nobody is to type a real one. */
export function SandboxCardFields({ chosen }: { chosen: string }) {
  return (
    <fieldset className="sandbox-cards">
      <legend className="h4">Test card</legend>
      {SANDBOX_CARDS.map(({ id, number, says }) => (
        <div key={id}>
          <input type="radio" id={`card-${id}`} name="card" value={id} defaultChecked={id === chosen} />
          <label htmlFor={`card-${id}`}>
            <b>{number}</b>
            <small>{says}</small>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

/** On each of the sandbox's pages, before anything else. */
export function SandboxBand() {
  return (
    <p className="sandbox-band">
      <b>Test mode.</b> This page stands in for the payment provider. No card is charged and no number is asked for.
    </p>
  );
}
