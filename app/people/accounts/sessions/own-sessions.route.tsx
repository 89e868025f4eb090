import "./sessions.css";

import { data, redirect } from "react-router";

import { pageMeta } from "#app/guide/seo/page-meta.ts";
import { formatInstant } from "#app/lib/format-time.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type NoticeCode, noticeCookie } from "#app/platform/notice.ts";
import { readForm } from "#app/platform/read-form.ts";
import type { RouteHandle } from "#app/platform/route-handle.ts";
import { siteOf } from "#app/platform/site.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";

import type { Route } from "./+types/own-sessions.route";
import { requireViewer } from "../guards.ts";
import { sessionCookie } from "./session-cookie.ts";
import { endOwnSession, endUserSessions, listSessions } from "./sessions.server.ts";

export const handle = { audience: "signed-in" } satisfies RouteHandle;

const PATH = "/member/sessions";

/** The viewer's sessions, for every role. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now, viewer } = siteOf(context);
  const signedIn = requireViewer(viewer, request);
  const sessions = await listSessions(db, signedIn, now);
  return {
    sessions: sessions.map(({ id, browser, createdAt, lastSeenAt }) => ({
      id,
      browser,
      since: timeLabel(createdAt),
      lastSeen: timeLabel(lastSeenAt),
      isThis: id === signedIn.session.id,
    })),
  };
}

/** `do` is `end` with the id of a `session`, `end-others`, or `end-all`, which signs out here too. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, env, viewer, log } = siteOf(context);
  const { id: userId, session: own } = requireViewer(viewer, request);
  const form = await readForm(request);
  const [intent, id] = [form.text("do"), form.text("session")];
  if (intent === "end-others") {
    await endUserSessions(db, userId, own.id);
    return redirect(PATH, { status: 303, headers: { "set-cookie": notice("sessions-ended") } });
  }
  const isOther = intent === "end" && isUuid(id) && id !== own.id;
  if (isOther) {
    // Also if the session had already ended: submitting the form twice is no error.
    await endOwnSession(db, { userId, id });
    return redirect(PATH, { status: 303, headers: { "set-cookie": notice("session-ended") } });
  }
  if (intent !== "end-all") return data({ problem: "Choose which browser to sign out." }, { status: 400 });
  await endUserSessions(db, userId);
  log.info({ userId }, "A user signed out everywhere");
  const headers = new Headers({ "set-cookie": sessionCookie(null, env.siteUrl) });
  headers.append("set-cookie", notice("signed-out-everywhere"));
  return redirect("/", { status: 303, headers });
}

function notice(code: NoticeCode): string {
  return noticeCookie({ code, item: null });
}

/** ISO 8601, and "Nov 14, 2026, 3:05 PM". */
function timeLabel(at: Date): { iso: string; label: string } {
  return { iso: at.toISOString(), label: formatInstant(at) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: "Where you’re signed in",
    description: "The browsers you’re signed in with, and how to sign each one out.",
    path: PATH,
  });

export default function OwnSessions({ loaderData: { sessions }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap own-sessions">
      <Breadcrumbs trail={[{ label: "Home", to: "/" }, { label: "Where you’re signed in" }]} />
      <h1 className="d3">Where you’re signed in</h1>
      <p className="text-muted">
        These are the browsers you’re signed in with. If you don’t recognize one, sign it out.
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
            Sign out other browsers
          </button>
        )}
        <button type="submit" className="button button-outline" name="do" value="end-all">
          Sign out everywhere
        </button>
      </form>
    </div>
  );
}

type SessionRow = Route.ComponentProps["loaderData"]["sessions"][number];

function OwnSession({ session: { id, browser, since, lastSeen, isThis } }: { session: SessionRow }) {
  return (
    <>
      <div>
        <h2 className="h4">
          {browser} {isThis && <span className="badge badge-ivy">This browser</span>}
        </h2>
        <p className="meta text-row text-muted">
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
