import type { ReactNode } from "react";
import { Link } from "react-router";

import type { SandboxCard } from "#app/db/columns/sandbox-columns.ts";
import { formatDollars } from "#app/lib/money.ts";

import { SandboxBanner, SandboxCardFields } from "./sandbox-card-fields.tsx";

/** The result of a submitted card. `isAsking`: its bank wants a confirmation first. */
export type CardResult = { card: SandboxCard; problem: string | null; needsConfirmation: boolean };

type SandboxPaymentProps = {
  /** The action URL of the forms. */
  action: string;
  amountCents: number;
  isOpen: boolean;
  /** The message if it isn't open. */
  closedMessage: string;
  answer: CardResult | undefined;
  backTo: string;
  title: string;
  /** The order summary. */
  children: ReactNode;
};

/** A sandbox page that takes a payment. */
export function SandboxPayment({
  action,
  amountCents,
  isOpen,
  closedMessage: closedWords,
  title,
  ...rest
}: SandboxPaymentProps) {
  const { answer, backTo, children } = rest;
  const card = answer?.card ?? "works";
  return (
    <div className="wrap sandbox-page">
      <SandboxBanner />
      <div className="sandbox-columns">
        <section aria-labelledby="order">
          <h1 className="d3" id="order">
            {title}
          </h1>
          {children}
        </section>
        <section aria-label="Payment" className="sandbox-form">
          <div aria-live="polite">
            {answer !== undefined && answer.problem !== null && <p className="form-problem">{answer.problem}</p>}
          </div>
          {!isOpen ? (
            <p>{closedWords}</p>
          ) : (
            <form method="post" action={action}>
              {answer?.needsConfirmation === true ? (
                <Confirm amountCents={amountCents} card={card} />
              ) : (
                <>
                  <SandboxCardFields chosen={card} />
                  <button type="submit" className="button button-primary button-large" name="do" value="pay">
                    Pay {formatDollars(amountCents)}
                  </button>
                </>
              )}
            </form>
          )}
          <p>
            <Link className="link" to={backTo} reloadDocument>
              Back to Rowhouse
            </Link>
          </p>
        </section>
      </div>
    </div>
  );
}

function Confirm({ amountCents, card }: { amountCents: number; card: SandboxCard }) {
  return (
    <>
      <h2 className="h2">Your bank asks you to confirm</h2>
      <p>A payment of {formatDollars(amountCents)} to Rowhouse.</p>
      <input type="hidden" name="card" value={card} />
      <div className="premium-ways">
        <button type="submit" className="button button-primary" name="do" value="confirm">
          Confirm
        </button>
        <button type="submit" className="button button-outline" name="do" value="refuse">
          Decline
        </button>
      </div>
    </>
  );
}
