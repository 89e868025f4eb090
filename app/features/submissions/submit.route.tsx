import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { OFF_WORDS } from "#app/platform/switches.ts";
import { FormSummary } from "#app/ui/form-summary.tsx";

import { PHOTOS_PER_SUBMISSION_MAX } from "../gallery/place-photo.ts";
import { newMark, reporterOf } from "../corrections/reporter.server.ts";
import { writerCookie, writerMark } from "../reviews/writer-cookie.ts";
import type { Route } from "./+types/submit.route";
import { dropDraft, findDraft } from "./drafts.server.ts";
import { readStamp, type StampState, stampForm } from "./form-stamp.server.ts";
import { listingFieldId } from "./listing-fields.tsx";
import { sendSubmission } from "./send-submission.server.ts";
import { similarPlaces } from "./similar-places.server.ts";
import { type SimilarPlace, SUBMIT_PATH, submissionPath } from "./submission.ts";
import { readSubmission, type Submission, typedIn, typedSubmission } from "./submission-form.ts";
import { SubmitForm } from "./submit-form.tsx";
import { knownTypes } from "./types.server.ts";
import {
  listingFieldName,
  listingFields,
  type ListingProblems,
  NOTE_CHARACTERS_MAX,
  type TypedListing,
} from "./typed-listing.ts";

/** Per person or network; a form sent again and again by an impatient finger stays below it. */
const FORMS_PER_MINUTE_MAX = 60;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

export async function loader({ context }: Route.LoaderArgs) {
  const { db, viewer, page, now, switches } = siteOf(context);
  // Each form says when it was opened, and may hold what its person has begun.
  page.keep = false;
  const draft = viewer === null ? null : await findDraft(db, viewer.id);
  const isOpen = switches.isOn("submissions");
  const drafted = draft === null ? null : `Your draft of ${instant.format(draft.savedAt)} is here again.`;
  return {
    typed: typedSubmission(draft?.fields ?? { mail: viewer?.email ?? "" }),
    notice: isOpen ? drafted : OFF_WORDS.submissions,
    hasDraft: draft !== null,
    // A form that can't be sent is shown to nobody but who has typed in it.
    isShown: isOpen || draft !== null,
    stamp: await stampForm(db, now),
    types: await knownTypes(db),
    isSignedIn: viewer !== null,
    words: WORDS,
  };
}

/** They come with what is asked for: the page's script is as large as it may be. */
const WORDS = {
  lede: "A place that anyone may visit, in the District, and that the guide doesn’t have yet. An editor reads what you send and decides; you get a page that takes your photos and tells what became of it. You need no account, and it costs nothing.",
  alike: "If the guide has it already, you can correct or claim it on its page.",
  photos: `Photos come right after: once this is sent, the page that follows takes up to ${PHOTOS_PER_SUBMISSION_MAX}.`,
  mail: "We write to it what becomes of this, and nothing else, once you have confirmed that it is yours.",
  note: `Up to ${NOTE_CHARACTERS_MAX} characters. Only editors read it.`,
};

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

type Refused = { why: string; typed: TypedListing; problems: ListingProblems; similar: SimilarPlace[]; stamp: string };

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const form = await readForm(request);
  const typed = typedIn(form);
  const { submission, problems } = readSubmission(typed);
  const refuse = async (status: number, why: string, more: Partial<Refused> = {}) => {
    // A form that was signed once may be sent again at once; any other begins anew.
    const isFine = (await readStamp(site.db, form.text("stamp"), site.now)) !== "not-ours";
    const stamp = isFine ? form.text("stamp") : await stampForm(site.db, site.now);
    return data<Refused>({ why, typed, problems: problems ?? {}, similar: [], stamp, ...more }, { status });
  };
  if (!site.switches.isOn("submissions")) return refuse(503, OFF_WORDS.submissions, { problems: {} });
  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  if (submission === null) return refuse(400, "That can’t be sent yet.");
  if (form.text("fax") !== "") return refuse(400, "Leave the field empty that is called so: programs fill it in.");
  const stamped = await readStamp(site.db, form.text("stamp"), site.now);
  if (stamped !== "fine") return refuse(400, STAMP_WORDS[stamped]);
  const similar = await alikeUnlessDistinct(site, form, submission);
  if (similar.length > 0) return refuse(409, "It looks as if it is in the guide already.", { similar });
  return send(site, request, { submission, refuse });
}

const STAMP_WORDS: Record<Exclude<StampState, "fine">, string> = {
  "too-quick": "That was quicker than anybody fills in a form. Look it over and send it again.",
  "too-old": "The form was open for a long time. Look it over and send it again.",
  "not-ours": "The form has lost when it was opened. Look it over and send it again.",
};

async function alikeUnlessDistinct({ db }: Site, form: SentForm, { listing }: Submission): Promise<SimilarPlace[]> {
  if (form.text("distinct") === "yes") return [];
  const { address, ...facts } = listing;
  const asked = { ...facts, street: address?.street ?? null, quadrant: address?.quadrant ?? null };
  const similar = await similarPlaces(db, asked);
  return similar.some(({ isSure }) => isSure) ? similar : [];
}

type Sending = {
  submission: Submission;
  refuse: (status: number, why: string, more?: Partial<Refused>) => Promise<ReturnType<typeof data<Refused>>>;
};

async function send(site: Site, request: Request, { submission, refuse }: Sending) {
  const { db, viewer, now } = site;
  const mark = writerMark(request.headers.get("cookie")) ?? newMark();
  const submitter = await reporterOf(site, mark);
  const sent = await sendSubmission(db, { submission, submitter, ownAddress: viewer?.email ?? null, now });
  if (sent === "too-many") {
    return refuse(429, "That is as much as a day allows, from you or from your network. Come back tomorrow.");
  }
  if (sent === "same-text") {
    const problems = { description: "This was sent for another business already. Write what is true of this one." };
    return refuse(400, "That can’t be sent yet.", { problems });
  }
  if (viewer !== null) await dropDraft(db, viewer.id);
  const headers = { "set-cookie": writerCookie(mark, site.env.siteUrl) };
  return redirect(submissionPath(sent.key), { status: 303, headers });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Submit a business",
    description:
      "Tell us of a place in Washington, DC, that the guide doesn’t have yet. An editor reads it, and you see what becomes of it.",
    path: SUBMIT_PATH,
  });

export default function Submit({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, notice, hasDraft, isShown, stamp, types, isSignedIn, words } = loaderData;
  const refused = actionData ?? null;
  return (
    <div className="wrap submit-page">
      <h1 className="d2">Submit a business</h1>
      <p className="correction-lede">{words.lede}</p>
      {refused === null && notice !== null && (
        <p className="form-notice" role="status">
          {notice}
        </p>
      )}
      {refused !== null && <FormSummary why={refused.why} problems={summaryOf(refused)} />}
      {(refused !== null || isShown) && (
        <SubmitForm
          typed={refused?.typed ?? typed}
          problems={refused?.problems ?? {}}
          similar={refused?.similar ?? []}
          stamp={refused?.stamp ?? stamp}
          types={types}
          isSignedIn={isSignedIn}
          isRefused={refused !== null}
          hasDraft={hasDraft}
          words={words}
        />
      )}
    </div>
  );
}

/** In the order of the form. */
function summaryOf({ typed, problems, similar }: Refused) {
  const fields = [...listingFields(typed), "relation", "mail", "note"];
  const alike = similar.length === 0 ? [] : [{ id: listingFieldId("distinct"), label: "Name", text: ALIKE }];
  return [
    ...alike,
    ...fields.flatMap((field) => {
      const text = problems[field];
      return text === undefined
        ? []
        : [{ id: listingFieldId(field), label: OWN_NAMES[field] ?? listingFieldName(field), text }];
    }),
  ];
}

const ALIKE = "Look at those that are alike. If it is none of them, say so there.";
const OWN_NAMES: Partial<Record<string, string>> = {
  relation: "What you have to do with it",
  mail: "E-mail address",
  note: "What the editor should know",
};
