import { data, Link, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { parsePageNumber } from "#app/lib/page-number.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { readForm, type FormFields } from "#app/platform/read-form.ts";
import { readQuery, type RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { SWITCH_OFF_MESSAGES, switchTag } from "#app/platform/switches.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";

import { identifyReporter } from "#app/business/corrections/suggest/reporter.server.ts";
import { noSuchPage } from "#app/people/navigation/no-such-page.ts";
import { verifyFormStamp, signFormStamp } from "#app/business/submissions/form/form-stamp.server.ts";
import { formatLongDay } from "#app/lib/format-time.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/newsletter.route";
import { listArchivedIssues } from "../issue/archived-issues.server.ts";
import { NEWSLETTER_TAG } from "../issue/issues.server.ts";
import { parseEmailAddress } from "./email-address.ts";
import { issuePath, NEWSLETTER_FEED_PATH, NEWSLETTER_PATH } from "../newsletter-paths.ts";
import { EMAIL_FIELD_ID, SubscribeForm } from "./subscribe-form.tsx";
import { requestNewsletter } from "./subscribe.server.ts";

export const handle = { audience: "everyone", query: ["page", "requested"] } as const satisfies RouteHandle;

/** Per member or network; a whole café may share a network. */
const FORMS_PER_MINUTE_MAX = 20;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

/** The archive and the subscription form. The form in every page's footer submits here too. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.tags.add(NEWSLETTER_TAG).add(switchTag("newsletter"));
  const query = readQuery(request, handle);
  const page = parsePageNumber(query.get("page"));
  const archive = await listArchivedIssues(site.db, { page: Math.min(page, ARCHIVE_PAGE_MAX) });
  if (page > archive.pageCount) throw noSuchPage();
  return {
    issues: archive.items.map(({ slug, subject, preview, neighborhood, startedAt }) => ({
      slug,
      subject,
      preview,
      neighborhood,
      on: startedAt.toISOString().slice(0, 10),
      dayLabel: formatLongDay(startedAt),
    })),
    page,
    pageCount: archive.pageCount,
    isConfirming: query.get("requested") === "yes",
    closed: site.switches.isOn("newsletter") ? null : SWITCH_OFF_MESSAGES.newsletter,
  };
}

/** Bounds the OFFSET of the query: more than twenty years of weekly issues. */
const ARCHIVE_PAGE_MAX = 60;

/** The answer is the same for every address, so that it doesn't reveal subscribers. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const form = await readForm(request);
  const typed = form.text("email").slice(0, TYPED_CHARACTERS_MAX);
  const refuse = async (status: number, why: string, problem: string | null = null) => {
    // Stamped only in this uncached answer: the cached page can't know when it was opened.
    const isValidStamp = (await verifyFormStamp(site.db, form.text("stamp"), site.now)) !== "not-ours";
    const stamp = isValidStamp ? form.text("stamp") : await signFormStamp(site.db, site.now);
    return data({ why, typed, problem, stamp }, { status });
  };
  if (!site.switches.isOn("newsletter")) return refuse(503, SWITCH_OFF_MESSAGES.newsletter);
  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  if (seconds !== null) return refuse(429, tooManyRequests(seconds));
  const email = parseEmailAddress(typed);
  if (email === null) return refuse(400, "We couldn’t subscribe you.", "Enter an address like name@example.com.");
  if (form.text("fax") !== "")
    return refuse(400, "Leave the field “Leave this empty” blank. It’s there to catch bots.");
  if (!(await isFromPage(site, request, form))) {
    return refuse(400, "We couldn’t verify where this form came from. Please send it again.");
  }
  const { ipHash } = await identifyReporter(site, "");
  const outcome = await requestNewsletter(site.db, { email, ipHash, now: site.now });
  if (outcome === "too-many") {
    return refuse(429, "Too many people on your network have subscribed today. Try again tomorrow.");
  }
  if (outcome === "full") return refuse(429, "Too many people have subscribed today. Try again tomorrow.");
  return redirect(`${NEWSLETTER_PATH}?requested=yes`, 303);
}

/** Longer than any valid address, so that a refused form keeps the input. */
const TYPED_CHARACTERS_MAX = 400;

/**
 * Whether a browser sent the form from one of our pages, by its headers; the server has already refused other origins.
 * Without such headers the form needs the stamp of a page open for a while.
 */
async function isFromPage({ db, now }: Site, request: Request, form: FormFields): Promise<boolean> {
  const { headers } = request;
  if (headers.get("origin") !== null || headers.get("sec-fetch-site") === "same-origin") return true;
  return (await verifyFormStamp(db, form.text("stamp"), now)) === "fine";
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { page, pageCount } = loaderData;
  return pageMeta({
    matches,
    title: page === 1 ? "Newsletter" : `Newsletter, page ${page}`,
    description:
      "New guides and places in Washington, DC, by email: no account needed, no tracking. Subscribe, or read past issues.",
    path: pathOf(page),
    pager: {
      ...(page > 1 ? { prev: pathOf(page - 1) } : {}),
      ...(page < pageCount ? { next: pathOf(page + 1) } : {}),
    },
    feeds: [{ title: "Rowhouse: newsletter", path: NEWSLETTER_FEED_PATH, format: "atom" }],
  });
};

function pathOf(page: number): string {
  return page === 1 ? NEWSLETTER_PATH : `${NEWSLETTER_PATH}?page=${page}`;
}

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { issues, page, pageCount, isConfirming, closed } = loaderData;
  const refused = actionData ?? null;
  const isDone = refused === null && isConfirming;
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">{isDone ? "Check your email" : "Newsletter"}</h1>
      {isDone ? (
        <p className="lede" role="status">
          We sent you an email. Open the link in it and confirm your subscription: we won’t send anything until you do.
          Nothing after a few minutes? Check your spam folder, or try again tomorrow. We send at most one of these a
          day.
        </p>
      ) : (
        <>
          <p className="lede">
            One email a week with new guides and places in Washington. Free, no account needed. Unsubscribe anytime.
          </p>
          {refused !== null && <FormSummary why={refused.why} problems={problemsOf(refused.problem)} />}
          {refused === null && closed !== null && (
            <p className="form-notice" role="status">
              {closed}
            </p>
          )}
          {(refused !== null || closed === null) && (
            <SubscribeForm
              typed={refused?.typed ?? ""}
              problem={refused?.problem ?? null}
              stamp={refused?.stamp ?? null}
            />
          )}
          <p className="newsletter-hint">
            We don’t track whether you open it or what you click.{" "}
            <Link className="link" to="/privacy#newsletter">
              What we store
            </Link>
          </p>
        </>
      )}
      <section aria-labelledby="issues">
        <SectionHead id="issues" title="Past issues" />
        {issues.length === 0 ? (
          <EmptyState title="No issues yet">The first issue will be listed here.</EmptyState>
        ) : (
          <ol className="newsletter-issues">
            {issues.map(({ slug, subject, preview, neighborhood, on, dayLabel }) => (
              <li key={slug}>
                <h3 className="h3">
                  <Link className="name-link" to={issuePath(slug)}>
                    {subject}
                  </Link>
                </h3>
                {preview !== "" && <p>{preview}</p>}
                <p className="meta text-meta text-muted">
                  <time dateTime={on}>{dayLabel}</time>
                  {neighborhood !== null && <span>{neighborhood}</span>}
                </p>
              </li>
            ))}
          </ol>
        )}
        <Pager label="Issues" page={page} pageCount={pageCount} hrefFor={pathOf} />
        <p>
          <a className="link" href={NEWSLETTER_FEED_PATH}>
            Follow the feed
          </a>
        </p>
      </section>
    </div>
  );
}

function problemsOf(problem: string | null) {
  return problem === null ? [] : [{ id: EMAIL_FIELD_ID, label: "Email address", text: problem }];
}
