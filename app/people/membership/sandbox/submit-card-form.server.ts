import { data, redirect } from "react-router";

import type { SandboxCard } from "#app/db/columns/sandbox-columns.ts";
import type { FormFields } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { payCheckout } from "./sandbox-actions.ts";
import { isSandboxCard } from "./sandbox-cards.ts";
import { deliverSandboxEvents } from "./sandbox-deliveries.server.ts";
import type { CardResult } from "./sandbox-payment-form.tsx";
import { withSandboxAccount } from "./sandbox-store.server.ts";

/**
 * Handles the form of a sandbox payment page. `do` is `pay` with a `card`, `confirm` after the bank's question, or
 * `refuse` to decline it.
 *
 * @param given.goneMessage The message if the page can't take a payment any more.
 */
export async function submitCardForm(
  { db, env, log, now }: Pick<Site, "db" | "env" | "log" | "now">,
  form: FormFields,
  { customerId, id, goneMessage }: { customerId: string; id: string; goneMessage: string },
) {
  const [intent, card] = [form.text("do"), form.text("card")];
  if (!isSandboxCard(card)) return refuse(400, "Choose one of the test cards.", "works");
  if (intent === "refuse") return refuse(402, "You declined the payment. Nothing was paid.", card);
  if (intent !== "pay" && intent !== "confirm") return refuse(400, "Use one of the buttons on this page.", card);
  const paid = await withSandboxAccount(db, { customerId, now }, (account) =>
    payCheckout(account, { id, card, isConfirmed: intent === "confirm" }),
  );
  switch (paid?.outcome) {
    case "paid":
      await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
      return redirect(paid.successUrl, 303);
    case "paid-before":
      // A second click after a successful one gets the same redirect.
      return redirect(paid.successUrl, 303);
    case "declined":
      return refuse(402, "Your card was declined. Choose another card.", card);
    case "asks":
      return data<CardResult>({ card, problem: null, needsConfirmation: true }, { status: 200 });
    case "gone":
    case undefined:
      return refuse(409, goneMessage, card);
  }
}

function refuse(status: 400 | 402 | 409, problem: string, card: SandboxCard) {
  return data<CardResult>({ card, problem, needsConfirmation: false }, { status });
}
