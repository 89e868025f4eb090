import "../advertising.css";

import { Download } from "lucide-react";
import { Link } from "react-router";

import type { Chart } from "#app/business/listings/figures/chart.ts";
import { FigureChart } from "#app/business/listings/figures/figure-chart.tsx";
import { formatShortDay } from "#app/lib/format-time.ts";
import { formatDollars } from "#app/lib/money.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import { campaignPath, newCampaignPath } from "../campaigns/campaign.ts";
import type { CampaignDetails } from "../campaigns/campaign-details.ts";
import { SponsoredPreview } from "../slots/sponsored-card.tsx";

type CampaignOptions = {
  closed: string | null;
  isPlaceClosed: boolean;
  canPay: boolean;
  isTest: boolean;
  isAwaitingPayment: boolean;
};

/** A campaign's page for the place's owners and managers. */
export function CampaignView({
  shown,
  options,
  refused,
}: {
  shown: CampaignDetails;
  options: CampaignOptions;
  refused: string | null;
}) {
  const isDraft = shown.state === "draft";
  return (
    <div className="campaign-page">
      <div>
        <h2 className="h2">{shown.ad.headline}</h2>
        <p className="text-muted">{shown.stateLabel}</p>
      </div>
      {refused !== null && (
        <p className="form-problem" role="alert">
          {refused}
        </p>
      )}
      {options.isPlaceClosed && shown.state !== "ended" && shown.state !== "rejected" && (
        <p className="form-notice" role="status">
          The place is marked as temporarily closed. Until it reopens, this campaign isn’t shown and costs nothing.
        </p>
      )}
      {options.isAwaitingPayment && (
        <p role="status">
          We haven’t received your payment yet. If you just paid, it is usually confirmed within seconds.{" "}
          <a href={campaignPath(shown.place.slug, shown.id)}>Check again</a>
        </p>
      )}
      {isDraft && shown.hasSurplus && (
        <p role="status">
          We received a payment, but the campaign was changed after you started to pay. We’re refunding it, and the
          campaign isn’t paid yet.
        </p>
      )}
      {shown.decisionReason !== "" && <p>An editor wrote: “{shown.decisionReason}”</p>}
      <CampaignSummary shown={shown} />
      <CampaignActions shown={shown} options={options} />
      <section aria-labelledby="preview">
        <h3 className="h3" id="preview">
          Preview
        </h3>
        <SponsoredPreview ad={shown.ad} />
        <p className="text-row text-muted">Shown on: {shown.slots.join(", ")}</p>
      </section>
      <Payments payments={shown.payments} />
      {!isDraft && <Report shown={shown} />}
    </div>
  );
}

function CampaignSummary({ shown }: { shown: CampaignDetails }) {
  const { days, budget, totalCents, spentCents, impressionsMax, state } = shown;
  const isOpen = state === "waiting" || state === "running" || state === "paused";
  const facts = [
    { term: "Days", value: days },
    { term: "Budget", value: `${budget}, ${formatDollars(totalCents)} total` },
    { term: "Maximum", value: `${formatFullCount(impressionsMax)} impressions` },
    ...(state === "draft"
      ? []
      : [
          { term: "Spent", value: formatDollars(spentCents) },
          ...(isOpen ? [{ term: "Refund if ended now", value: formatDollars(totalCents - spentCents) }] : []),
        ]),
  ];
  return (
    <dl className="campaign-facts">
      {facts.map(({ term, value }, position) => (
        <div key={`${position} ${term}`}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Payments with their day and the provider's number, as on a receipt. */
function Payments({ payments }: Pick<CampaignDetails, "payments">) {
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="payments">
      <h3 className="h3" id="payments">
        Payments
      </h3>
      <table className="figures-table campaign-payments">
        <thead>
          <tr>
            <th scope="col">Type</th>
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
              <td>{formatDollars(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-row text-muted">The person who paid also gets these by email.</p>
    </section>
  );
}

/** The actions for a campaign in its current state. */
function CampaignActions({ shown, options }: { shown: CampaignDetails; options: CampaignOptions }) {
  const { id, place, state, totalCents, spentCents, isOver } = shown;
  const path = campaignPath(place.slug, id);
  if (state === "draft") {
    return (
      <div className="campaign-form">
        <form method="post" action={path} className="campaign-ways">
          {options.canPay && options.closed === null && (
            <button type="submit" className="button button-primary" name="intent" value="pay">
              Pay {formatDollars(totalCents)}
            </button>
          )}
          {options.closed === null && (
            <Link className="button button-outline" to={`${newCampaignPath(place.slug)}?draft=${id}`}>
              Edit campaign
            </Link>
          )}
          <button type="submit" className="button button-plain" name="intent" value="delete">
            Delete draft
          </button>
        </form>
        <p className="text-row text-muted">{paymentHint(options)}</p>
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
          <p className="text-row text-muted">
            A pause doesn’t move the last day. Unspent money is spread over the remaining days.
          </p>
        </>
      )}
      {/* Folded, because ending can't be undone. */}
      <details>
        <summary>End campaign</summary>
        <form method="post" action={path} className="campaign-end">
          <p>
            The campaign stops and can’t be restarted. We’ll refund {formatDollars(totalCents - spentCents)} to the
            card.
          </p>
          <button type="submit" className="button button-outline" name="intent" value="end">
            End and refund {formatDollars(totalCents - spentCents)}
          </button>
        </form>
      </details>
    </div>
  );
}

function paymentHint({ closed, canPay, isTest }: CampaignOptions): string {
  if (closed !== null) return closed;
  if (!canPay) return "Payments are not set up here, so it can’t start.";
  return `${isTest ? "Test mode: no money moves. " : ""}You pay once. Then an editor reviews it. If it isn’t approved, you get everything back. Unspent money is refunded when it ends.`;
}

function Report({ shown }: { shown: CampaignDetails }) {
  const { report, place, id, state } = shown;
  const { days, impressions, clicks, cents, bySlot } = report;
  if (impressions === 0 && clicks === 0) {
    return (
      <section aria-labelledby="report">
        <h3 className="h3" id="report">
          Results
        </h3>
        <p className="text-muted">
          {state === "waiting" ? "It will be shown once an editor approves it." : "No impressions yet."}
        </p>
      </section>
    );
  }
  return (
    <section className="campaign-page" aria-labelledby="report">
      <h3 className="h3" id="report">
        Results
      </h3>
      <dl className="campaign-facts">
        <div>
          <dt>Impressions</dt>
          <dd>{formatFullCount(impressions)}</dd>
        </div>
        <div>
          <dt>Clicks</dt>
          <dd>{formatFullCount(clicks)}</dd>
        </div>
        <div>
          <dt>Spent</dt>
          <dd>{formatDollars(cents)}</dd>
        </div>
      </dl>
      <ReportCharts days={days} />
      <DaysTable days={days} />
      <SlotsTable bySlot={bySlot} />
      <p>
        <a className="button button-outline" href={`${campaignPath(place.slug, id)}/report.csv`} download>
          <Download className="icon" aria-hidden="true" />
          Report as CSV
        </a>
      </p>
      <p className="text-row text-muted">
        An impression counts once at least half of the slot was in view for a second. Clicks are free. Bots, the people
        who manage the place and members without ads are not counted.
      </p>
    </section>
  );
}

/** One day is no chart: the sums say it. */
function ReportCharts({ days }: Pick<CampaignDetails["report"], "days">) {
  if (days.length < 2) return null;
  const chart = (label: string, tone: "river" | "brick", amounts: number[]): Chart => ({
    kind: "bars",
    parts: days.map(({ day }) => formatShortDay(day)),
    series: [{ label, tone, amounts }],
  });
  const impressions = days.map((each) => each.impressions);
  const clicks = days.map((each) => each.clicks);
  return (
    <>
      <FigureChart title="Impressions" hasTable={false} chart={chart("Impressions", "river", impressions)} />
      <FigureChart title="Clicks" hasTable={false} chart={chart("Clicks", "brick", clicks)} />
    </>
  );
}

function DaysTable({ days }: Pick<CampaignDetails["report"], "days">) {
  return (
    <details className="chart-table">
      <summary>Show daily numbers</summary>
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
                <th scope="row">{formatShortDay(day)}</th>
                <td>{formatFullCount(impressions)}</td>
                <td>{formatFullCount(clicks)}</td>
                <td>{formatDollars(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function SlotsTable({ bySlot }: Pick<CampaignDetails["report"], "bySlot">) {
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
              <td>{formatFullCount(impressions)}</td>
              <td>{formatFullCount(clicks)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
