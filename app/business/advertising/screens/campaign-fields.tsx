import "../advertising.css";

import { type FormEvent, useState } from "react";
import { Link } from "react-router";

import { formatDollars } from "#app/lib/money.ts";
import { formatFullCount } from "#app/ui/format-count.ts";

import {
  ADVERTISE_PATH,
  BODY_CHARACTERS_MAX,
  campaignsPath,
  DAYS_MAX,
  HEADLINE_CHARACTERS_MAX,
  IMPRESSION_CENTS,
  MONTH_DAYS,
  newCampaignPath,
  TOTAL_CENTS_MAX,
  TOTAL_CENTS_MIN,
} from "../campaigns/campaign.ts";
import { campaignFieldId, type CampaignProblems, type CampaignFormValues } from "../campaigns/campaign-form.ts";
import { type CostValues, describeTotal } from "../campaigns/campaign-total.ts";
import type { OfferedSlot, OfferedSlots } from "../slots/offered-slots.server.ts";

type CampaignFormProps = {
  place: { slug: string; name: string };
  formKey: string;
  typed: CampaignFormValues;
  problems: CampaignProblems;
  offered: OfferedSlots;
};

/** The form of a campaign. Submitting saves a draft and shows its preview. */
export function CampaignFields({ place, formKey, typed, problems, offered }: CampaignFormProps) {
  const [costs, setCosts] = useState<CostValues>(typed);
  const total = describeTotal(costs);
  const change = ({ currentTarget }: FormEvent<HTMLFormElement>) => setCosts(costsOf(currentTarget));
  return (
    <form method="post" action={newCampaignPath(place.slug)} className="campaign-form" onInput={change}>
      <input type="hidden" name="key" value={formKey} />
      <TextField
        name="headline"
        label="Headline"
        hint={`At most ${HEADLINE_CHARACTERS_MAX} characters, like “Brunch on the patio, every weekend”.`}
        typed={typed.headline}
        problem={problems.headline}
      />
      <TextField
        name="body"
        label="Text"
        hint={`At most ${BODY_CHARACTERS_MAX} characters. No links, no words in capitals, no claims to be the best.`}
        typed={typed.body}
        problem={problems.body}
      />
      <SlotFields offered={offered} typed={typed} problem={problems.slots} />
      <div className="campaign-row">
        <TextField
          name="startsOn"
          label="First day"
          type="date"
          hint="An editor reviews it first, so allow a day."
          typed={typed.startsOn}
          problem={problems.startsOn}
        />
        <TextField
          name="endsOn"
          label="Last day"
          type="date"
          hint={`At most ${DAYS_MAX} days.`}
          typed={typed.endsOn}
          problem={problems.endsOn}
        />
      </div>
      <BudgetFields typed={typed} problem={problems.amount} />
      <p className="campaign-total" role="status">
        <b>Total</b> {total ?? "Enter the days and the budget to see what it costs."}
      </p>
      <div className="campaign-ways">
        <button type="submit" className="button button-primary">
          Save and preview
        </button>
        <Link className="link" to={campaignsPath(place.slug)}>
          Cancel
        </Link>
      </div>
      <p className="text-row text-muted">You don’t pay yet.</p>
    </form>
  );
}

function costsOf(form: HTMLFormElement): CostValues {
  const fields = new FormData(form);
  const textOf = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  return { startsOn: textOf("startsOn"), endsOn: textOf("endsOn"), per: textOf("per"), amount: textOf("amount") };
}

type TextFieldProps = {
  name: "headline" | "body" | "startsOn" | "endsOn" | "amount";
  label: string;
  hint: string;
  typed: string;
  problem: string | undefined;
  type?: "text" | "date";
};

function TextField({ name, label, hint, typed, problem, type = "text" }: TextFieldProps) {
  const id = campaignFieldId(name);
  const isWrong = problem !== undefined;
  return (
    <div className={isWrong ? "field field-error" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={name}
        type={type}
        defaultValue={typed}
        inputMode={name === "amount" ? "decimal" : undefined}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
      />
      <small id={`${id}-hint`}>{problem ?? hint}</small>
    </div>
  );
}

function BudgetFields({ typed, problem }: { typed: CampaignFormValues; problem: string | undefined }) {
  return (
    <fieldset>
      <legend>Budget</legend>
      <div className="campaign-row">
        <TextField
          name="amount"
          label="Dollars"
          hint={`${formatDollars(1_000 * IMPRESSION_CENTS)} buys a thousand impressions. Total: ${formatDollars(TOTAL_CENTS_MIN)} to ${formatDollars(TOTAL_CENTS_MAX)}.`}
          typed={typed.amount}
          problem={problem}
        />
        <div>
          <BudgetPeriodChoice
            per="day"
            isChosen={typed.per !== "month"}
            label="A day"
            hint="The most you spend in a day."
          />
          <BudgetPeriodChoice
            per="month"
            isChosen={typed.per === "month"}
            label="A month"
            hint={`For ${MONTH_DAYS} days, or a share of it for fewer. Unspent money moves to the next days.`}
          />
        </div>
      </div>
    </fieldset>
  );
}

function BudgetPeriodChoice({
  per,
  isChosen,
  label,
  hint,
}: {
  per: string;
  isChosen: boolean;
  label: string;
  hint: string;
}) {
  return (
    <label className="campaign-choice">
      <input type="radio" name="per" value={per} defaultChecked={isChosen} />
      <span>
        {label}
        <small>{hint}</small>
      </span>
    </label>
  );
}

type SlotFieldsProps = { offered: OfferedSlots; typed: CampaignFormValues; problem: string | undefined };

function SlotFields({ offered, typed, problem }: SlotFieldsProps) {
  const hasSelected = (slots: OfferedSlot[]) => slots.some(({ slot }) => typed.slots.includes(slot));
  const id = campaignFieldId("slots");
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={problem === undefined ? undefined : `${id}-problem`}>
      <legend>Where it is shown</legend>
      {problem !== undefined && (
        <p className="campaign-wrong" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <SlotChoices slots={offered.own} chosen={typed.slots} />
      <details open={hasSelected(offered.categories)}>
        <summary>Other categories</summary>
        <SlotChoices slots={offered.categories} chosen={typed.slots} />
      </details>
      <details open={hasSelected(offered.neighborhoods)}>
        <summary>Other neighborhoods</summary>
        <SlotChoices slots={offered.neighborhoods} chosen={typed.slots} />
      </details>
      <p className="text-row text-muted">
        {offered.since === null
          ? "No views of these pages have been counted yet."
          : `Views of the last 30 days. All searches together had ${formatFullCount(offered.searchViews)}.`}{" "}
        <Link className="link" to={ADVERTISE_PATH}>
          How it works
        </Link>
      </p>
    </fieldset>
  );
}

function SlotChoices({ slots, chosen }: { slots: OfferedSlot[]; chosen: readonly string[] }) {
  return (
    <div className="campaign-slots">
      {slots.map(({ slot, label, views }) => (
        <label key={slot} className="campaign-choice">
          <input type="checkbox" name={`on:${slot}`} value="yes" defaultChecked={chosen.includes(slot)} />
          <span>
            {label}
            {views !== null && <small>{views === 1 ? "1 view" : `${formatFullCount(views)} views`}</small>}
          </span>
        </label>
      ))}
    </div>
  );
}
