import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import type { Database } from "#app/db/database.server.ts";
import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";

import { noSuchPage } from "../navigation/no-such-page.ts";
import type { Route } from "./+types/subscriber.route";
import { NEWSLETTER_PATH, SUBSCRIBER_STEPS, subscriberPath, type SubscriberStep } from "./newsletter-paths.ts";
import {
  changePreferences,
  endSubscription,
  newsletterNeighborhoods,
  shownSubscription,
  unsubscribe,
} from "./preferences.server.ts";
import { type NeighborhoodChoice, readPreferences, type ShownSubscription } from "./preferences.ts";
import { activate, confirmSubscriber, findQuestion } from "./subscribe.server.ts";
import { findByKey, type Subscriber } from "./subscriber-key.server.ts";
import { SubscriptionFields } from "./subscription-fields.tsx";

/**
 * Where the links in our mails lead. Looking does nothing: programs that check mail follow its links. Whoever has the key
 * has the mailbox; who is signed in is not asked.
 */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now, page } = siteOf(context);
  page.keep = false;
  const step = stepOf(params.step);
  const { key } = params;
  const found = step === "confirm" ? await findQuestion(db, key, now) : await findByKey(db, key, now);
  if (found === null) return data({ step, key, found: null, choices: [], word: null }, { status: 404 });
  const choices = step === "preferences" ? await newsletterNeighborhoods(db) : [];
  const word = new URL(request.url).searchParams.get("done");
  return data({ step, key, found: shownSubscription(found, now), choices, word });
}

function stepOf(text: string): SubscriberStep {
  const step = SUBSCRIBER_STEPS.find((known) => known === text);
  if (step === undefined) throw noSuchPage();
  return step;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, now } = siteOf(context);
  const step = stepOf(params.step);
  const { key } = params;
  if (step === "confirm") {
    const confirmed = await confirmSubscriber(db, { key, now });
    if (confirmed === null) return data({ isEnded: false, why: GONE }, { status: 404 });
    return redirect(`${subscriberPath("preferences", confirmed.key)}?done=confirmed`, 303);
  }
  if (step === "unsubscribe") {
    // RFC 8058: whatever the form holds, and without a way on that a mail server would have to follow.
    const ended = await unsubscribe(db, { key, now });
    return data({ isEnded: ended !== null, why: GONE }, { status: ended === null ? 404 : 200 });
  }
  const subscriber = await findByKey(db, key, now);
  if (subscriber === null) return data({ isEnded: false, why: GONE }, { status: 404 });
  const done = await change(db, request, { subscriber, now });
  if (done === null)
    return data({ isEnded: false, why: "Choose one of the pauses that are offered." }, { status: 400 });
  return redirect(`${subscriberPath("preferences", key)}?done=${done}`, 303);
}

const GONE = "This link leads nowhere any more.";

async function change(
  db: Database,
  request: Request,
  { subscriber, now }: { subscriber: Subscriber; now: Date },
): Promise<"kept" | "ended" | "again" | null> {
  const form = await readForm(request);
  const { id, userId, pausedUntil } = subscriber;
  if (form.text("do") === "end") {
    await endSubscription(db, { id, now });
    return "ended";
  }
  if (form.text("do") === "again") {
    await activate(db, { id, userId, now });
    return "again";
  }
  const read = readPreferences(form, { choices: await newsletterNeighborhoods(db), pausedUntil, now });
  if (read === null) return null;
  await changePreferences(db, { id, ...read });
  return "kept";
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: TITLES[loaderData.step],
    description: "The newsletter of Rowhouse, as you want it.",
    path: subscriberPath(loaderData.step, loaderData.key),
    robots: "noindex, follow",
  });

const TITLES: Record<SubscriberStep, string> = {
  confirm: "Confirm the newsletter",
  preferences: "Your newsletter",
  unsubscribe: "Unsubscribe",
};

export default function SubscriberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { step, key, found, choices, word } = loaderData;
  if (found === null) return <Gone />;
  if (step === "confirm") return <Confirm address={found.address} path={subscriberPath("confirm", key)} />;
  if (step === "unsubscribe") {
    return <Unsubscribe address={found.address} keyText={key} isEnded={actionData?.isEnded === true} />;
  }
  const why = actionData?.why ?? null;
  return <Choices subscription={found} path={subscriberPath("preferences", key)} {...{ choices, word, why }} />;
}

function Gone() {
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">This link leads nowhere any more</h1>
      <p className="lede">
        It has ended, or is not whole: some programs cut long links. Give your address again, and a new link comes by
        mail, to your choices too if you get the newsletter already.
      </p>
      <p>
        <Link className="button button-primary" to={NEWSLETTER_PATH}>
          To the newsletter
        </Link>
      </p>
    </div>
  );
}

function Confirm({ address, path }: { address: string; path: string }) {
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">Do you want the newsletter?</h1>
      <p className="lede">
        Somebody gave <b>{address}</b> for the Rowhouse newsletter. If it was you, say so. If it wasn’t, close this
        page: nothing comes, and we forget the address.
      </p>
      <form method="post" action={path}>
        <button type="submit" className="button button-primary">
          Yes, I want it
        </button>
      </form>
    </div>
  );
}

function Unsubscribe({ address, keyText, isEnded }: { address: string; keyText: string; isEnded: boolean }) {
  const preferences = subscriberPath("preferences", keyText);
  if (isEnded) {
    return (
      <div className="wrap newsletter-page">
        <h1 className="d2">You are unsubscribed</h1>
        <p className="lede" role="status">
          Nothing more comes to <b>{address}</b>. We forget the address in 30 days.
        </p>
        <form method="post" action={preferences}>
          <button type="submit" className="button button-outline" name="do" value="again">
            That was a mistake: subscribe again
          </button>
        </form>
      </div>
    );
  }
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">Unsubscribe?</h1>
      <p className="lede">
        Nothing more of the newsletter comes to <b>{address}</b>.
      </p>
      <div className="newsletter-buttons">
        <form method="post" action={subscriberPath("unsubscribe", keyText)}>
          <button type="submit" className="button button-primary">
            Unsubscribe
          </button>
        </form>
        <Link className="button button-plain" to={preferences}>
          Get less, or take a pause
        </Link>
      </div>
    </div>
  );
}

const WORDS: Partial<Record<string, string>> = {
  confirmed: "You get the newsletter from now on.",
  kept: "Your choices are kept.",
  ended: "You are unsubscribed. Nothing more comes, and we forget the address in 30 days.",
  again: "You get the newsletter again.",
};

type ChoicesProps = {
  subscription: ShownSubscription;
  choices: readonly NeighborhoodChoice[];
  path: string;
  word: string | null;
  why: string | null;
};

function Choices({ subscription, choices, path, word, why }: ChoicesProps) {
  const said = WORDS[word ?? ""];
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">Your newsletter</h1>
      {why === null && said !== undefined && (
        <p className="form-notice" role="status">
          {said}
        </p>
      )}
      {why !== null && (
        <p className="form-problem" role="alert">
          {why}
        </p>
      )}
      {subscription.state === "active" ? (
        <>
          <p>
            It goes to <b>{subscription.address}</b>.
          </p>
          <form method="post" action={path} className="newsletter-form">
            <SubscriptionFields {...{ subscription, choices }} />
            <div className="newsletter-buttons">
              <button type="submit" className="button button-primary" name="do" value="keep">
                Keep these choices
              </button>
              <button type="submit" className="button button-outline" name="do" value="end">
                Unsubscribe from everything
              </button>
            </div>
          </form>
        </>
      ) : (
        <>
          <p>
            Nothing comes to <b>{subscription.address}</b>
            {subscription.state === "bounced" && ": mails to it came back"}.
          </p>
          <form method="post" action={path}>
            <button type="submit" className="button button-primary" name="do" value="again">
              Subscribe again
            </button>
          </form>
        </>
      )}
    </div>
  );
}
