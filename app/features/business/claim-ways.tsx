import { type ReactNode, useRef } from "react";

import { counted, fullCount } from "#app/ui/counted.ts";
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

type Refused = { field: ClaimField | null; why: string; typed: Record<ClaimField, string> };
type WayProps = { view: ClaimView; refused: Refused | null };

/** The code that is mailed to the website's domain. */
export function MailWay({ view, refused }: WayProps) {
  const { mail, place } = view;
  const open = openOf(view, "mail");
  const prefix = mail.isOpen ? `name@${mail.domain}` : "";
  return (
    <Way id="mail" title="By a code in the mail" closed={mail.isOpen ? null : mail.why}>
      {open !== undefined && (
        <ClaimForm view={view} intent="code">
          <p>
            If anybody reads at {open.maskedAddress}, a code is on its way there. It counts until {open.expiresLabel}.
          </p>
          <Control id="claim-code" label="The code" problem={problemOf(refused, "code")}>
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
          </Control>
          <p className="claim-hint">{counted(open.triesLeft, "try", "tries")} left.</p>
          <Buttons>
            <button type="submit" className="button button-primary">
              Claim {place.name}
            </button>
          </Buttons>
        </ClaimForm>
      )}
      <ClaimForm view={view} intent="mail">
        <Control
          id="claim-address"
          label={open === undefined ? "An address at the website’s domain" : "An address for another code"}
          problem={problemOf(refused, "address")}
          hint={`Such as ${prefix}. The code counts for ${MAIL_CODE_MINUTES} minutes.`}
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
        </Control>
        <Buttons>
          <button type="submit" className="button button-outline">
            Mail a code
          </button>
        </Buttons>
      </ClaimForm>
      {open !== undefined && <Withdraw view={view} open={open} />}
    </Way>
  );
}

/** The code that is put on the website. */
export function SiteWay({ view }: { view: ClaimView }) {
  const { site, siteOrigin, code, draft, siteDays } = view;
  const open = openOf(view, "site");
  return (
    <Way id="site" title="By a code on your website" closed={site.isOpen ? null : site.why}>
      {open === undefined || code === null ? (
        <ClaimForm view={view} intent="site">
          <p>
            {open === undefined
              ? `For whoever looks after ${siteOrigin}: you get a code, put it there, and we look. It counts for ${siteDays} days.`
              : `A code was given on ${open.startedLabel}; it stands at the address of the page that showed it, and nowhere else. Go back there, or take a new one, which ends the old.`}
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
            Put it on your website in one of these two ways, until {open.expiresLabel}. Keep this page’s address: only
            it knows the code.
          </p>
          <ol className="claim-steps">
            <li>
              <p>
                A file at <code>{`${siteOrigin ?? ""}${codeFilePath(code)}`}</code> with nothing in it but{" "}
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
              Or this line in the head of the front page, <code>{`${siteOrigin ?? ""}/`}</code>:{" "}
              <code>{`<meta name="${CLAIM_META_NAME}" content="${code}">`}</code>
            </li>
          </ol>
          <input type="hidden" name="code" value={code} />
          <Buttons>
            <button type="submit" className="button button-primary">
              Look now
            </button>
          </Buttons>
          <p className="claim-hint">
            We can look {counted(open.triesLeft, "more time")}. You may take it away afterwards.
          </p>
        </ClaimForm>
      )}
      {open !== undefined && <Withdraw view={view} open={open} />}
    </Way>
  );
}

/** What an editor reads. */
export function EvidenceWay({ view, refused }: WayProps) {
  const open = openOf(view, "evidence");
  return (
    <Way id="evidence" title={view.isRun ? "Tell an editor" : "By what an editor can check"} closed={null}>
      {open === undefined ? (
        <ClaimForm view={view} intent="evidence" isUnsaved={problemOf(refused, "evidence") !== null}>
          <Control
            id="claim-evidence"
            label="What proves that it is yours"
            problem={problemOf(refused, "evidence")}
            hint={`${EVIDENCE_CHARACTERS_MIN} to ${fullCount(EVIDENCE_CHARACTERS_MAX)} characters. Only the editors read it. Write no numbers of accounts or papers.`}
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
          </Control>
          <p className="claim-hint">
            The name on the business license, a public page that names you, a phone number of the place at which you can
            be called, and when.
          </p>
          <Buttons>
            <button type="submit" className="button button-outline">
              Send to an editor
            </button>
          </Buttons>
        </ClaimForm>
      ) : (
        <>
          <p>You sent it on {open.startedLabel}. It waits for an editor, and you are told here and by mail.</p>
          <Withdraw view={view} open={open} />
        </>
      )}
    </Way>
  );
}

function openOf({ open }: ClaimView, way: OpenClaim["way"]): OpenClaim | undefined {
  return open.find((claim) => claim.way === way);
}

function problemOf(refused: Refused | null, field: ClaimField): string | null {
  return refused?.field === field ? refused.why : null;
}

function Way({
  id,
  title,
  closed,
  children,
}: {
  id: string;
  title: string;
  closed: string | null;
  children: ReactNode;
}) {
  return (
    <section className="claim-way" aria-labelledby={id}>
      <h2 className="h3" id={id}>
        {title}
      </h2>
      {closed === null ? children : <p className="claim-hint">Not open for this place. {closed}</p>}
    </section>
  );
}

type ClaimFormProps = { view: ClaimView; intent: string; isUnsaved?: boolean; children: ReactNode };

/**
 * Every form keeps the code for the website in the page's address, where alone it stands, and asks before another one is
 * sent in its stead. `isUnsaved`: it was refused, and is kept nowhere else.
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

/** A labelled control with its hint and what is wrong with it. */
export function Control({ id, label, hint, problem, children }: ControlProps) {
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
        Take it back<span className="sr-only">: {WAY_NAMES[open.way]}</span>
      </button>
    </form>
  );
}

const WAY_NAMES = { mail: "the mailed code", site: "the code on the website", evidence: "what an editor reads" };
