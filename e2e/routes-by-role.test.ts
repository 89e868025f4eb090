import { describe, expect } from "vitest";

import { signInPath } from "#app/people/accounts/sign-in/return-path.ts";
import { AUDIENCES, type Audience } from "#app/platform/route-handle.ts";

import { inParallel } from "./in-parallel.ts";
import { siteUrl, test } from "./browser.ts";
import { unstyledClasses } from "./style-sheets.ts";
import { sessionCookieOf } from "./development-sign-in.ts";
import { builtSite } from "./site.ts";

const ASKERS = ["guest", "member", "business", "admin"] as const;
type Asker = (typeof ASKERS)[number];

/** A status, or the target of a redirect. */
type Answer = number | string;
/** One answer is what the audience gets, and others are refused. A record says what each asker gets. */
type Answers = Answer | Record<Asker, Answer>;
type Row = {
  /** A URL of the route. Default: its path. */
  at?: string;
  get: Answers;
  /** The response to an empty form. A page without forms refuses with 405. */
  post: Answers;
};

/** Nobody has this id: a missing profile is answered like a private one. */
const MISSING_ID = "00000000-0000-4000-8000-000000000000";

const noForm = (get: Answers, at?: string): Row => ({ ...(at === undefined ? {} : { at }), get, post: METHOD_REFUSED });
const page = (at?: string) => noForm(200, at);

/** A route without a loader or an action refuses everybody alike. */
const METHOD_REFUSED = 405;

/** Every route of app/routes.ts by who can use it and its path, and what it answers. */
const ROWS: Record<Audience, Record<string, Row>> = {
  everyone: {
    "": page(),
    latest: page(),
    "posts/:slug": page("/posts/best-pizza"),
    "category/:category": page("/category/food"),
    "category/:category/feed.xml": page("/category/food/feed.xml"),
    "category/:category/feed.json": page("/category/food/feed.json"),
    neighborhoods: page(),
    "neighborhood/:slug": page("/neighborhood/georgetown"),
    "places/:slug": page("/places/madams-organ"),
    search: page("/search?q=coffee"),
    "search.json": page("/search.json?q=coffee"),
    "search/pins.json": page("/search/pins.json?q=coffee"),
    "search/suggestions": page("/search/suggestions?q=cof"),
    map: page(),
    "map/pins.json": page(),
    "map/areas.json": page(),
    "map/names/:view/:file": page("/map/names/1200,3400,5000/names-day.svg"),
    "map/still/:pins/:file": page("/map/still/1,500,500/pins-day.svg"),
    "auth/login": noForm({
      guest: 200,
      member: "/member/dashboard",
      business: "/business/dashboard",
      admin: "/admin/dashboard",
    }),
    "auth/google": { get: "/auth/login", post: "/auth/login?problem=not-set-up" },
    "auth/callback": noForm("/auth/login?problem=not-set-up"),
    "auth/sign-out": { get: "/", post: "/" },
    // Only a person who was just refused has something to read here.
    "auth/suspended": noForm("/auth/login?problem=suspended"),
    // Only a person who just signed in to a deleted account can do something here.
    "auth/restore": { get: "/auth/login?problem=expired", post: "/auth/login?problem=expired" },
    // Requested by scripts: a guest gets an answer and no redirect.
    "auth/session": { get: 200, post: 200 },
    // A request that doesn't accept an event stream is refused.
    events: noForm({ ...asRecord(406), guest: 204 }),
    "auth/dev-login": { get: 200, post: 400 },
    saves: { get: { ...asRecord("/saved"), guest: "/" }, post: 404 },
    // Without pressing the list's own button, the request redirects to the list.
    "lists/:key/copy": noForm(
      "/lists/00000000000000000000000000000000",
      "/lists/00000000000000000000000000000000/copy",
    ),
    "lists/:key": { at: "/lists/00000000000000000000000000000000", get: 404, post: 404 },
    "members/:id": noForm(404, `/members/${MISSING_ID}`),
    "members/:id/picture/:version": noForm(404, `/members/${MISSING_ID}/picture/1`),
    // Open to guests: an empty form is refused to everybody.
    "places/:slug/suggest": { at: "/places/madams-organ/suggest", get: 200, post: 400 },
    "places/:slug/hours": { at: "/places/madams-organ/hours", get: 200, post: 400 },
    "places/:slug/confirm": {
      at: "/places/madams-organ/confirm",
      get: "/places/madams-organ",
      post: "/places/madams-organ#facts",
    },
    // A place without photos redirects to its page.
    "places/:slug/photos": noForm("/places/madams-organ", "/places/madams-organ/photos"),
    "place-photos/:id/:file": noForm(404, "/place-photos/x/none.jpg"),
    // An existing place and a link that its page doesn't have.
    "places/:slug/clicks/:kind": { at: "/places/madams-organ/clicks/none", get: 405, post: 404 },
    "corrections/:key": noForm(404, "/corrections/00000000000000000000000000000000"),
    submit: { get: 200, post: 400 },
    // Both are requested by the form: a direct visit redirects to it.
    "submit/hints": { get: "/submit", post: 200 },
    "submit/draft": { get: "/submit", post: { ...asRecord("/submit"), guest: signInPath("/submit/draft") } },
    "submissions/mail/:key": { at: "/submissions/mail/00000000000000000000000000000000", get: 404, post: 404 },
    // Without a valid key there is nothing to read or add.
    "submissions/:key": { at: "/submissions/00000000000000000000000000000000", get: 404, post: 404 },
    "submissions/:key/photos": { at: "/submissions/00000000000000000000000000000000/photos", get: 405, post: 404 },
    "submissions/:key/photos/:id": noForm(404, `/submissions/00000000000000000000000000000000/photos/${MISSING_ID}`),
    "preview/:key": noForm(404, "/preview/00000000000000000000000000000000"),
    "guide-pictures/:id/:file": noForm(404, `/guide-pictures/${MISSING_ID}/480.webp`),
    "places/:slug/questions": {
      at: "/places/madams-organ/questions",
      get: 200,
      post: { ...asRecord(400), guest: signInPath("/places/madams-organ/questions") },
    },
    advertise: page(),
    // Robots, as which the site treats this test, get nothing.
    sponsored: noForm(204, "/sponsored?on=category:food"),
    "sponsored/views/:token": { at: "/sponsored/views/none", get: 405, post: 404 },
    "sponsored/clicks/:token": { at: "/sponsored/clicks/none", get: 405, post: 404 },
    "badge/:file": page("/badge/madams-organ.svg"),
    // Open to guests: an empty form is refused to everybody.
    newsletter: { get: 200, post: 400 },
    "newsletter/feed.xml": page(),
    "newsletter/:slug": noForm(404, "/newsletter/no-such-issue"),
    // No such key.
    "newsletter/unsubscribe/:key": { at: "/newsletter/unsubscribe/none", get: 404, post: 404 },
    "newsletter/:step/:key": { at: "/newsletter/preferences/none", get: 404, post: 404 },
    // No such key.
    "search-alerts/stop/:key": { at: "/search-alerts/stop/none", get: 404, post: 404 },
    contact: { get: 200, post: 400 },
    about: page(),
    credits: page(),
    "about/data": page(),
    transparency: page(),
    "transparency.csv": page(),
    privacy: page(),
    terms: page(),
    "feed.xml": page(),
    "feed.json": page(),
    "sitemap.xml": page(),
    "sitemaps/:part": noForm(404, "/sitemaps/no-such-part"),
    "robots.txt": page(),
    "llms.txt": page(),
    "opensearch.xml": page(),
    "pictures/:version/places/:slug/:salt/:crop": noForm(404, "/pictures/1/places/x/0/none.svg"),
    "pictures/:version/kinds/:slug/:salt/:crop": noForm(404, "/pictures/1/kinds/x/0/none.svg"),
    "pictures/:version/guides/:slug/:salt/:crop": noForm(404, "/pictures/1/guides/x/0/none.svg"),
    "pictures/:version/plans/:file": noForm(404, "/pictures/1/plans/none.svg"),
    "pictures/street/:file": noForm(404, "/pictures/street/none.svg"),
    "pictures/fronts/:file": noForm(404, "/pictures/fronts/none.svg"),
    "pictures/scenes/:file": page("/pictures/scenes/flag-day.svg"),
    "pictures/members/:file": page("/pictures/members/1-day.svg"),
    "pictures/:file": noForm(404, "/pictures/none.svg"),
    "photos/:id": noForm(404, "/photos/none"),
    subscription: { get: 200, post: { ...asRecord(400), guest: signInPath("/subscription") } },
    // Open to everybody, as the specification says; a visitor who isn't a member is told so.
    "subscription/success": page(),
    "api/webhooks/stripe": { get: 405, post: 400 },
    "api/fetch-photos": { get: 405, post: 415 },
    "manifest.webmanifest": page(),
    "app-icons/:file": noForm(404, "/app-icons/none.png"),
    "social/:kind/:file": noForm(404, "/social/places/none.png"),
    "development/mailbox": page(),
    "development/mailbox/:id": noForm(404, "/development/mailbox/none"),
    "development/pictures": page(),
    "development/sample-activity": { get: 200, post: 400 },
    "development/demo-cleared": page(),
    "development/pictures/:number/:file": noForm(404, "/development/pictures/x/none.svg"),
    ":category": page("/food"),
    "*": { at: "/no-such-page/at-all", get: 404, post: 404 },
  },
  "signed-in": {
    notifications: { get: 200, post: 400 },
    "member/sessions": { get: 200, post: 400 },
    saved: { get: 200, post: 400 },
    activity: page(),
    // An empty search is refused.
    "search-alerts": { get: 200, post: 400 },
    // A list without a name is refused.
    lists: { get: 200, post: 400 },
    "lists/:id/edit": { at: `/lists/${MISSING_ID}/edit`, get: 404, post: 400 },
    // For scripts: a guest gets the sign-in URL.
    // For scripts: a guest gets the sign-in URL.
    "places/:slug/lists": {
      at: "/places/madams-organ/lists",
      get: { ...asRecord(200), guest: signInPath("/lists?place=madams-organ") },
      post: { ...asRecord(400), guest: signInPath("/lists?place=madams-organ") },
    },
    "lists/:id/order": {
      at: `/lists/${MISSING_ID}/order`,
      get: asRecord(404),
      post: { ...asRecord(404), guest: signInPath(`/lists/${MISSING_ID}/edit`) },
    },
    "lists/:id/:file": noForm(404, `/lists/${MISSING_ID}/export.csv`),
    // An empty name is refused.
    settings: { get: 200, post: 400 },
    // Without the confirmation word nothing is deleted.
    "settings/delete": { get: 200, post: 400 },
    "member/export.json": page(),
    "place-photos/:id/report": { at: "/place-photos/x/report", get: 404, post: 404 },
    corrections: page(),
    "places/:slug/claim": { at: "/places/madams-organ/claim", get: 200, post: 400 },
    // The role business has this page at an address of its own.
    business: {
      get: { ...asRecord(200), guest: signInPath("/business"), business: "/business/dashboard" },
      post: { ...asRecord(400), guest: signInPath("/business"), business: "/business/dashboard" },
    },
    "business/invitations/:key": { at: "/business/invitations/none", get: 404, post: 404 },
    "places/:slug/review": { at: "/places/madams-organ/review", get: 200, post: 400 },
    // No such review, after signing in.
    "reviews/:id/helpful": { at: "/reviews/x/helpful", get: asRecord(404), post: 404 },
    "reviews/:id/report": { at: "/reviews/x/report", get: 404, post: 404 },
    // A member without a plan is redirected to the plans, also when submitting.
    ask: { get: "/subscription", post: "/subscription" },
    "ask/:id": { at: `/ask/${MISSING_ID}`, get: 404, post: 404 },
    "places/:slug/questions/report": { at: "/places/madams-organ/questions/report", get: 404, post: 404 },
    "sandbox/purchase/:id": { at: "/sandbox/purchase/none", get: 404, post: 404 },
    "subscription/refund": { get: 200, post: 400 },
    // No such checkout, and a portal for customers only.
    "sandbox/checkout/:id": { at: "/sandbox/checkout/none", get: 404, post: 404 },
    "sandbox/portal": { get: 404, post: 404 },
    "api/check-subscription": { get: 405, post: { ...asRecord(200), guest: 401 } },
    "api/create-checkout": { get: 405, post: { ...asRecord(400), guest: 401 } },
    "api/customer-portal": { get: 405, post: { ...asRecord(409), guest: 401 } },
  },
  owner: {
    // A place's own pages exist only for its owner and managers.
    "business/:slug/photos": { at: "/business/no-such-place/photos", get: 404, post: 404 },
    // For scripts: a guest gets the sign-in URL.
    "business/:slug/photos/upload": {
      at: "/business/no-such-place/photos/upload",
      get: 405,
      post: { ...asRecord(404), guest: signInPath("/business/no-such-place/photos") },
    },
    "business/:slug/photos/order": {
      at: "/business/no-such-place/photos/order",
      get: 405,
      post: { ...asRecord(404), guest: signInPath("/business/no-such-place/photos") },
    },
    "business/:slug/photos/:id": { at: `/business/no-such-place/photos/${MISSING_ID}`, get: 404, post: 404 },
    // None of the three manages it: for them it doesn't exist.
    "business/:slug": noForm(404, "/business/madams-organ"),
    "business/:slug/reviews": { at: "/business/madams-organ/reviews", get: 404, post: 404 },
    "business/:slug/people": { at: "/business/madams-organ/people", get: 404, post: 404 },
    // For anybody who doesn't manage the place it doesn't exist, whatever their role.
    "business/:slug/edit": { at: "/business/madams-organ/edit", get: 404, post: 404 },
    "business/:slug/questions": { at: "/business/madams-organ/questions", get: 404, post: 404 },
    // No user of the development login manages this place.
    "business/:slug/campaigns": noForm(404, "/business/madams-organ/campaigns"),
    "business/:slug/campaigns/new": { at: "/business/madams-organ/campaigns/new", get: 404, post: 404 },
    "business/:slug/campaigns/:id": { at: `/business/madams-organ/campaigns/${MISSING_ID}`, get: 404, post: 404 },
    "business/:slug/campaigns/:id/report.csv": noForm(404, `/business/madams-organ/campaigns/${MISSING_ID}/report.csv`),
    "business/:slug/figures": noForm(404, "/business/madams-organ/figures"),
    "business/:slug/figures.csv": noForm(404, "/business/madams-organ/figures.csv"),
    "business/:slug/badge": noForm(404, "/business/madams-organ/badge"),
  },
  member: {
    "member/dashboard": { get: 200, post: 400 },
  },
  business: {
    "business/dashboard": { get: 200, post: 400 },
  },
  admin: {
    "admin/dashboard": page(),
    "admin/content": { get: 200, post: 400 },
    "admin/content/posts.csv": page(),
    "admin/content/businesses": { get: 200, post: 400 },
    "admin/content/businesses.csv": page(),
    "admin/content/businesses/new": { get: 200, post: 400 },
    // No such place, no such user.
    "admin/content/businesses/:id": { at: "/admin/content/businesses/0", get: 404, post: 404 },
    "admin/analytics": page(),
    "admin/analytics.csv": page(),
    "admin/users": page(),
    "admin/users/:id": { at: `/admin/users/${MISSING_ID}`, get: 404, post: 404 },
    "admin/audit": page(),
    "admin/audit.csv": page(),
    "admin/actions": page(),
    "admin/actions/health": page(),
    // Nothing happens without the confirmation words.
    "admin/actions/:action": { at: "/admin/actions/clear-demo", get: 200, post: 400 },
    "admin/actions/switches/:name": { at: "/admin/actions/switches/reviews", get: 200, post: 400 },
    "admin/actions/jobs/:job": { at: "/admin/actions/jobs/no-such-job", get: 404, post: 404 },
    // Files are requested by a button: a direct visit redirects to it.
    "admin/actions/export/:file": { at: "/admin/actions/export/none.csv", get: "/admin/actions", post: 404 },
    "admin/actions/backups/:file": {
      at: "/admin/actions/backups/none.tar.gz",
      get: "/admin/actions/back-up",
      post: 404,
    },
    "admin/moderation/:id?": { at: "/admin/moderation", get: 200, post: 400 },
    // No such submission.
    "admin/moderation/submissions/:id": { at: `/admin/moderation/submissions/${MISSING_ID}`, get: 404, post: 404 },
    "admin/moderation/templates": { get: 200, post: 400 },
    // An author without a name.
    "admin/authors": { get: 200, post: 400 },
    "admin/edit/:kind/:slug": noForm(404, "/admin/edit/posts/nobodys-guide"),
    // A guide without a title.
    "admin/posts/new": { get: 200, post: 400 },
    // No such guide.
    "admin/posts/:id": { at: "/admin/posts/999999", get: 404, post: 404 },
    "admin/posts/:id/view": noForm(404, "/admin/posts/999999/view"),
    "admin/posts/:id/frame/:version": noForm(404, "/admin/posts/999999/frame/1"),
    "admin/posts/:id/publish": { at: "/admin/posts/999999/publish", get: 404, post: 404 },
    "admin/posts/drawings/:name": { at: "/admin/posts/drawings/unicorn", get: 404, post: 405 },
    "admin/posts/:id/revisions": { at: "/admin/posts/999999/revisions", get: 404, post: 404 },
    "admin/posts/:id/guide.md": noForm(404, "/admin/posts/999999/guide.md"),
    "admin/posts/:id/social.png": noForm(404, "/admin/posts/999999/social.png"),
    "admin/posts/places": page(),
    // Only the editor's own script uses these.
    "admin/posts/:id/save": { at: "/admin/posts/999999/save", get: 405, post: 404 },
    "admin/posts/:id/window": { at: "/admin/posts/999999/window", get: 405, post: 400 },
    "admin/posts/pictures": { get: 405, post: 422 },
    "admin/posts/paste": { get: 405, post: 400 },
    "admin/questions/places": noForm("/admin/moderation?kind=held-question&kind=reported-question"),
    "admin/questions": { get: 200, post: 400 },
    "admin/campaigns": { get: 200, post: 400 },
    "admin/imports": { get: 200, post: 400 },
    "admin/imports/merges": { get: 200, post: 400 },
    // No such file.
    "admin/imports/samples/:file": page("/admin/imports/samples/table.csv"),
    "admin/imports/sources/:source/facts.csv": page("/admin/imports/sources/rowhouse/facts.csv"),
    "admin/sources": { get: 200, post: 400 },
    "admin/imports/:id": { at: `/admin/imports/${MISSING_ID}`, get: 404, post: 404 },
    "admin/imports/:id/review": { at: `/admin/imports/${MISSING_ID}/review`, get: 404, post: 400 },
    "admin/refunds": { get: 200, post: 400 },
    "admin/newsletter": { get: 200, post: 400 },
    "admin/newsletter/subscribers": page(),
    "admin/newsletter/subscribers.csv": { get: 405, post: 200 },
    "admin/newsletter/:id": { at: `/admin/newsletter/${MISSING_ID}`, get: 404, post: 404 },
    "admin/newsletter/:id/order": { at: `/admin/newsletter/${MISSING_ID}/order`, get: asRecord(404), post: 409 },
    // Only the page's own script uses it.
    "admin/newsletter/:id/save": { at: `/admin/newsletter/${MISSING_ID}/save`, get: 405, post: 400 },
    "admin/newsletter/:id/preview": noForm(404, `/admin/newsletter/${MISSING_ID}/preview`),
    // No message is selected.
    "admin/messages": { get: 200, post: 400 },
    "admin/messages/:id": { at: `/admin/messages/${MISSING_ID}`, get: 404, post: 404 },
    "admin/inbox": page(),
    // The former address of a message.
    "admin/inbox/:id": noForm(`/admin/messages/${MISSING_ID}`, `/admin/inbox/${MISSING_ID}`),
  },
};

/** None of the tested roles manages a place, and to others its pages don't exist. */
const NOT_THE_OWNER = 404;

const EACH = AUDIENCES.flatMap((audience) =>
  Object.entries(ROWS[audience]).map(([path, row]) => ({ path, audience, at: `/${path}`, ...row })),
);

test("every route has a row here under the audience that it declares, and every row is a route", async () => {
  const { routes } = await builtSite();
  const declared = routes.all.map(({ pattern, handle }) => [pattern.slice(1), handle.audience]);
  const expected = EACH.map(({ path, audience }) => [path, audience]);

  expect(Object.fromEntries(expected), "say who can use it and what it answers").toEqual(Object.fromEntries(declared));
});

test("what lies under /admin is for admins, and what lies under a place of /business for its owners", async () => {
  const { routes } = await builtSite();
  const audiencesUnder = (start: string) =>
    new Set(routes.all.filter(({ pattern }) => pattern.startsWith(start)).map(({ handle }) => handle.audience));

  expect(audiencesUnder("/admin/")).toEqual(new Set(["admin"]));
  expect(audiencesUnder("/business/:slug")).toEqual(new Set(["owner"]));
});

test("only what open pages request by themselves doesn't extend a session, and only beacons and unsubscribing read none", async () => {
  const { routes } = await builtSite();
  const patternsOf = (session: "not-extended" | "unread") =>
    routes.all.filter(({ handle }) => handle.session === session).map(({ pattern }) => pattern);

  expect(patternsOf("not-extended").toSorted()).toEqual(["/auth/session", "/events", "/sponsored"]);
  expect(patternsOf("unread").toSorted()).toEqual([
    "/newsletter/unsubscribe/:key",
    "/places/:slug/clicks/:kind",
    "/search-alerts/stop/:key",
    "/sponsored/clicks/:token",
    "/sponsored/views/:token",
  ]);
  const anyOrigin = routes.all.filter(({ handle }) => handle.isOriginChecked === false);
  expect(anyOrigin.map(({ pattern }) => pattern)).toEqual(["/search-alerts/stop/:key", "/newsletter/unsubscribe/:key"]);
});

describe.for(ASKERS)("what a %s gets", (asker) => {
  test("at each URL", async () => {
    const cookie = await cookieFor(asker);
    const unstyled: string[] = [];
    const answers = await inParallel(EACH, async ({ path, at }) => {
      const response = await fetch(siteUrl + at, { headers: { cookie }, redirect: "manual" });
      const html = await response.clone().text();
      unstyled.push(...unstyledClasses(html).map((name) => `${at} shows .${name}`));
      return [path, await answerOf(response)];
    });

    expect(Object.fromEntries(answers)).toEqual(promised(asker, "get"));
    expect(unstyled, "import the style sheet of these classes where they are used").toEqual([]);
  });

  test("for an empty form at each URL", async () => {
    const answers = await inParallel(EACH, async ({ path, at }) => {
      // A new session for each request, because one of the forms ends it.
      const headers = { cookie: await cookieFor(asker), origin: siteUrl };
      const sent = await fetch(siteUrl + at, {
        method: "POST",
        headers,
        body: new URLSearchParams(),
        redirect: "manual",
      });
      return [path, await answerOf(sent)];
    });

    expect(Object.fromEntries(answers)).toEqual(promised(asker, "post"));
  });
});

async function cookieFor(asker: Asker): Promise<string> {
  return asker === "guest" ? "" : sessionCookieOf(asker, siteUrl);
}

async function answerOf(response: Response): Promise<Answer> {
  await response.arrayBuffer();
  const location = response.headers.get("location");
  return location ?? response.status;
}

function promised(asker: Asker, method: "get" | "post"): Record<string, Answer> {
  return Object.fromEntries(
    EACH.map(({ path, audience, at, [method]: answers }) => {
      if (typeof answers === "object") return [path, answers[asker]];
      const isServed = answers === METHOD_REFUSED || admits(audience, asker);
      return [path, isServed ? answers : refusal(audience, asker, at)];
    }),
  );
}

function admits(audience: Audience, asker: Asker): boolean {
  return audience === "everyone" || (asker !== "guest" && (audience === "signed-in" || audience === asker));
}

/** Guests are sent to sign in and back, other roles home. */
function refusal(audience: Audience, asker: Asker, at: string): Answer {
  if (asker === "guest") return signInPath(at);
  return audience === "owner" ? NOT_THE_OWNER : "/";
}

function asRecord(answer: Answer): Record<Asker, Answer> {
  return { guest: answer, member: answer, business: answer, admin: answer };
}
