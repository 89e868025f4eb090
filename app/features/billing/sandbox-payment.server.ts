import { data, redirect } from "react-router";

import type { SentForm } from "#app/platform/read-form.ts";
import type { Site } from "#app/platform/site.ts";

import { isSandboxCard, type SandboxCard } from "./sandbox-cards.ts";
import { deliverSandboxEvents } from "./sandbox-deliveries.server.ts";
import type { CardAnswer } from "./sandbox-payment.tsx";

type Paid = { outcome: "paid" | "paid-before"; successUrl: string } | { outcome: "declined" | "asks" | "gone" };

/**
 * Takes the form of a page of the sandbox: `do` is `pay` with a `card`, `confirm` the same once the bank has asked, or
 * `refuse`, to the bank.
 *
 * @param goneWords What is said where nothing can be paid any more.
 */
export async function answerCard(
  { db, env, log }: Pick<Site, "db" | "env" | "log">,
  form: SentForm,
  { pay, goneWords }: { pay: (given: { card: SandboxCard; isConfirmed: boolean }) => Promise<Paid>; goneWords: string },
) {
  const [doing, card] = [form.text("do"), form.text("card")];
  if (!isSandboxCard(card)) return refused(400, "Choose one of the test cards.", "works");
  if (doing === "refuse") return refused(402, "Your bank was not asked to go on, so nothing was paid.", card);
  if (doing !== "pay" && doing !== "confirm") return refused(400, "Please use one of the buttons.", card);
  const paid = await pay({ card, isConfirmed: doing === "confirm" });
  switch (paid.outcome) {
    case "paid":
      await deliverSandboxEvents(db, { siteUrl: env.siteUrl, log });
      return redirect(paid.successUrl, 303);
    case "paid-before":
      // Of two presses the first has paid: both lead to where that is told.
      return redirect(paid.successUrl, 303);
    case "declined":
      return refused(402, "The card was declined, and nothing was paid. Choose another one.", card);
    case "asks":
      return data<CardAnswer>({ card, problem: null, isAsking: true }, { status: 200 });
    case "gone":
      return refused(409, goneWords, card);
  }
}

function refused(status: 400 | 402 | 409, problem: string, card: SandboxCard) {
  return data<CardAnswer>({ card, problem, isAsking: false }, { status });
}
