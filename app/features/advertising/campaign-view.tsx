import { Download } from "lucide-react";
import { Link } from "react-router";

import type { Chart } from "#app/features/business/chart.ts";
import { FigureChart } from "#app/features/business/figure-chart.tsx";
import { dollars } from "#app/lib/money.ts";
import { fullCount } from "#app/ui/counted.ts";

import { campaignPath, newCampaignPath } from "./campaign.ts";
import type { CampaignShown } from "./campaign-shown.ts";
import { shortDay } from "./campaign-words.ts";
import { SponsoredPreview } from "./sponsored-card.tsx";

type Ways = { closed: string | null; isPlaceClosed: boolean; canPay: boolean; isTest: boolean; isUnheard: boolean };

/** A campaign's page for whoever runs the place. */
export function CampaignView({ shown, ways, refused }: { shown: CampaignShown; ways: Ways; refused: string | null }) {
  const isDraft = shown.state === "draft";
  return (
    <div className="campaign-page">
      <div>
        <h2 className="h2">{shown.ad.headline}</h2>
        <p className="text-stone-5">{shown.stateWords}</p>
      </div>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused}
        </p>
      )}
      {ways.isPlaceClosed && shown.state !== "ended" && shown.state !== "rejected" && (
        <p className="form-notice" role="status">
          The place is marked as closed for now: until it is open again this isn’t shown and costs nothing.
        </p>
      )}
      {ways.isUnheard && (
        <p role="status">
          No payment is heard of yet. If you have just paid, it counts as soon as it is confirmed, usually within
          seconds. <a href={campaignPath(shown.place.slug, shown.id)}>Look again</a>
        </p>
      )}
      {isDraft && shown.hasSurplus && (
        <p role="status">
          A payment has come, but the campaign was changed after it began, so it pays for nothing and goes back. The
          campaign isn’t paid yet.
        </p>
      )}
      {shown.decisionReason !== "" && <p>An editor wrote: “{shown.decisionReason}”</p>}
      <CampaignFacts shown={shown} />
      <CampaignWays shown={shown} ways={ways} />
      <section aria-labelledby="preview">
        <h3 className="h3" id="preview">
          As visitors see it
        </h3>
        <SponsoredPreview ad={shown.ad} />
        <p className="text-row text-stone-5">Shown on: {shown.shownOn.join(", ")}</p>
      </section>
      <Payments payments={shown.payments} />
      {!isDraft && <Report shown={shown} />}
    </div>
  );
}

function CampaignFacts({ shown }: { shown: CampaignShown }) {
  const { days, budget, totalCents, spentCents, impressionsMax, state } = shown;
  const isOpen = state === "waiting" || state === "running" || state === "paused";
  const facts = [
    { term: "Days", words: days },
    { term: "Budget", words: `${budget}, ${dollars(totalCents)} in all` },
    { term: "Buys at most", words: `${fullCount(impressionsMax)} impressions` },
    ...(state === "draft"
      ? []
      : [
          { term: "Spent", words: dollars(spentCents) },
          ...(isOpen ? [{ term: "Goes back if it ended now", words: dollars(totalCents - spentCents) }] : []),
        ]),
  ];
  return (
    <dl className="campaign-facts">
      {facts.map(({ term, words }, position) => (
        <div key={`${position} ${term}`}>
          <dt>{term}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/** As a receipt has it: each with its day and the provider's number. */
function Payments({ payments }: Pick<CampaignShown, "payments">) {
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="payments">
      <h3 className="h3" id="payments">
        Payments
      </h3>
      <table className="figures-table campaign-payments">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Day</th>
            <th scope="col">Number</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {payments.map(({ label, cents, on, number }, position) => (
            <tr key={position}>
              <th scope="row">{label}</th>
              <td>{on}</td>
              <td>{number}</td>
              <td>{dollars(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-row text-stone-5">Whoever paid gets each of these by mail too.</p>
    </section>
  );
}

/** What can be done with a campaign as it stands. */
function CampaignWays({ shown, ways }: { shown: CampaignShown; ways: Ways }) {
  const { id, place, state, totalCents, spentCents, isOver } = shown;
  const path = campaignPath(place.slug, id);
  if (state === "draft") {
    return (
      <div className="campaign-form">
        <form method="post" action={path} className="campaign-ways" data-pays="">
          {ways.canPay && ways.closed === null && (
            <button type="submit" className="button button-primary" name="intent" value="pay">
              Pay {dollars(totalCents)}
            </button>
          )}
          {ways.closed === null && (
            <Link className="button button-outline" to={`${newCampaignPath(place.slug)}?draft=${id}`}>
              Change it
            </Link>
          )}
          <button type="submit" className="button button-plain" name="intent" value="delete">
            Delete the draft
          </button>
        </form>
        <p className="text-row text-stone-5">{payingWords(ways)}</p>
      </div>
    );
  }
  if (state === "ended" || state === "rejected" || isOver) return null;
  return (
    <div className="campaign-form">
      {state !== "waiting" && (
        <>
          <form method="post" action={path} className="campaign-ways">
            {state === "running" ? (
              <button type="submit" className="button button-outline" name="intent" value="pause">
                Pause
              </button>
            ) : (
              <button type="submit" className="button button-primary" name="intent" value="resume">
                Resume
              </button>
            )}
          </form>
          <p className="text-row text-stone-5">
            A pause doesn’t move its last day; what is left is shared out over the days that remain.
          </p>
        </>
      )}
      {/* A slip of the finger must not end what can't begin again. */}
      <details>
        <summary>End it for good</summary>
        <form method="post" action={path} className="campaign-end">
          <p>
            It isn’t shown any more and can’t begin again. {dollars(totalCents - spentCents)} goes back to the card.
          </p>
          <button type="submit" className="button button-outline" name="intent" value="end">
            End it and get {dollars(totalCents - spentCents)} back
          </button>
        </form>
      </details>
    </div>
  );
}

function payingWords({ closed, canPay, isTest }: Ways): string {
  if (closed !== null) return closed;
  if (!canPay) return "Payments are not set up here, so it can’t begin.";
  return `${isTest ? "Test mode: no money moves. " : ""}Paid once. Then an editor looks at it. If they don’t approve it you get everything back; so you do with whatever isn’t delivered by its end.`;
}

function Report({ shown }: { shown: CampaignShown }) {
  const { report, place, id, state } = shown;
  const { days, impressions, clicks, cents, bySlot } = report;
  if (impressions === 0 && clicks === 0) {
    return (
      <section aria-labelledby="report">
        <h3 className="h3" id="report">
          What it has brought
        </h3>
        <p className="text-stone-5">
          {state === "waiting" ? "It isn’t shown before an editor has looked at it." : "Nobody has seen it so far."}
        </p>
      </section>
    );
  }
  const parts = days.map(({ day }) => shortDay(day));
  const chart = (label: string, tone: "river" | "brick", amounts: number[]): Chart => ({
    kind: "bars",
    parts,
    series: [{ label, tone, amounts }],
  });
  return (
    <section className="campaign-page" aria-labelledby="report">
      <h3 className="h3" id="report">
        What it has brought
      </h3>
      <dl className="campaign-facts">
        <div>
          <dt>Impressions</dt>
          <dd>{fullCount(impressions)}</dd>
        </div>
        <div>
          <dt>Clicks</dt>
          <dd>{fullCount(clicks)}</dd>
        </div>
        <div>
          <dt>Spent</dt>
          <dd>{dollars(cents)}</dd>
        </div>
      </dl>
      <FigureChart
        title="Impressions"
        chart={chart(
          "Impressions",
          "river",
          days.map((each) => each.impressions),
        )}
      />
      <FigureChart
        title="Clicks"
        chart={chart(
          "Clicks",
          "brick",
          days.map((each) => each.clicks),
        )}
      />
      <DaysTable days={days} />
      <SlotsTable bySlot={bySlot} />
      <p>
        <a className="button button-outline" href={`${campaignPath(place.slug, id)}/report.csv`} download>
          <Download className="icon" aria-hidden="true" />
          Report as CSV
        </a>
      </p>
      <p className="text-row text-stone-5">
        An impression counts once at least half of the slot was in view for a second. Clicks are free. Robots, people
        who run the place and members who see no sponsored places are left out.
      </p>
    </section>
  );
}

function DaysTable({ days }: Pick<CampaignShown["report"], "days">) {
  return (
    <details className="chart-table">
      <summary>Every day as a table</summary>
      <div className="chart-scroll">
        <table className="figures-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Impressions</th>
              <th scope="col">Clicks</th>
              <th scope="col">Spent</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, impressions, clicks, cents }) => (
              <tr key={day}>
                <th scope="row">{shortDay(day)}</th>
                <td>{fullCount(impressions)}</td>
                <td>{fullCount(clicks)}</td>
                <td>{dollars(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function SlotsTable({ bySlot }: Pick<CampaignShown["report"], "bySlot">) {
  return (
    <div className="chart-scroll">
      <table className="figures-table">
        <caption className="sr-only">By page</caption>
        <thead>
          <tr>
            <th scope="col">Shown on</th>
            <th scope="col">Impressions</th>
            <th scope="col">Clicks</th>
          </tr>
        </thead>
        <tbody>
          {bySlot.map(({ slot, label, impressions, clicks }) => (
            <tr key={slot}>
              <th scope="row">{label}</th>
              <td>{fullCount(impressions)}</td>
              <td>{fullCount(clicks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
