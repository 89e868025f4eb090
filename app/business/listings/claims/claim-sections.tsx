import "./claims.css";

import { type ReactNode, useRef } from "react";

import { pluralize, formatFullCount } from "#app/ui/format-count.ts";
import { useLeaveGuard } from "#app/ui/use-leave-guard.ts";

import {
  CLAIM_META_NAME,
  type ClaimField,
  claimPath,
  codeFilePath,
  EVIDENCE_CHARACTERS_MAX,
  EVIDENCE_CHARACTERS_MIN,
  MAIL_CODE_MINUTES,
  type OpenClaim,
} from "./claim.ts";
import type { ClaimView } from "./claim-view.server.ts";

type RefusedForm = { field: ClaimField | null; why: string; typed: Record<ClaimField, string> };
type MethodProps = { view: ClaimView; refused: RefusedForm | null };

/** Claiming by a code that is mailed to the website's domain. */
export function MailClaimSection({ view, refused }: MethodProps) {
  const { mail, place } = view;
  const open = openClaimBy(view, "mail");
  const example = mail.isOpen ? `name@${mail.domain}` : "";
  return (
    <ClaimMethod id="mail" title="Get a code by email">
      {open !== undefined && (
        <ClaimForm view={view} intent="code">
          <p>
            If {open.maskedAddress} exists, a code is on its way. It expires {open.expiresLabel}.
          </p>
          <LabeledControl id="claim-code" label="Code from the email" problem={problemOf(refused, "code")}>
            {(given) => (
              <input
                className="input claim-code"
                {...given}
                name="code"
                defaultValue={refused?.typed.code ?? ""}
                autoComplete="one-time-code"
                autoCapitalize="characters"
                maxLength={40}
                required
              />
            )}
          </LabeledControl>
          <p className="claim-hint">{pluralize(open.triesLeft, "try", "tries")} left.</p>
          <Buttons>
            <button type="submit" className="button button-primary">
              Claim {place.name}
            </button>
          </Buttons>
        </ClaimForm>
      )}
      <ClaimForm view={view} intent="mail">
        <LabeledControl
          id="claim-address"
          label={open === undefined ? "Email address at the website’s domain" : "Email address for a new code"}
          problem={problemOf(refused, "address")}
          hint={`For example, ${example}. The code expires after ${MAIL_CODE_MINUTES} minutes.`}
        >
          {(given) => (
            <input
              className="input"
              {...given}
              type="email"
              name="address"
              defaultValue={refused?.typed.address ?? ""}
              autoComplete="email"
              maxLength={254}
              required
            />
          )}
        </LabeledControl>
        <Buttons>
          <button type="submit" className="button button-outline">
            Email a code
          </button>
        </Buttons>
      </ClaimForm>
      {open !== undefined && <Withdraw view={view} open={open} />}
    </ClaimMethod>
  );
}

/** Claiming by a code on the website. */
export function WebsiteClaimSection({ view }: { view: ClaimView }) {
  const { siteOrigin, code, draft, siteDays } = view;
  const open = openClaimBy(view, "site");
  return (
    <ClaimMethod id="site" title="Put a code on your website">
      {open === undefined || code === null ? (
        <ClaimForm view={view} intent="site">
          <p>
            {open === undefined
              ? `If you can edit ${siteOrigin}, get a code and put it there. Then we check for it. The code is valid for ${siteDays} days.`
              : `You got a code on ${open.startedLabel}. We show it only at the page address where you got it. Go back there, or get a new code, which replaces the old one.`}
          </p>
          <input type="hidden" name="draft" value={draft} />
          <Buttons>
            <button type="submit" className="button button-outline">
              {open === undefined ? "Get a code" : "Get a new code"}
            </button>
          </Buttons>
        </ClaimForm>
      ) : (
        <ClaimForm view={view} intent="look">
          <p>
            Put the code on your website in one of these two ways by {open.expiresLabel}. Save this page’s address: we
            don’t show the code anywhere else.
          </p>
          <ol className="claim-steps">
            <li>
              <p>
                A file at <code>{`${siteOrigin ?? ""}${codeFilePath(code)}`}</code> that contains only{" "}
                <code>{code}</code>
              </p>
              <a
                className="link claim-file"
                href={`data:text/plain,${code}`}
                download={codeFilePath(code).split("/").at(-1)}
              >
                Download the file
              </a>
            </li>
            <li>
              Or this line in the head of the home page, <code>{`${siteOrigin ?? ""}/`}</code>:{" "}
              <code>{`<meta name="${CLAIM_META_NAME}" content="${code}">`}</code>
            </li>
          </ol>
          <input type="hidden" name="code" value={code} />
          <Buttons>
            <button type="submit" className="button button-primary">
              Check now
            </button>
          </Buttons>
          <p className="claim-hint">
            We can check {pluralize(open.triesLeft, "more time")}. You can remove the code afterwards.
          </p>
        </ClaimForm>
      )}
      {open !== undefined && <Withdraw view={view} open={open} />}
    </ClaimMethod>
  );
}

/** Claiming by evidence that an editor checks. */
export function EvidenceClaimSection({ view, refused }: MethodProps) {
  const open = openClaimBy(view, "evidence");
  return (
    <ClaimMethod id="evidence" title={view.isManaged ? "Tell an editor" : "Ask an editor"}>
      {open === undefined ? (
        <ClaimForm view={view} intent="evidence" isUnsaved={problemOf(refused, "evidence") !== null}>
          <LabeledControl
            id="claim-evidence"
            label="Proof that it’s yours"
            problem={problemOf(refused, "evidence")}
            hint={`${EVIDENCE_CHARACTERS_MIN} to ${formatFullCount(EVIDENCE_CHARACTERS_MAX)} characters. Only editors see it. Don’t include account or document numbers.`}
          >
            {(given) => (
              <textarea
                className="input"
                {...given}
                name="evidence"
                rows={6}
                defaultValue={refused?.typed.evidence ?? ""}
                required
              />
            )}
          </LabeledControl>
          <p className="claim-hint">
            For example, the name on the business license, a public page that names you, or a phone number at the place
            where we can reach you, and when.
          </p>
          <Buttons>
            <button type="submit" className="button button-outline">
              Send to an editor
            </button>
          </Buttons>
        </ClaimForm>
      ) : (
        <>
          <p>Sent {open.startedLabel}. An editor will review it, and we’ll notify you here and by email.</p>
          <Withdraw view={view} open={open} />
        </>
      )}
    </ClaimMethod>
  );
}

function openClaimBy({ open }: ClaimView, method: OpenClaim["method"]): OpenClaim | undefined {
  return open.find((claim) => claim.method === method);
}

function problemOf(refused: RefusedForm | null, field: ClaimField): string | null {
  return refused?.field === field ? refused.why : null;
}

/** The methods that the place can't use, with the reasons, below those it can. */
export function ClosedClaimMethods({ view: { mail, site } }: { view: ClaimView }) {
  if (mail.isOpen && site.isOpen) return null;
  return (
    <section className="claim-way" aria-labelledby="closed-methods">
      <h2 className="h4" id="closed-methods">
        Not available for this place
      </h2>
      {!mail.isOpen && <p className="claim-hint">A code by email: {mail.why}</p>}
      {!site.isOpen && <p className="claim-hint">A code on the website: {site.why}</p>}
    </section>
  );
}

function ClaimMethod({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="claim-way" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

type ClaimFormProps = { view: ClaimView; intent: string; isUnsaved?: boolean; children: ReactNode };

/**
 * A form whose URL carries on the website code, and that warns before unsaved text is lost.
 *
 * @param props.isUnsaved The form was refused, so its text isn't saved anywhere.
 */
function ClaimForm({ view, intent, isUnsaved = false, children }: ClaimFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useLeaveGuard(form, isUnsaved);
  return (
    <form ref={form} method="post" action={claimPath(view.place.slug, view.code)} className="claim-form" noValidate>
      <input type="hidden" name="intent" value={intent} />
      {children}
    </form>
  );
}

type ControlProps = {
  id: string;
  label: string;
  hint?: string;
  problem: string | null;
  children: (given: { id: string; "aria-invalid"?: true; "aria-describedby"?: string }) => ReactNode;
};

/** A labeled control with its hint and problem. */
export function LabeledControl({ id, label, hint, problem, children }: ControlProps) {
  const described = [problem === null ? [] : [`${id}-problem`], hint === undefined ? [] : [`${id}-hint`]].flat();
  return (
    <div className={problem === null ? "field" : "field field-error"}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(problem !== null && { "aria-invalid": true }),
        ...(described.length > 0 && { "aria-describedby": described.join(" ") }),
      })}
      {problem !== null && <small id={`${id}-problem`}>{problem}</small>}
      {hint !== undefined && (
        <p className="claim-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function Buttons({ children }: { children: ReactNode }) {
  return <div className="claim-buttons">{children}</div>;
}

function Withdraw({ view, open }: { view: ClaimView; open: OpenClaim }) {
  return (
    <form method="post" action={claimPath(view.place.slug)}>
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="claim" value={open.id} />
      <button type="submit" className="button button-plain button-flush">
        Withdraw claim<span className="sr-only">: {METHOD_LABELS[open.method]}</span>
      </button>
    </form>
  );
}

const METHOD_LABELS = { mail: "emailed code", site: "code on the website", evidence: "review by an editor" };
