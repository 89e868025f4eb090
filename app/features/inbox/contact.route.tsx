import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { reporterOf } from "../corrections/reporter.server.ts";
import { readStamp, type StampState, stampForm } from "../submissions/form-stamp.server.ts";
import type { Route } from "./+types/contact.route";
import {
  type ContactField,
  type ContactProblems,
  readContact,
  type TypedContact,
  typedContact,
} from "./contact-form.ts";
import { BODY_CHARACTERS_MAX, CONTACT_PATH, TOPIC_CHOICES } from "./contact.ts";
import { sendContact } from "./send-contact.server.ts";

/** Per person or network; a form sent again and again by an impatient finger stays below it. */
const FORMS_PER_MINUTE_MAX = 20;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, viewer, page, now } = siteOf(context);
  // Each form says when it was opened, and may hold its person's name.
  page.keep = false;
  const typed: TypedContact = { name: viewer?.name ?? "", email: viewer?.email ?? "", topic: "", message: "" };
  const isSent = new URL(request.url).searchParams.get("sent") === "yes";
  return { typed, stamp: await stampForm(db, now), isSent };
}

type Refused = { why: string; typed: TypedContact; problems: ContactProblems; stamp: string };

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const form = await readForm(request);
  const typed = typedContact(form);
  const { contact, problems } = readContact(typed);
  const refuse = async (status: number, why: string) => {
    const isOurs = (await readStamp(site.db, form.text("stamp"), site.now)) !== "not-ours";
    const stamp = isOurs ? form.text("stamp") : await stampForm(site.db, site.now);
    return data<Refused>({ why, typed, problems: problems ?? {}, stamp }, { status });
  };
  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  if (contact === null) return refuse(400, "That can’t be sent yet.");
  if (form.text("fax") !== "") return refuse(400, "Leave the field empty that is called so: programs fill it in.");
  const stamped = await readStamp(site.db, form.text("stamp"), site.now);
  if (stamped !== "fine") return refuse(400, STAMP_WORDS[stamped]);
  const sender = await reporterOf(site, "");
  const outcome = await sendContact(site.db, { contact, sender, now: site.now });
  if (outcome === "too-many") {
    return refuse(429, "That is as much as a day allows, from you or from your network. Come back tomorrow.");
  }
  return redirect(`${CONTACT_PATH}?sent=yes`, 303);
}

const STAMP_WORDS: Record<Exclude<StampState, "fine">, string> = {
  "too-quick": "That was quicker than anybody fills in a form. Look it over and send it again.",
  "too-old": "The form was open for a long time. Look it over and send it again.",
  "not-ours": "The form has lost when it was opened. Look it over and send it again.",
};

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Contact",
    description:
      "Write to the editors of Rowhouse, the guide to Washington, DC. An editor reads it and answers by mail; no account is needed.",
    path: CONTACT_PATH,
  });

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData ?? null;
  if (loaderData.isSent && refused === null) return <Sent />;
  return (
    <div className="wrap contact-page">
      <h1 className="d2">Contact</h1>
      <p className="lede">Write to the editors. One of them reads it and answers by mail where it wants an answer.</p>
      <p className="contact-hint">
        Something wrong with a place? Each page has “Suggest an edit”, which is quicker. A place that is missing you can{" "}
        <Link className="link" to="/submit">
          submit
        </Link>
        .
      </p>
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

function Sent() {
  return (
    <div className="wrap contact-page">
      <h1 className="d2">It has come</h1>
      <p className="lede" role="status">
        An editor reads what you wrote. Where it wants an answer, it comes to the address that you gave. You need do
        nothing more.
      </p>
      <p>
        <Link className="button button-outline" to="/">
          Back to the guide
        </Link>
      </p>
    </div>
  );
}

const FIELD_NAMES = { name: "Your name", email: "Your e-mail address", topic: "Topic", message: "Message" };

function contactFieldId(field: string): string {
  return `contact-${field}`;
}

type FieldsProps = { typed: TypedContact; problems: ContactProblems; stamp: string };

function ContactFields({ typed, problems, stamp }: FieldsProps) {
  const given = (field: ContactField) => ({
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
      <Labelled field="name" problem={problems.name} hint="What we may call you.">
        <input type="text" autoComplete="name" {...given("name")} />
      </Labelled>
      <Labelled field="email" problem={problems.email} hint="The answer goes there, and nothing else.">
        <input type="email" autoComplete="email" {...given("email")} />
      </Labelled>
      <Labelled field="topic" problem={problems.topic} hint="So that the right editor sees it.">
        <select {...given("topic")}>
          <option value="">Choose one</option>
          {TOPIC_CHOICES.map(({ topic, label }) => (
            <option key={topic} value={topic}>
              {label}
            </option>
          ))}
        </select>
      </Labelled>
      <Labelled
        field="message"
        problem={problems.message}
        hint={`Up to ${BODY_CHARACTERS_MAX.toLocaleString("en-US")} characters. Only editors read it.`}
      >
        <textarea rows={9} {...given("message")} />
      </Labelled>
      {/* Nobody sees it, so that whatever fills it in is no person. */}
      <div className="contact-fax" aria-hidden="true">
        <label>
          Leave this empty
          <input type="text" name="fax" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p>
        <button type="submit" className="button button-primary">
          Send
        </button>
      </p>
    </form>
  );
}

type LabelledProps = { field: ContactField; problem: string | undefined; hint: string; children: React.ReactNode };

function Labelled({ field, problem, hint, children }: LabelledProps) {
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor={contactFieldId(field)}>{FIELD_NAMES[field]}</label>
      {children}
      <small id={`${contactFieldId(field)}-says`}>{problem ?? hint}</small>
    </div>
  );
}
