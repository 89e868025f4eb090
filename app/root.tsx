// The styles of what stands on every page, and of missing pages, which stand under any URL.
import "./app.css";
import "./guide/search/suggest/search-box.css";
import "./people/members/profile/member-picture.css";
import "./people/navigation/error-page.css";
import "./people/navigation/site-footer.css";
import "./people/navigation/site-header.css";
import "./people/navigation/trial-bar.css";
import "./people/navigation/user-menu.css";

import { lazy, useEffect } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";

import type { Route } from "./+types/root";
import type { Database } from "./db/database.server.ts";
import { hasBusinesses } from "./business/listings/people/owners.server.ts";
import { ErrorPage, requestIdOfPage, unexpectedFailure } from "./people/navigation/error-page.tsx";
import { PageNotice } from "./people/navigation/page-notice.tsx";
import { buildHeaderViewer } from "./people/navigation/header-viewer.ts";
import { LazySignedInChrome } from "./people/navigation/lazy-signed-in-chrome.tsx";
import { describeNotice } from "./people/navigation/notice-text.ts";
import { suggestionsOf } from "./people/navigation/no-such-page.ts";
import { SITE_FOOTER_ID, SiteFooter } from "./people/navigation/site-footer.tsx";
import { SiteHeader } from "./people/navigation/site-header.tsx";
import { SAMPLE_ACTIVITY_PATH } from "./people/navigation/sample-activity-path.ts";
import { TRIAL_BAR_SCRIPT, TrialBar } from "./people/navigation/trial-bar.tsx";
import type { RouteHandle } from "./platform/route-handle.ts";
import { isTrialOfThisMachine } from "./platform/local-trial.ts";
import { hasDemoUsers } from "./people/accounts/users.server.ts";
import { listFeaturedNeighborhoods } from "./guide/neighborhoods/neighborhood-queries.server.ts";
import { countUnread } from "./core/notifications/notifications.server.ts";
import { APPLE_TOUCH_ICON_PATH } from "./guide/seo/files/app-icons.ts";
import { parseOutage } from "./http/outage.ts";
import { dcToday } from "#app/lib/dc-time.ts";
import { siteOf } from "./platform/site.ts";
import { FONT_PRELOADS } from "./ui/font-preloads.ts";
import { SkipLink } from "./ui/skip-link.tsx";
import { HEAD_SCRIPT } from "./ui/head-script.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context);
  const { db, viewer } = site;
  site.page.tags.add("neighborhoods");
  return {
    neighborhoods: await listFeaturedNeighborhoods(db),
    year: Number(dcToday(site.now).slice(0, 4)),
    siteUrl: site.env.siteUrl,
    socialLinks: site.env.socialLinks,
    // Only when set, because every page includes this data.
    ...(site.switches.isOn("newsletter") ? {} : { isNewsletterClosed: true }),
    ...(site.env.mapStyleUrl === null ? {} : { mapStyleUrl: site.env.mapStyleUrl }),
    ...(__TRIAL__ ? { trial: { hasActivity: await hasDemoUsers(db), canChange: isTrialOfThisMachine(site.env) } } : {}),
    ...(viewer === null ? {} : { viewer: buildHeaderViewer(viewer, await headerFacts(db, viewer.id)) }),
    ...(site.notice === null ? {} : { notice: describeNotice(site.notice, viewer) }),
  };
}

async function headerFacts(db: Database, userId: string) {
  return { unreadCount: await countUnread(db, userId), hasBusinesses: await hasBusinesses(db, userId) };
}

/** Header and footer data rarely change, so client-side navigation doesn't reload them. */
export function shouldRevalidate(): boolean {
  return false;
}

export const links: Route.LinksFunction = () => [
  ...FONT_PRELOADS.map((href) => ({
    rel: "preload",
    as: "font",
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: APPLE_TOUCH_ICON_PATH, sizes: "180x180" },
  { rel: "manifest", href: "/manifest.webmanifest" },
  { rel: "search", href: "/opensearch.xml", type: "application/opensearchdescription+xml", title: "Rowhouse" },
];

/** Only in the document: browsers run it from there, and their bundle needs no copy. */
const INLINE_SCRIPT = !import.meta.env.SSR ? "" : __TRIAL__ ? `${HEAD_SCRIPT};${TRIAL_BAR_SCRIPT}` : HEAD_SCRIPT;

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { pathname, key } = useLocation();
  // For browser tests: the address changes before its page is drawn.
  useEffect(() => {
    document.documentElement.dataset["shown"] = key;
  }, [key]);
  const isFullWindow = useHandleSays("isFullWindow");
  const isFramed = useHandleSays("isFramed");
  const viewer = root?.viewer ?? null;
  return (
    // The head script sets attributes here before hydration.
    <html lang="en-US" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {!isFramed && <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: INLINE_SCRIPT }} />}
        {/* Delays painting until the footer is parsed: a partly parsed card would shift when its rest arrives. */}
        <link rel="expect" href={`#${SITE_FOOTER_ID}`} blocking="render" />
        <Meta />
        <Links />
      </head>
      <body>
        <SkipLink />
        {__TRIAL__ && root?.trial !== undefined && pathname !== SAMPLE_ACTIVITY_PATH && !isFullWindow && (
          <TrialBar {...root.trial} />
        )}
        {!isFullWindow && (
          <SiteHeader neighborhoods={root?.neighborhoods ?? []} currentPath={pathname} viewer={viewer} />
        )}
        {/* Part of the header, and what tells an editor that their session has ended. */}
        {isFullWindow && viewer !== null && <LazySignedInChrome part="watch" viewer={viewer} />}
        {root?.notice !== undefined && <PageNotice {...root.notice} />}
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {isFullWindow ? (
          <span id={SITE_FOOTER_ID} />
        ) : (
          <SiteFooter
            year={root?.year ?? FIRST_YEAR}
            socialLinks={root?.socialLinks ?? []}
            isNewsletterClosed={root?.isNewsletterClosed}
          />
        )}
        {!isFramed && <ScrollRestoration />}
        {!isFramed && <Scripts />}
      </body>
    </html>
  );
}

/** What the page's route declares. A page that says what failed has header, footer and script. */
function useHandleSays(name: keyof RouteHandle): boolean {
  const matches = useMatches();
  const hasFailed = useRouteError() != null;
  return !hasFailed && matches.some(({ handle }) => typeof handle === "object" && handle !== null && name in handle);
}

/** The footer's year when the root loader failed. */
const FIRST_YEAR = 2025;

export default function Root() {
  return <Outlet />;
}

/** Loaded by missing pages alone. */
const NotFound = lazy(() =>
  import("./people/navigation/not-found.tsx").then((module) => ({ default: module.NotFound })),
);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation();
  const answer = isRouteErrorResponse(error) ? error : null;
  const isMissing = answer?.status === 404;
  const failure = parseOutage(answer?.data) ?? unexpectedFailure(requestIdOfPage("%REQUEST_ID%"));
  return (
    <>
      <title>{`${isMissing ? "Page not found" : failure.title} - Rowhouse - Your Guide to Washington, DC`}</title>
      <meta name="robots" content="noindex" />
      {isMissing ? (
        <NotFound path={pathname} suggestions={suggestionsOf(answer?.data)} />
      ) : (
        <ErrorPage path={pathname + search} failure={failure} />
      )}
    </>
  );
}
