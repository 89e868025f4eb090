import { useEffect, useState } from "react";
import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES } from "#app/platform/switches.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { PHOTOS_PER_SUBMISSION_MAX } from "#app/guide/photos/place/place-photo.ts";
import { newBrowserId, identifyReporter } from "#app/business/corrections/suggest/reporter.server.ts";
import { HOURS_TEXT } from "#app/business/corrections/hours/hours-fields.ts";
import { readHoursButton } from "#app/business/corrections/hours/hours-form.ts";
import { formatShortInstant } from "#app/lib/format-time.ts";
import { browserIdCookie, readBrowserId } from "#app/people/reviews/write/browser-id-cookie.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/submit.route";
import { deleteSubmissionDraft, findDraft } from "./submission-drafts.server.ts";
import { verifyFormStamp, type StampState, signFormStamp } from "./form-stamp.server.ts";
import { listingFieldId } from "./listing-fields.tsx";
import { sendSubmission } from "./send-submission.server.ts";
import { findSimilarPlaces } from "./similar-places.server.ts";
import { type SimilarPlace, SUBMIT_PATH, submissionPath } from "../submission.ts";
import { parseSubmission, type Submission, readFormValues, submissionToFields } from "./submission-form.ts";
import { SubmitForm } from "./submit-form.tsx";
import { firstProblem, LAST_STEP, parseStep, stepPath } from "./submit-steps.ts";
import { listTypesByCategory } from "./place-types.server.ts";
import {
  listingFieldLabel,
  listingProblemKeys,
  type ListingProblems,
  NOTE_CHARACTERS_MAX,
  type ListingFormValues,
} from "./listing-form.ts";

export const handle = { audience: "everyone", query: ["name", "type", "step"] } as const satisfies RouteHandle;

/** Per person or network; double clicks stay below it. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer, page, now, switches } = siteOf(context);
  // Each form has its opening time and can have the member's draft.
  page.isCacheable = false;
  const draft = viewer === null ? null : await findDraft(db, viewer.id);
  const isOpen = switches.isOn("submissions");
  const query = readQuery(request, handle);
  const wanted = { name: readQueryLine(query.get("name")), type: readQueryLine(query.get("type")) };
  const draftNotice = draft === null ? null : `Your draft of ${formatShortInstant(draft.savedAt)} is restored.`;
  return {
    step: parseStep(query.get("step")),
    typed: submissionToFields(draft?.fields ?? { ...wanted, mail: viewer?.email ?? "" }),
    notice: isOpen ? draftNotice : SWITCH_OFF_MESSAGES.submissions,
    hasDraft: draft !== null,
    // While the form is closed, it is shown only to members with a draft.
    isShown: isOpen || draft !== null,
    stamp: await signFormStamp(db, now),
    types: await listTypesByCategory(db),
    isSignedIn: viewer !== null,
    texts: TEXTS,
  };
}

/** Longer than any name or type. */
const QUERY_LINE_CHARACTERS_MAX = 120;

/** What a search knows of the place already. */
function readQueryLine(text: string | null): string {
  return (text ?? "")
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, QUERY_LINE_CHARACTERS_MAX);
}

/** Texts that come with the data, because the page's script has a size limit. */
const TEXTS = {
  lede: "Is a place in the District missing from the guide? Submit it if anyone can visit it. An editor reviews it, and you get a page where you can add photos and follow the status. It’s free, and you don’t need an account.",
  alike: "If it’s already in the guide, you can correct or claim it on its page.",
  photos: `You can add up to ${PHOTOS_PER_SUBMISSION_MAX} photos after you submit.`,
  mail: "We use it only for updates on this submission, after you confirm it.",
  note: `Up to ${NOTE_CHARACTERS_MAX} characters. Only editors see it.`,
};

type ShownForm = {
  /** Empty: the form goes on to another step. */
  why: string;
  /** The step to show, from 0. */
  step: number;
  /** What a button did to the hours; null for nothing. */
  message: string | null;
  typed: ListingFormValues;
  problems: ListingProblems;
  similar: SimilarPlace[];
  stamp: string;
};

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const form = await readForm(request);
  const typed = readFormValues(form);
  const { submission, problems } = parseSubmission(typed);
  const show = async (status: number, why: string, more: Partial<ShownForm> = {}) => {
    // A valid stamp can be used again; otherwise the form gets a new one.
    const isValid = (await verifyFormStamp(site.db, form.text("stamp"), site.now)) !== "not-ours";
    const stamp = isValid ? form.text("stamp") : await signFormStamp(site.db, site.now);
    const step = parseStep(form.text("step"));
    const shown = { why, step, message: null, typed, problems: {}, similar: [], stamp, ...more };
    return data<ShownForm>(shown, { status });
  };
  if (!site.switches.isOn("submissions")) return show(503, SWITCH_OFF_MESSAGES.submissions);
  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  if (seconds !== null) return show(429, tooManyRequests(seconds));
  if (form.text("fill") !== "" || form.text("copy") !== "") return fillHours(form, show);
  if (form.text("go") !== "") return leaveStep(form, { typed, problems: problems ?? {}, show });
  if (submission === null) {
    const first = firstProblem(problems, { typed, from: 0, through: LAST_STEP });
    return show(400, "This can’t be sent yet.", first ?? { problems });
  }
  if (form.text("fax") !== "")
    return show(400, "Leave the field “Leave this empty” blank. It’s there to catch bots.", { step: LAST_STEP });
  const stamped = await verifyFormStamp(site.db, form.text("stamp"), site.now);
  if (stamped !== "fine") return show(400, STAMP_MESSAGES[stamped], { step: LAST_STEP });
  const similar = await findSimilarUnlessDistinct(site, form, submission);
  if (similar.length > 0)
    return show(409, "This looks like a place that’s already in the guide.", { similar, step: LAST_STEP });
  return send(site, request, { submission, show });
}

type Show = (status: number, why: string, more?: Partial<ShownForm>) => Promise<ReturnType<typeof data<ShownForm>>>;

/** What the buttons of the hours do without script. */
async function fillHours(form: FormFields, show: Show) {
  const filled = readHoursButton(form, form.text("category"));
  if (filled === null || "problem" in filled) {
    return show(400, "Correct this, then go on.", { problems: { [HOURS_TEXT]: filled?.problem ?? "" } });
  }
  return show(200, "", { message: filled.message, typed: { ...readFormValues(form), ...filled.values } });
}

type LeaveInput = { typed: ListingFormValues; problems: ListingProblems; show: Show };

/** Goes to another step if those before it have no problem. With script, the page has all that was typed. */
async function leaveStep(form: FormFields, { typed, problems, show }: LeaveInput) {
  const [from, to] = [parseStep(form.text("step")), parseStep(form.text("go"))];
  const first = firstProblem(problems, { typed, from, through: to - 1 });
  if (first !== null) return show(400, "Correct this, then go on.", first);
  return form.text("script") === "" ? show(200, "", { step: to }) : redirect(stepPath(to), 303);
}

const STAMP_MESSAGES: Record<Exclude<StampState, "fine">, string> = {
  "too-quick": "That was very fast. Check the form and submit it again.",
  "too-old": "The form was open for a long time. Check it and submit it again.",
  "not-ours": "We couldn’t verify this form. Check it and submit it again.",
};

async function findSimilarUnlessDistinct(
  { db }: Site,
  form: FormFields,
  { listing }: Submission,
): Promise<SimilarPlace[]> {
  if (form.text("distinct") === "yes") return [];
  const { address, ...facts } = listing;
  const candidate = { ...facts, street: address?.street ?? null, quadrant: address?.quadrant ?? null };
  const similar = await findSimilarPlaces(db, candidate);
  return similar.some(({ isSure }) => isSure) ? similar : [];
}

/** The step with the description. */
const DETAILS_STEP = 3;

type SendInput = {
  submission: Submission;
  show: Show;
};

async function send(site: Site, request: Request, { submission, show }: SendInput) {
  const { db, viewer, now } = site;
  const mark = readBrowserId(request.headers.get("cookie")) ?? newBrowserId();
  const submitter = await identifyReporter(site, mark);
  const sent = await sendSubmission(db, { submission, submitter, ownAddress: viewer?.email ?? null, now });
  if (sent === "too-many") {
    const why = "You or your network reached today’s limit for submissions. Please try again tomorrow.";
    return show(429, why, { step: LAST_STEP });
  }
  if (sent === "same-text") {
    const problems = {
      description: "This description was already sent for another business. Write one for this business.",
    };
    return show(400, "This can’t be sent yet.", { problems, step: DETAILS_STEP });
  }
  if (viewer !== null) await deleteSubmissionDraft(db, viewer.id);
  const headers = { "set-cookie": browserIdCookie(mark, site.env.siteUrl) };
  return redirect(submissionPath(sent.key), { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Submit a business",
    description:
      "Submit a place in Washington, DC, that isn’t in the guide yet. An editor reviews it, and you can follow its status.",
    path: SUBMIT_PATH,
  });

export default function Submit({ loaderData, actionData }: Route.ComponentProps) {
  const { step, types, isSignedIn, texts } = loaderData;
  // Steps are parts of one form, which has the time when it was opened and no draft that is saved meanwhile.
  const [{ typed, notice, hasDraft, isShown, stamp }] = useState(loaderData);
  const sent = actionData ?? null;
  // Pressing a button keeps the focus on it, which may be far below the summary.
  useEffect(() => {
    if (sent !== null && sent.why !== "") document.querySelector<HTMLElement>(".form-problem")?.focus();
  }, [sent]);
  return (
    <div className="wrap submit-page">
      <h1 className="d2">Submit a business</h1>
      <p className="correction-lede">{texts.lede}</p>
      {sent === null && notice !== null && (
        <p className="form-notice" role="status">
          {notice}
        </p>
      )}
      {sent !== null && sent.why !== "" && <FormSummary why={sent.why} problems={summaryOf(sent)} />}
      {(sent !== null || isShown) && (
        <SubmitForm
          step={sent?.step ?? step}
          typed={sent?.typed ?? typed}
          problems={sent?.problems ?? {}}
          message={sent?.message ?? null}
          similar={sent?.similar ?? []}
          stamp={sent?.stamp ?? stamp}
          types={types}
          isSignedIn={isSignedIn}
          isSent={sent !== null}
          hasDraft={hasDraft}
          texts={texts}
        />
      )}
    </div>
  );
}

/** In the order of the form. */
function summaryOf({ typed, problems, similar }: ShownForm) {
  const fields = [...listingProblemKeys(typed), "relation", "mail", "note"];
  const similarProblem =
    similar.length === 0 ? [] : [{ id: listingFieldId("distinct"), label: "Name", text: SIMILAR_PROBLEM }];
  return [
    ...similarProblem,
    ...fields.flatMap((field) => {
      const text = problems[field];
      return text === undefined
        ? []
        : [{ id: listingFieldId(field), label: SUBMITTER_FIELD_LABELS[field] ?? listingFieldLabel(field), text }];
    }),
  ];
}

const SIMILAR_PROBLEM = "Check the similar places. If it’s none of them, check the box below them.";
const SUBMITTER_FIELD_LABELS: Partial<Record<string, string>> = {
  relation: "Your connection to it",
  mail: "Email address",
  note: "Note to the editor",
};
