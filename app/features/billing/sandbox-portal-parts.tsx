import type { ReactNode } from "react";

import { SectionHead } from "#app/ui/section-head.tsx";

import { SANDBOX_PORTAL_PATH } from "./billing-paths.ts";
import { SandboxCardFields } from "./sandbox-card-fields.tsx";

type PlanWords = {
  name: string;
  price: string;
  state: "active" | "ending" | "past-due";
  says: string;
  nextName: string | null;
};

export function RunningPlan({ plan: { name, price, state, says, nextName } }: { plan: PlanWords }) {
  return (
    <section aria-labelledby="plan">
      <SectionHead id="plan" title="Plan" />
      <p>
        <b>{name}</b>, {price} a month. {says}
        {nextName !== null && state === "active" && ` It becomes ${nextName} then.`}
      </p>
      <div className="premium-ways">
        {state === "ending" && <PortalButton doing="resume">Don’t cancel after all</PortalButton>}
        {state === "active" && <PortalButton doing="cancel">Cancel at the end of the month</PortalButton>}
        <PortalButton doing="cancel-now">Cancel now</PortalButton>
      </div>
    </section>
  );
}

/** What each change costs is said before the button that pays it. */
export function ChangePlan({
  changes,
}: {
  changes: readonly { tier: string; name: string; says: string; button: string }[];
}) {
  return (
    <section aria-labelledby="change">
      <SectionHead id="change" title="Change plan" />
      <ul className="sandbox-rows">
        {changes.map(({ tier, name, says, button }) => (
          <li key={tier}>
            <p>
              <b>{name}</b>
              <span className="text-row text-stone-5">{says}</span>
            </p>
            <PortalButton doing="change" fields={{ tier }}>
              {button}
              <span className="sr-only">: {name}</span>
            </PortalButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CardForm({ card }: { card: string | null }) {
  return (
    <section aria-labelledby="card">
      <SectionHead id="card" title="Card" />
      <p>{card === null ? "No card is on file." : `On file: ${card}`}</p>
      <details>
        <summary className="link">Give another card</summary>
        <form method="post" action={SANDBOX_PORTAL_PATH} className="sandbox-form">
          <SandboxCardFields chosen="works" />
          <button type="submit" className="button button-outline" name="do" value="card">
            Use this card
          </button>
        </form>
      </details>
    </section>
  );
}

export function Invoices({
  invoices,
}: {
  invoices: readonly { id: string; description: string; amount: string; status: string; day: string }[];
}) {
  return (
    <section aria-labelledby="invoices">
      <SectionHead id="invoices" title="Invoices" />
      {invoices.length === 0 ? (
        <p className="text-stone-5">Nothing was charged yet.</p>
      ) : (
        <ul className="sandbox-rows">
          {invoices.map(({ id, description, amount, status, day }) => (
            <li key={id}>
              <p>
                <b>{description}</b>
                <span className="text-row text-stone-5">
                  {day}. {status}
                </span>
              </p>
              <span>{amount}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What a month brings, without waiting for one. */
export function ClockForms({
  today,
  state,
  isDisputable,
}: {
  today: string;
  state: PlanWords["state"] | null;
  isDisputable: boolean;
}) {
  return (
    <section aria-labelledby="clock">
      <SectionHead id="clock" title="Test clock" />
      <p>For this page it is {today}. The clock goes ahead only, and for you alone.</p>
      <div className="premium-ways">
        {(state === "active" || state === "ending") && (
          <PortalButton doing="advance" fields={{ step: "renewal" }}>
            To the end of the month
          </PortalButton>
        )}
        {state === "past-due" && (
          <PortalButton doing="advance" fields={{ step: "grace" }}>
            To the end of the grace
          </PortalButton>
        )}
        <PortalButton doing="advance" fields={{ step: "day" }}>
          One day
        </PortalButton>
        {isDisputable && <PortalButton doing="dispute">Have the bank take the last payment back</PortalButton>}
      </div>
    </section>
  );
}

function PortalButton({
  doing,
  fields = {},
  children,
}: {
  doing: string;
  fields?: Record<string, string>;
  children: ReactNode;
}) {
  return (
    <form method="post" action={SANDBOX_PORTAL_PATH}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button-outline" name="do" value={doing}>
        {children}
      </button>
    </form>
  );
}
