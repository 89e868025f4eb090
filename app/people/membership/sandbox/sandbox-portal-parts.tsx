import type { ReactNode } from "react";

import { SectionHead } from "#app/ui/section-head.tsx";

import { SANDBOX_PORTAL_PATH } from "../billing-paths.ts";
import { SandboxCardFields } from "./sandbox-card-fields.tsx";

type PlanView = {
  name: string;
  price: string;
  state: "active" | "ending" | "past-due";
  description: string;
  nextName: string | null;
};

export function RunningPlan({ plan: { name, price, state, description, nextName } }: { plan: PlanView }) {
  return (
    <section aria-labelledby="plan">
      <SectionHead id="plan" title="Plan" />
      <p>
        <b>{name}</b>, {price} a month. {description}
        {nextName !== null && state === "active" && ` It changes to ${nextName} then.`}
      </p>
      <div className="premium-ways">
        {state === "ending" && <PortalButton action="resume">Resume plan</PortalButton>}
        {state === "active" && <PortalButton action="cancel">Cancel at the end of the month</PortalButton>}
        <PortalButton action="cancel-now">Cancel now</PortalButton>
      </div>
    </section>
  );
}

/** Shows the cost of each change before the button that pays it. */
export function ChangePlan({
  changes,
}: {
  changes: readonly { tier: string; name: string; description: string; button: string }[];
}) {
  return (
    <section aria-labelledby="change">
      <SectionHead id="change" title="Change plan" />
      <ul className="sandbox-rows">
        {changes.map(({ tier, name, description, button }) => (
          <li key={tier}>
            <p>
              <b>{name}</b>
              <span className="text-row text-muted">{description}</span>
            </p>
            <PortalButton action="change" fields={{ tier }}>
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
        <summary className="link">Change card</summary>
        <form method="post" action={SANDBOX_PORTAL_PATH} className="sandbox-form">
          <SandboxCardFields chosen="works" />
          <button type="submit" className="button button-outline" name="do" value="card">
            Save card
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
        <p className="text-muted">No invoices yet.</p>
      ) : (
        <ul className="sandbox-rows">
          {invoices.map(({ id, description, amount, status, day }) => (
            <li key={id}>
              <p>
                <b>{description}</b>
                <span className="text-row text-muted">
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

/** Moves the test clock, to see renewals and failures without waiting. */
export function ClockForms({
  today,
  state,
  isDisputable,
}: {
  today: string;
  state: PlanView["state"] | null;
  isDisputable: boolean;
}) {
  return (
    <section aria-labelledby="clock">
      <SectionHead id="clock" title="Test clock" />
      <p>On this page it is {today}. You can only move the clock forward, and it affects only you.</p>
      <div className="premium-ways">
        {(state === "active" || state === "ending") && (
          <PortalButton action="advance" fields={{ step: "renewal" }}>
            Skip to the end of the month
          </PortalButton>
        )}
        {state === "past-due" && (
          <PortalButton action="advance" fields={{ step: "grace" }}>
            Skip to the end of the grace period
          </PortalButton>
        )}
        <PortalButton action="advance" fields={{ step: "day" }}>
          Skip one day
        </PortalButton>
        {isDisputable && <PortalButton action="dispute">Dispute the last payment</PortalButton>}
      </div>
    </section>
  );
}

function PortalButton({
  action,
  fields = {},
  children,
}: {
  action: string;
  fields?: Record<string, string>;
  children: ReactNode;
}) {
  return (
    <form method="post" action={SANDBOX_PORTAL_PATH}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className="button button-outline" name="do" value={action}>
        {children}
      </button>
    </form>
  );
}
