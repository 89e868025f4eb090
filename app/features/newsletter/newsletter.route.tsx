import "#app/own-pages.css";

import { data, Link, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { pageNumber } from "#app/lib/page-number.ts";
import { AddressLimit } from "#app/platform/address-limit.ts";
import { readForm, type SentForm } from "#app/platform/read-form.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { FormSummary } from "#app/ui/form-summary.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { SectionHead } from "#app/ui/section-head.tsx";

import { reporterOf } from "../corrections/reporter.server.ts";
import { noSuchPage } from "../navigation/no-such-page.ts";
import { readStamp, stampForm } from "../submissions/form-stamp.server.ts";
import type { Route } from "./+types/newsletter.route";
import { archivedIssues, NEWSLETTER_TAG } from "./issues.server.ts";
import { readMailAddress } from "./mail-address.ts";
import { issuePath, NEWSLETTER_FEED_PATH, NEWSLETTER_PATH } from "./newsletter-paths.ts";
import { EMAIL_FIELD_ID, SubscribeForm } from "./subscribe-form.tsx";
import { askForNewsletter } from "./subscribe.server.ts";

/** Per person or network; a whole café may share one. */
const FORMS_PER_MINUTE_MAX = 20;
const limit = new AddressLimit(FORMS_PER_MINUTE_MAX);

/** What went out, and where everybody asks for what comes next: the form here and the one at the foot of every page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const site = siteOf(context);
  site.page.tags.add(NEWSLETTER_TAG);
  const { searchParams } = new URL(request.url);
  const page = pageNumber(searchParams.get("page"));
  const archive = await archivedIssues(site.db, { page: Math.min(page, ARCHIVE_PAGE_MAX) });
  if (page > archive.pageCount) throw noSuchPage();
  return {
    issues: archive.items.map(({ slug, subject, preview, neighborhood, startedAt }) => ({
      slug,
      subject,
      preview,
      neighborhood,
      on: startedAt.toISOString().slice(0, 10),
      dayLabel: day.format(startedAt),
    })),
    page,
    pageCount: archive.pageCount,
    isAsked: searchParams.get("asked") === "yes",
  };
}

/** It bounds the OFFSET: twenty years of weeks. */
const ARCHIVE_PAGE_MAX = 60;

const day = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", dateStyle: "long" });

/** The answer is the same for every address: whether it was known is told to its mailbox alone. */
export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const form = await readForm(request);
  const typed = form.text("email").slice(0, TYPED_CHARACTERS_MAX);
  const refuse = async (status: number, why: string, problem: string | null = null) => {
    // Only here: a page that everybody reads can't say when it was opened.
    const isOurs = (await readStamp(site.db, form.text("stamp"), site.now)) !== "not-ours";
    const stamp = isOurs ? form.text("stamp") : await stampForm(site.db, site.now);
    return data({ why, typed, problem, stamp }, { status });
  };
  const seconds = limit.secondsToWait(site.viewer?.id ?? site.visitorAddress ?? "", site.now);
  if (seconds !== null) return refuse(429, `That is too often. Try again in ${seconds} seconds.`);
  const address = readMailAddress(typed);
  if (address === null) return refuse(400, "That can’t be sent yet.", "Write it as name@example.com.");
  if (form.text("fax") !== "") return refuse(400, "Leave the field empty that is called so: programs fill it in.");
  if (!(await isFromPage(site, request, form))) {
    return refuse(400, "Your browser doesn’t say which page this comes from. Look it over and send it again.");
  }
  const { addressHash } = await reporterOf(site, "");
  const outcome = await askForNewsletter(site.db, { address, addressHash, now: site.now });
  if (outcome === "too-many") {
    return refuse(
      429,
      "So many have asked from your network today that no more mails go out for it. Come back tomorrow.",
    );
  }
  if (outcome === "full") return refuse(429, "So many have asked today that no more mails go out. Come back tomorrow.");
  return redirect(`${NEWSLETTER_PATH}?asked=yes`, 303);
}

/** Longer than any address that is taken, so that a refused form keeps what was typed. */
const TYPED_CHARACTERS_MAX = 400;

/**
 * Whether a person's browser sent the form from a page of ours: it says so itself, and the server has refused other sites'
 * pages before. What says nothing has to bring the stamp of a form that was open for a while.
 */
async function isFromPage({ db, now }: Site, request: Request, form: SentForm): Promise<boolean> {
  const { headers } = request;
  if (headers.get("origin") !== null || headers.get("sec-fetch-site") === "same-origin") return true;
  return (await readStamp(db, form.text("stamp"), now)) === "fine";
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { page, pageCount } = loaderData;
  return pageMeta({
    siteUrl: siteUrlOf(matches),
    title: page === 1 ? "Newsletter" : `Newsletter, page ${page}`,
    description:
      "New guides and new places in Washington, DC, by mail: subscribe without an account, without tracking, and read every issue that went out.",
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
  const { issues, page, pageCount, isAsked } = loaderData;
  const refused = actionData ?? null;
  const isDone = refused === null && isAsked;
  return (
    <div className="wrap newsletter-page">
      <h1 className="d2">{isDone ? "Look into your mailbox" : "Newsletter"}</h1>
      {isDone ? (
        <p className="lede" role="status">
          A mail is on its way to the address that you gave. Open the link in it and press the button there: until you
          do, nothing else comes. Nothing after a few minutes? Look among the spam, or ask again tomorrow: we mail an
          address about this once a day at most.
        </p>
      ) : (
        <>
          <p className="lede">
            New guides and new places in Washington, by mail. It costs nothing and needs no account; one click ends it.
          </p>
          {refused !== null && <FormSummary why={refused.why} problems={problemsOf(refused.problem)} />}
          <SubscribeForm
            typed={refused?.typed ?? ""}
            problem={refused?.problem ?? null}
            stamp={refused?.stamp ?? null}
          />
          <p className="newsletter-hint">
            No pictures that report, no counted clicks: we don’t learn whether you open it.{" "}
            <Link className="link" to="/privacy#newsletter">
              What we keep of you
            </Link>
          </p>
        </>
      )}
      <section aria-labelledby="issues">
        <SectionHead id="issues" title="What went out" />
        {issues.length === 0 ? (
          <EmptyState title="No issue yet">The first one stands here as soon as it is sent.</EmptyState>
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
                <p className="meta text-meta text-stone-5">
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
            The issues as a feed
          </a>
        </p>
      </section>
    </div>
  );
}

function problemsOf(problem: string | null) {
  return problem === null ? [] : [{ id: EMAIL_FIELD_ID, label: "E-mail address", text: problem }];
}
