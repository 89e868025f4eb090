import "#app/own-pages.css";

import { data, redirect } from "react-router";

import { pageMeta, siteUrlOf } from "#app/features/seo/page-meta.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";

import type { Route } from "./+types/own-sessions.route";
import { requireViewer } from "./guards.ts";
import { sessionCookie } from "./session-cookie.ts";
import { endOwnSession, endSessionsOf, listSessions } from "./sessions.server.ts";

const PATH = "/member/sessions";

/** Where somebody is signed in, whatever their role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now, viewer, page } = siteOf(context);
  page.keep = false;
  const person = requireViewer(viewer, request);
  const sessions = await listSessions(db, person, now);
  return {
    sessions: sessions.map(({ id, browser, createdAt, lastSeenAt }) => ({
      id,
      browser,
      since: said(createdAt),
      lastSeen: said(lastSeenAt),
      isThis: id === person.session.id,
    })),
  };
}

/** `do` is `end` with the id of a `session`, `end-others`, or `end-all`, which signs out here too. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, env, viewer, log } = siteOf(context);
  const { id: userId, session: own } = requireViewer(viewer, request);
  const form = await readForm(request);
  const [doing, id] = [form.text("do"), form.text("session")];
  if (doing === "end-others") {
    await endSessionsOf(db, userId, own.id);
    return redirect(PATH, { status: 303, headers: { "set-cookie": notice("sessions-ended") } });
  }
  const isOther = doing === "end" && isUuid(id) && id !== own.id;
  if (isOther) {
    // Also when it had ended already: it has, and a form sent twice is no mistake.
    await endOwnSession(db, { userId, id });
    return redirect(PATH, { status: 303, headers: { "set-cookie": notice("session-ended") } });
  }
  if (doing !== "end-all") return data({ problem: "Choose which browser to sign out." }, { status: 400 });
  await endSessionsOf(db, userId);
  log.info({ userId }, "Somebody signed out everywhere");
  const headers = new Headers({ "set-cookie": sessionCookie(null, env.siteUrl) });
  headers.append("set-cookie", notice("signed-out-everywhere"));
  return redirect("/", { status: 303, headers });
}

function notice(code: NoticeCode): string {
  return noticeCookie({ code, item: null });
}

/** ISO 8601, and "Nov 14, 2026, 3:05 PM". */
function said(at: Date): { iso: string; label: string } {
  return { iso: at.toISOString(), label: instant.format(at) };
}

const instant = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  month: "short",
  day: "numeric",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    siteUrl: siteUrlOf(matches),
    title: "Where you are signed in",
    description: "The browsers that you are signed in with, and the way out of each.",
    path: PATH,
    robots: "noindex, follow",
  });

export default function OwnSessions({ loaderData: { sessions }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap own-sessions">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Where you are signed in" }]} />
      <h1 className="d3">Where you are signed in</h1>
      <p className="text-stone-5">
        Each browser that you have signed in with, until you sign out or leave it unused. If you don’t know one, sign it
        out.
      </p>
      {actionData !== undefined && (
        <p className="form-problem" role="alert">
          {actionData.problem}
        </p>
      )}
      <ul className="session-list">
        {sessions.map((session) => (
          <li key={session.id}>
            <OwnSession session={session} />
          </li>
        ))}
      </ul>
      <form method="post" action={PATH} className="session-ends">
        {sessions.length > 1 && (
          <button type="submit" className="button button-outline" name="do" value="end-others">
            Sign out all others
          </button>
        )}
        <button type="submit" className="button button-outline" name="do" value="end-all">
          Sign out everywhere
        </button>
      </form>
    </div>
  );
}

type Shown = Route.ComponentProps["loaderData"]["sessions"][number];

function OwnSession({ session: { id, browser, since, lastSeen, isThis } }: { session: Shown }) {
  return (
    <>
      <div>
        <h2 className="h4">
          {browser} {isThis && <span className="badge badge-ivy">This browser</span>}
        </h2>
        <p className="meta text-row text-stone-5">
          <span>
            Signed in <time dateTime={since.iso}>{since.label}</time>
          </span>
          <span>
            Last used <time dateTime={lastSeen.iso}>{lastSeen.label}</time>
          </span>
        </p>
      </div>
      {!isThis && (
        <form method="post" action={PATH}>
          <input type="hidden" name="session" value={id} />
          <button type="submit" className="button button-plain" name="do" value="end">
            Sign out
            <span className="sr-only">
              {" "}
              {browser}, signed in {since.label}
            </span>
          </button>
        </form>
      )}
    </>
  );
}
