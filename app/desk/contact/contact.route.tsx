import "./messages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { identifyReporter } from "#app/business/corrections/suggest/reporter.server.ts";
import { verifyFormStamp, type StampState, signFormStamp } from "#app/business/submissions/form/form-stamp.server.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/contact.route";
import {
  type ContactField,
  type ContactProblems,
  parseContact,
  type ContactFormValues,
  readContactFormValues,
} from "./contact-form.ts";
import { CONTACT_MESSAGE_CHARACTERS_MAX, CONTACT_PATH, TOPIC_CHOICES } from "./contact.ts";
import { submitContactMessage } from "./send-contact.server.ts";

export const handle = { audience: "everyone", query: ["sent"] } as const satisfies RouteHandle;

/** Per member or network. High enough for repeated clicks on Send. */
const FORMS_PER_MINUTE_MAX = 20;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer, page, now } = siteOf(context);
  // The form holds its opening time and may hold the viewer's name, so it can't be cached.
  page.isCacheable = false;
  const typed: ContactFormValues = { name: viewer?.name ?? "", email: viewer?.email ?? "", topic: "", message: "" };
  const isSent = readQuery(request, handle).get("sent") === "yes";
  return { typed, stamp: await signFormStamp(db, now), isSent };
}

type RejectedContact = { why: string; typed: ContactFormValues; problems: ContactProblems; stamp: string };

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const form = await readForm(request);
  const typed = readContactFormValues(form);
  const { contact, problems } = parseContact(typed);
  const refuse = async (status: number, why: string) => {
    const isValidStamp = (await verifyFormStamp(site.db, form.text("stamp"), site.now)) !== "not-ours";
    const stamp = isValidStamp ? form.text("stamp") : await signFormStamp(site.db, site.now);
    return data<RejectedContact>({ why, typed, problems: problems ?? {}, stamp }, { status });
  };
  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  if (contact === null) return refuse(400, "We couldn’t send your message. Check the fields below.");
  if (form.text("fax") !== "")
    return refuse(400, "Leave the field “Leave this empty” blank. It’s there to catch bots.");
  const stampState = await verifyFormStamp(site.db, form.text("stamp"), site.now);
  if (stampState !== "fine") return refuse(400, STAMP_PROBLEMS[stampState]);
  const sender = await identifyReporter(site, "");
  const outcome = await submitContactMessage(site.db, { contact, sender, now: site.now });
  if (outcome === "too-many") {
    return refuse(429, "You or your network reached the limit of messages per day. Try again tomorrow.");
  }
  return redirect(`${CONTACT_PATH}?sent=yes`, 303);
}

const STAMP_PROBLEMS: Record<Exclude<StampState, "fine">, string> = {
  "too-quick": "That was very fast, so we didn’t send it. Check the form and send it again.",
  "too-old": "The form was open for a long time. Check it and send it again.",
  "not-ours": "We couldn’t tell when the form was opened. Check it and send it again.",
};

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Contact",
    description:
      "Write to the editors of Rowhouse, the guide to Washington, DC. An editor reads every message and replies by email. No account needed.",
    path: CONTACT_PATH,
  });

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData ?? null;
  if (loaderData.isSent && refused === null) return <MessageSent />;
  return (
    <div className="wrap contact-page">
      <h1 className="d2">Contact</h1>
      <p className="lede">Write to the editors. We read every message and reply by email if it needs a reply.</p>
      <aside className="contact-aside" aria-label="Quicker ways">
        <h2 className="h3">Often quicker</h2>
        <dl>
          <div>
            <dt>Something wrong with a place?</dt>
            <dd>Use “Suggest an edit” on its page.</dd>
          </div>
          <div>
            <dt>A place is missing?</dt>
            <dd>
              <Link className="link" to="/submit">
                Submit a business
              </Link>
            </dd>
          </div>
          <div>
            <dt>It’s your business?</dt>
            <dd>Use “Own this business?” on its page to claim it.</dd>
          </div>
          <div>
            <dt>You want to advertise?</dt>
            <dd>
              <Link className="link" to="/advertise">
                See how ads work
              </Link>
            </dd>
          </div>
        </dl>
      </aside>
      {refused !== null && (
        <FormSummary why={refused.why} problems={fieldProblems(refused.problems, FIELD_NAMES, contactFieldId)} />
      )}
      <ContactFields
        typed={refused?.typed ?? loaderData.typed}
        problems={refused?.problems ?? {}}
        stamp={refused?.stamp ?? loaderData.stamp}
      />
    </div>
  );
}

function MessageSent() {
  return (
    <div className="wrap contact-page">
      <h1 className="d2">Message sent</h1>
      <p className="lede" role="status">
        An editor will read it. If it needs a reply, we’ll send one to the address you gave.
      </p>
      <p>
        <Link className="button button-outline" to="/">
          Back to the home page
        </Link>
      </p>
    </div>
  );
}

const FIELD_NAMES = { name: "Your name", email: "Your email address", topic: "Topic", message: "Message" };

function contactFieldId(field: string): string {
  return `contact-${field}`;
}

type FieldsProps = { typed: ContactFormValues; problems: ContactProblems; stamp: string };

function ContactFields({ typed, problems, stamp }: FieldsProps) {
  const inputProps = (field: ContactField) => ({
    id: contactFieldId(field),
    name: field,
    className: "input",
    defaultValue: typed[field],
    required: true,
    "aria-invalid": problems[field] === undefined ? undefined : true,
    "aria-describedby": `${contactFieldId(field)}-says`,
  });
  return (
    <form method="post" action={CONTACT_PATH} className="contact-form" noValidate>
      <input type="hidden" name="stamp" value={stamp} />
      <LabeledField field="name" problem={problems.name} hint="The name to use in our reply.">
        <input type="text" autoComplete="name" {...inputProps("name")} />
      </LabeledField>
      <LabeledField field="email" problem={problems.email} hint="We use it only to reply.">
        <input type="email" autoComplete="email" {...inputProps("email")} />
      </LabeledField>
      <LabeledField field="topic" problem={problems.topic} hint="Helps us send it to the right editor.">
        <select {...inputProps("topic")}>
          <option value="">Choose one</option>
          {TOPIC_CHOICES.map(({ topic, label }) => (
            <option key={topic} value={topic}>
              {label}
            </option>
          ))}
        </select>
      </LabeledField>
      <LabeledField
        field="message"
        problem={problems.message}
        hint={`Up to ${CONTACT_MESSAGE_CHARACTERS_MAX.toLocaleString("en-US")} characters. Only our editors see it.`}
      >
        <textarea rows={9} {...inputProps("message")} />
      </LabeledField>
      {/* A honeypot: people don't see it, so a filled-in value comes from a program. */}
      <div className="contact-fax" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="fax" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p>
        <button type="submit" className="button button-primary">
          Send message
        </button>
      </p>
    </form>
  );
}

type LabeledFieldProps = { field: ContactField; problem: string | undefined; hint: string; children: React.ReactNode };

function LabeledField({ field, problem, hint, children }: LabeledFieldProps) {
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor={contactFieldId(field)}>{FIELD_NAMES[field]}</label>
      {children}
      <small id={`${contactFieldId(field)}-says`}>{problem ?? hint}</small>
    </div>
  );
}
