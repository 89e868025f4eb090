import { data, redirect } from "react-router";

import type { Database } from "#app/db/database.server.ts";
import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";

import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import type { Route } from "./+types/subscriber.route";
import { SUBSCRIBER_STEPS, subscriberPath, type SubscriberStep } from "../newsletter-paths.ts";
import {
  changePreferences,
  endSubscription,
  listNewsletterNeighborhoods,
  toSubscriptionView,
} from "./change-preferences.server.ts";
import { parsePreferences } from "./preferences.ts";
import { activateSubscriber, confirmSubscriber, findByConfirmKey } from "./subscribe.server.ts";
import { findSubscriberByKey, type Subscriber } from "./subscriber-key.server.ts";
import { NewsletterChoices } from "./newsletter-choices.tsx";
import { ExpiredLink } from "./expired-link.tsx";

export const handle = { audience: "everyone", isIndexed: false, query: ["done"] } as const satisfies RouteHandle;

/**
 * The pages of the links in mails. Opening them changes nothing, since mail scanners follow links. The key proves access
 * to the mailbox, so no sign-in is needed.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, page } = siteOf(context);
  page.isCacheable = false;
  const step = stepOf(params.step);
  const { key } = params;
  const found = step === "confirm" ? await findByConfirmKey(db, key, now) : await findSubscriberByKey(db, key, now);
  if (found === null) return data({ step, key, found: null, choices: [], done: null }, { status: 404 });
  const choices = step === "preferences" ? await listNewsletterNeighborhoods(db) : [];
  const done = readQuery(request, handle).get("done");
  return data({ step, key, found: toSubscriptionView(found, now), choices, done });
}

function stepOf(text: string): SubscriberStep {
  const step = SUBSCRIBER_STEPS.find((value) => value === text);
  if (step === undefined) throw noSuchPage();
  return step;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, now } = siteOf(context);
  const step = stepOf(params.step);
  const { key } = params;
  if (step === "confirm") {
    const confirmed = await confirmSubscriber(db, { key, now });
    if (confirmed === null) return data({ why: EXPIRED }, { status: 404 });
    return redirect(`${subscriberPath("preferences", confirmed.key)}?done=confirmed`, 303);
  }
  const subscriber = await findSubscriberByKey(db, key, now);
  if (subscriber === null) return data({ why: EXPIRED }, { status: 404 });
  const done = await change(db, request, { subscriber, now });
  if (done === null) return data({ why: "Choose one of the pauses in the list." }, { status: 400 });
  return redirect(`${subscriberPath("preferences", key)}?done=${done}`, 303);
}

const EXPIRED = "This link has expired.";

async function change(
  db: Database,
  request: Request,
  { subscriber, now }: { subscriber: Subscriber; now: Date },
): Promise<"saved" | "ended" | "again" | null> {
  const form = await readForm(request);
  const { id, userId, pausedUntil } = subscriber;
  if (form.text("do") === "end") {
    await endSubscription(db, { id, now });
    return "ended";
  }
  if (form.text("do") === "again") {
    await activateSubscriber(db, { id, userId, now });
    return "again";
  }
  const read = parsePreferences(form, { choices: await listNewsletterNeighborhoods(db), pausedUntil, now });
  if (read === null) return null;
  await changePreferences(db, { id, ...read });
  return "saved";
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: TITLES[loaderData.step],
    description: "Manage your Rowhouse newsletter.",
    path: subscriberPath(loaderData.step, loaderData.key),
  });

const TITLES: Record<SubscriberStep, string> = {
  confirm: "Confirm your subscription",
  preferences: "Your newsletter",
};

export default function SubscriberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step, key, found, choices, done } = loaderData;
  if (found === null) return <ExpiredLink />;
  if (step === "confirm") return <Confirm address={found.email} path={subscriberPath("confirm", key)} />;
  const why = actionData?.why ?? null;
  return (
    <NewsletterChoices subscription={found} path={subscriberPath("preferences", key)} {...{ choices, done, why }} />
  );
}

function Confirm({ address, path }: { address: string; path: string }) {
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">Confirm your subscription</h1>
      <p className="lede">
        Someone signed <b>{address}</b> up for the Rowhouse newsletter. If it was you, confirm. If it wasn’t, close this
        page: we won’t send anything, and we’ll delete the address.
      </p>
      <form method="post" action={path}>
        <button type="submit" className="button button-primary">
          Confirm subscription
        </button>
      </form>
    </div>
  );
}
