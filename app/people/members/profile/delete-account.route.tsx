import "../dashboard/member-pages.css";

import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { AddressRateLimit } from "#app/platform/address-rate-limit.ts";
import { noticeCookie } from "#app/platform/notice.ts";
import { invalidatePages } from "#app/platform/page-tags.server.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { type Site, siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { deleteAccount, isLastAdmin } from "#app/people/accounts/standing/delete-account.server.ts";
import { requireViewer } from "#app/people/accounts/guards.ts";
import { sessionCookie } from "#app/people/accounts/sessions/session-cookie.ts";
import { DELETE_CONFIRMATION } from "#app/people/accounts/standing/account-restore.ts";
import { getBillingProvider } from "#app/people/membership/get-billing-provider.server.ts";
import { CustomerGone, ProviderDown } from "#app/people/membership/billing-provider.ts";
import { stopBillingBeforeDeletion, isBilledElsewhere } from "#app/people/membership/checkout/checkout.server.ts";
import { notifyQuestionPagesOfMember } from "#app/people/place-questions/question-pages-of-member.server.ts";
import { withdrawReviews } from "#app/people/reviews/write/deleted-author-reviews.server.ts";
import { tooManyRequests } from "#app/ui/form-refusals.ts";
import type { Route } from "./+types/delete-account.route";
import { DeleteAccountForm } from "./delete-account-form.tsx";
import { DELETE_ACCOUNT_PATH } from "./settings-paths.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

/** Forms per member. */
const FORMS_PER_MINUTE_MAX = 20;
const limit = new AddressRateLimit(FORMS_PER_MINUTE_MAX);

export function loader({ context, request }: Route.LoaderArgs) {
  const { viewer } = siteOf(context);
  requireViewer(viewer, request);
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const site = siteOf(context);
  const { db, env, log, now, viewer } = site;
  const { id: userId } = requireViewer(viewer, request);
  const typed = (await readForm(request)).text("word");
  const reject = (status: 400 | 409 | 429 | 502, why: string, problem: string | null = null) =>
    data({ typed, why, problem }, { status });
  const retryAfter = limit.secondsToWait(userId, now);
  if (retryAfter !== null) return reject(429, tooManyRequests(retryAfter));
  if (typed.trim().toLowerCase() !== DELETE_CONFIRMATION) {
    return reject(400, "Nothing is deleted.", `Type ${DELETE_CONFIRMATION} to confirm.`);
  }
  if (await isLastAdmin(db, userId)) return reject(409, LAST_ADMIN);
  const billing = await stopBilling(site, userId);
  if (billing === "down") return reject(502, PROVIDER_DOWN);
  if (billing === "elsewhere") return reject(409, BILLED_ELSEWHERE);
  const outcome = await db.transaction(async (tx) => {
    const deleted = await deleteAccount(tx, { userId, now });
    if (deleted === "last-admin") return deleted;
    await withdrawReviews(tx, userId);
    await notifyQuestionPagesOfMember(tx, userId);
    await invalidatePages(tx, [`member:${userId}`]);
    return deleted;
  });
  if (outcome === "last-admin") return reject(409, LAST_ADMIN);
  log.info({ userId }, "A user deleted their account");
  const headers = new Headers({ "set-cookie": sessionCookie(null, env.siteUrl) });
  headers.append("set-cookie", noticeCookie({ code: "account-deleted", item: null }));
  return redirect("/", { status: 303, headers });
}

/** Cancels an active subscription, so that no one pays for a deleted account. */
async function stopBilling(site: Site, userId: string): Promise<"stopped" | "down" | "elsewhere"> {
  const { db, log, now } = site;
  const provider = getBillingProvider(site);
  // Checked before canceling: a user whose account can't be deleted keeps their subscription.
  if (await isBilledElsewhere(db, { provider, userId })) {
    log.error(
      { userId },
      "An account can't be deleted: Stripe, or a Stripe account that isn't configured here, may still bill its user",
    );
    return "elsewhere";
  }
  if (provider === null) return "stopped";
  try {
    await stopBillingBeforeDeletion(db, { provider, userId, now });
    return "stopped";
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ err: error, userId }, "The subscription of an account to be deleted could not be canceled");
    return error instanceof CustomerGone ? "elsewhere" : "down";
  }
}

const BILLED_ELSEWHERE =
  "Nothing is deleted: we can’t reach a payment provider that may still bill you. We’ve noted that you want to leave. Try again tomorrow.";

const PROVIDER_DOWN =
  "Nothing is deleted: we couldn’t cancel your subscription, so you would still be charged. Try again in a minute.";

const LAST_ADMIN = "You are the only admin. Make someone else an admin first.";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Delete your account",
    description: "Delete your account and everything in it.",
    path: DELETE_ACCOUNT_PATH,
  });

export default function DeleteAccount({ actionData }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <Breadcrumbs
        trail={[{ label: "Home", to: "/" }, { label: "Settings", to: "/settings" }, { label: "Delete your account" }]}
      />
      <h1 className="d3 member-name">Delete your account</h1>
      <div className="settings">
        <DeleteAccountForm refused={actionData ?? null} />
      </div>
    </div>
  );
}
