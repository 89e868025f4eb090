import { describe, expect } from "vitest";

import routes from "#app/routes.ts";

import { inParallel } from "./in-parallel.ts";
import { siteUrl, test } from "./browser.ts";
import { unstyledClasses } from "./style-sheets.ts";
import { sessionCookieOf } from "./development-sign-in.ts";

const ASKERS = ["guest", "member", "business", "admin"] as const;
type Asker = (typeof ASKERS)[number];

/** A status, or the target of a redirect. */
type Answer = number | string;
type Row = {
  /** A URL of the route. */
  at: string;
  /** The response to everybody, or to each asker. */
  get: Answer | Record<Asker, Answer>;
  /** The response to an empty form. A page without forms refuses with 405. */
  post: Answer | Record<Asker, Answer>;
};

/** Nobody has this id: a missing profile is answered like a private one. */
const MISSING_ID = "00000000-0000-4000-8000-000000000000";
const MISSING_MEMBER = `/members/${MISSING_ID}`;

const page = (at: string): Row => ({ at, get: 200, post: 405 });
/** Sends a guest to sign in and back; everybody else gets `others`. */
const signedInOr = (at: string, others: Answer): Record<Asker, Answer> => ({
  guest: `/auth/login?${new URLSearchParams({ to: at })}`,
  member: others,
  business: others,
  admin: others,
});
const signedIn = (at: string) => signedInOr(at, 200);
/** A file's URL contains what it shows; a URL for nothing is a 404 for everybody. */
const noSuchFile = (at: string): Row => ({ at, get: 404, post: 405 });

/** Members and businesses are redirected home. */
const adminsOr = (at: string, admins: Answer) => ({ ...signedInOr(at, admins), member: "/", business: "/" });
const forAdmins = (at: string): Row => ({ at, get: adminsOr(at, 200), post: 405 });
/** An admin page that accepts forms, or answers that there is nothing. */
const adminsGet = (at: string, get: Answer, post: Answer): Row => ({
  at,
  get: adminsOr(at, get),
  post: adminsOr(at, post),
});
const BUSINESSES = "/admin/content/businesses";
const MISSING_SUBMISSION = `/admin/moderation/submissions/${MISSING_ID}`;
const OTHERS_CAMPAIGNS = "/business/madams-organ/campaigns";
const MISSING_IMPORT = `/admin/imports/${MISSING_ID}`;
const MISSING_PHOTOS = "/business/no-such-place/photos";
const MISSING_ISSUE = `/admin/newsletter/${MISSING_ID}`;
const MISSING_MESSAGE = `/admin/inbox/${MISSING_ID}`;
const MISSING_LIST = "/lists/00000000-0000-4000-8000-000000000000/edit";

/** Every route of app/routes.ts by its path, and what each kind of visitor gets there. */
const ROWS: Record<string, Row> = {
  "": page("/"),
  latest: page("/latest"),
  "posts/:slug": page("/posts/best-pizza"),
  "category/:category": page("/category/food"),
  "category/:category/feed.xml": page("/category/food/feed.xml"),
  "category/:category/feed.json": page("/category/food/feed.json"),
  neighborhoods: page("/neighborhoods"),
  "neighborhood/:slug": page("/neighborhood/georgetown"),
  "places/:slug": page("/places/madams-organ"),
  search: page("/search?q=coffee"),
  "search.json": page("/search.json?q=coffee"),
  "search/suggestions": page("/search/suggestions?q=cof"),
  map: page("/map"),
  "map/pins.json": page("/map/pins.json"),
  "map/areas.json": page("/map/areas.json"),
  "map/still/:pins/:file": page("/map/still/1,500,500/pins-day.svg"),
  "auth/login": {
    at: "/auth/login",
    get: { guest: 200, member: "/member/dashboard", business: "/business/dashboard", admin: "/admin/dashboard" },
    post: 405,
  },
  "auth/google": { at: "/auth/google", get: "/auth/login", post: "/auth/login?problem=not-set-up" },
  "auth/callback": { at: "/auth/callback", get: "/auth/login?problem=not-set-up", post: 405 },
  "auth/sign-out": { at: "/auth/sign-out", get: "/", post: "/" },
  // Only a person who was just refused has something to read here.
  "auth/suspended": { at: "/auth/suspended", get: "/auth/login?problem=suspended", post: 405 },
  // Only a person who just signed in to a deleted account can do something here.
  "auth/restore": {
    at: "/auth/restore",
    get: "/auth/login?problem=expired",
    post: "/auth/login?problem=expired",
  },
  // Requested by scripts: a guest gets an answer and no redirect.
  "auth/session": { at: "/auth/session", get: 200, post: 200 },
  // A request that doesn't accept an event stream is refused.
  events: { at: "/events", get: { ...asRecord(406), guest: 204 }, post: 405 },
  notifications: {
    at: "/notifications",
    get: signedIn("/notifications"),
    post: signedInOr("/notifications", 400),
  },
  "member/sessions": {
    at: "/member/sessions",
    get: signedIn("/member/sessions"),
    post: signedInOr("/member/sessions", 400),
  },
  "auth/dev-login": { at: "/auth/dev-login", get: 200, post: 400 },
  saves: {
    at: "/saves",
    get: { guest: "/", member: "/saved", business: "/saved", admin: "/saved" },
    post: 404,
  },
  saved: { at: "/saved", get: signedIn("/saved"), post: signedInOr("/saved", 400) },
  activity: { at: "/activity", get: signedIn("/activity"), post: 405 },
  lists: {
    at: "/lists",
    get: signedIn("/lists"),
    // A list without a name is refused.
    post: { guest: "/auth/login?to=%2Flists", member: 400, business: 400, admin: 400 },
  },
  "lists/:id/edit": {
    at: MISSING_LIST,
    get: { ...asRecord(404), guest: `/auth/login?${new URLSearchParams({ to: MISSING_LIST })}` },
    post: { ...asRecord(400), guest: `/auth/login?${new URLSearchParams({ to: MISSING_LIST })}` },
  },
  // For scripts: a guest gets the sign-in URL.
  "lists/:id/order": {
    at: MISSING_LIST.replace("edit", "order"),
    get: 404,
    post: { ...asRecord(404), guest: `/auth/login?${new URLSearchParams({ to: MISSING_LIST })}` },
  },
  "lists/:key/copy": {
    at: "/lists/00000000000000000000000000000000/copy",
    // Without pressing the list's own button, the request redirects to the list.
    get: "/lists/00000000000000000000000000000000",
    post: 405,
  },
  "lists/:id/:file": {
    at: "/lists/00000000-0000-4000-8000-000000000000/export.csv",
    get: signedInOr("/lists/00000000-0000-4000-8000-000000000000/export.csv", 404),
    post: 405,
  },
  "lists/:key": { at: "/lists/00000000000000000000000000000000", get: 404, post: 404 },
  "member/dashboard": {
    at: "/member/dashboard",
    get: { ...signedIn("/member/dashboard"), business: "/", admin: "/" },
    post: { ...signedInOr("/member/dashboard", 400), business: "/", admin: "/" },
  },
  settings: {
    at: "/settings",
    get: signedIn("/settings"),
    // An empty name is refused.
    post: signedInOr("/settings", 400),
  },
  "settings/delete": {
    at: "/settings/delete",
    get: signedIn("/settings/delete"),
    // Without the confirmation word nothing is deleted.
    post: signedInOr("/settings/delete", 400),
  },
  "member/export.json": { at: "/member/export.json", get: signedIn("/member/export.json"), post: 405 },
  "members/:id": noSuchFile(MISSING_MEMBER),
  "members/:id/picture/:version": noSuchFile(`${MISSING_MEMBER}/picture/1`),
  // Open to guests: an empty form is refused to everybody.
  "places/:slug/suggest": { at: "/places/madams-organ/suggest", get: 200, post: 400 },
  "places/:slug/confirm": {
    at: "/places/madams-organ/confirm",
    get: "/places/madams-organ",
    post: "/places/madams-organ#facts",
  },
  // A place without photos redirects to its page.
  "places/:slug/photos": { at: "/places/madams-organ/photos", get: "/places/madams-organ", post: 405 },
  "place-photos/:id/report": {
    at: "/place-photos/x/report",
    get: signedInOr("/place-photos/x/report", 404),
    post: signedInOr("/place-photos/x/report", 404),
  },
  "place-photos/:id/:file": noSuchFile("/place-photos/x/none.jpg"),
  // A place's own pages exist only for its owner and managers.
  "business/:slug/photos": {
    at: MISSING_PHOTOS,
    get: signedInOr(MISSING_PHOTOS, 404),
    post: signedInOr(MISSING_PHOTOS, 404),
  },
  // For scripts: a guest gets the sign-in URL.
  "business/:slug/photos/upload": {
    at: `${MISSING_PHOTOS}/upload`,
    get: 405,
    post: signedInOr(MISSING_PHOTOS, 404),
  },
  "business/:slug/photos/order": {
    at: `${MISSING_PHOTOS}/order`,
    get: 405,
    post: signedInOr(MISSING_PHOTOS, 404),
  },
  "business/:slug/photos/:id": {
    at: `${MISSING_PHOTOS}/${MISSING_ID}`,
    get: signedInOr(`${MISSING_PHOTOS}/${MISSING_ID}`, 404),
    post: signedInOr(`${MISSING_PHOTOS}/${MISSING_ID}`, 404),
  },
  // An existing place and a link that its page doesn't have.
  "places/:slug/clicks/:kind": { at: "/places/madams-organ/clicks/none", get: 405, post: 404 },
  corrections: { at: "/corrections", get: signedIn("/corrections"), post: 405 },
  "corrections/:key": noSuchFile("/corrections/00000000000000000000000000000000"),
  "places/:slug/claim": {
    at: "/places/madams-organ/claim",
    get: signedIn("/places/madams-organ/claim"),
    post: signedInOr("/places/madams-organ/claim", 400),
  },
  business: { at: "/business", get: signedIn("/business"), post: 405 },
  "business/dashboard": {
    at: "/business/dashboard",
    get: { ...signedIn("/business/dashboard"), member: "/", admin: "/" },
    post: 405,
  },
  "business/invitations/:key": {
    at: "/business/invitations/none",
    get: signedInOr("/business/invitations/none", 404),
    post: signedInOr("/business/invitations/none", 404),
  },
  // None of the three manages it: for them it doesn't exist.
  "business/:slug": { at: "/business/madams-organ", get: signedInOr("/business/madams-organ", 404), post: 405 },
  "business/:slug/reviews": {
    at: "/business/madams-organ/reviews",
    get: signedInOr("/business/madams-organ/reviews", 404),
    post: signedInOr("/business/madams-organ/reviews", 404),
  },
  "business/:slug/people": {
    at: "/business/madams-organ/people",
    get: signedInOr("/business/madams-organ/people", 404),
    post: signedInOr("/business/madams-organ/people", 404),
  },
  submit: { at: "/submit", get: 200, post: 400 },
  // Both are requested by the form: a direct visit redirects to it.
  "submit/hints": { at: "/submit/hints", get: "/submit", post: 200 },
  "submit/draft": {
    at: "/submit/draft",
    get: "/submit",
    post: signedInOr("/submit/draft", "/submit"),
  },
  "submissions/mail/:key": { at: "/submissions/mail/00000000000000000000000000000000", get: 404, post: 404 },
  // Without a valid key there is nothing to read or add.
  "submissions/:key": { at: "/submissions/00000000000000000000000000000000", get: 404, post: 404 },
  "submissions/:key/photos": { at: "/submissions/00000000000000000000000000000000/photos", get: 405, post: 404 },
  "submissions/:key/photos/:id": noSuchFile(`/submissions/00000000000000000000000000000000/photos/${MISSING_ID}`),
  "places/:slug/review": {
    at: "/places/madams-organ/review",
    get: signedIn("/places/madams-organ/review"),
    post: signedInOr("/places/madams-organ/review", 400),
  },
  // No such review, after signing in.
  "reviews/:id/helpful": { at: "/reviews/x/helpful", get: 404, post: signedInOr("/reviews/x/helpful", 404) },
  "reviews/:id/report": {
    at: "/reviews/x/report",
    get: signedInOr("/reviews/x/report", 404),
    post: signedInOr("/reviews/x/report", 404),
  },
  "admin/dashboard": forAdmins("/admin/dashboard"),
  "admin/content": { ...forAdmins("/admin/content"), post: adminsOr("/admin/content", 400) },
  "admin/content/posts.csv": forAdmins("/admin/content/posts.csv"),
  "admin/content/businesses": { ...forAdmins(BUSINESSES), post: adminsOr(BUSINESSES, 400) },
  "admin/content/businesses.csv": forAdmins("/admin/content/businesses.csv"),
  "admin/content/businesses/new": { ...forAdmins(`${BUSINESSES}/new`), post: adminsOr(`${BUSINESSES}/new`, 400) },
  // No such place, no such user.
  "admin/content/businesses/:id": {
    at: `${BUSINESSES}/0`,
    get: adminsOr(`${BUSINESSES}/0`, 404),
    post: adminsOr(`${BUSINESSES}/0`, 404),
  },
  "admin/analytics": forAdmins("/admin/analytics"),
  "admin/analytics.csv": forAdmins("/admin/analytics.csv"),
  "admin/users": forAdmins("/admin/users"),
  "admin/users/:id": {
    at: `/admin/users/${MISSING_ID}`,
    get: adminsOr(`/admin/users/${MISSING_ID}`, 404),
    post: adminsOr(`/admin/users/${MISSING_ID}`, 404),
  },
  "admin/audit": forAdmins("/admin/audit"),
  "admin/audit.csv": forAdmins("/admin/audit.csv"),
  "admin/actions": forAdmins("/admin/actions"),
  "admin/actions/health": forAdmins("/admin/actions/health"),
  // Nothing happens without the confirmation words.
  "admin/actions/:action": adminsGet("/admin/actions/clear-demo", 200, 400),
  "admin/actions/switches/:name": adminsGet("/admin/actions/switches/reviews", 200, 400),
  "admin/actions/jobs/:job": adminsGet("/admin/actions/jobs/no-such-job", 404, 404),
  // Files are requested by a button: a direct visit redirects to it.
  "admin/actions/export/:file": adminsGet("/admin/actions/export/none.csv", "/admin/actions", 404),
  "admin/actions/backups/:file": adminsGet("/admin/actions/backups/none.tar.gz", "/admin/actions/back-up", 404),
  "admin/moderation/:id?": {
    at: "/admin/moderation",
    get: { ...signedIn("/admin/moderation"), member: "/", business: "/" },
    post: { ...signedInOr("/admin/moderation", 400), member: "/", business: "/" },
  },
  // No such submission.
  "admin/moderation/submissions/:id": {
    at: MISSING_SUBMISSION,
    get: { ...signedInOr(MISSING_SUBMISSION, 404), member: "/", business: "/" },
    post: { ...signedInOr(MISSING_SUBMISSION, 404), member: "/", business: "/" },
  },
  "admin/moderation/templates": adminsGet("/admin/moderation/templates", 200, 400),
  // For anybody who doesn't manage the place it doesn't exist, whatever their role.
  "business/:slug/edit": {
    at: "/business/madams-organ/edit",
    get: signedInOr("/business/madams-organ/edit", 404),
    post: signedInOr("/business/madams-organ/edit", 404),
  },
  // A member without a plan is redirected to the plans, also when submitting.
  ask: { at: "/ask", get: signedInOr("/ask", "/subscription"), post: signedInOr("/ask", "/subscription") },
  "ask/:id": {
    at: `/ask/${MISSING_ID}`,
    get: signedInOr(`/ask/${MISSING_ID}`, 404),
    post: signedInOr(`/ask/${MISSING_ID}`, 404),
  },
  // An author without a name.
  "admin/authors": adminsGet("/admin/authors", 200, 400),
  "admin/edit/:kind/:slug": { ...adminsGet("/admin/edit/posts/nobodys-guide", 404, 405), post: 405 },
  "admin/posts/new": {
    at: "/admin/posts/new",
    get: { ...signedIn("/admin/posts/new"), member: "/", business: "/" },
    // A guide without a title.
    post: { ...signedInOr("/admin/posts/new", 400), member: "/", business: "/" },
  },
  // No such guide.
  "admin/posts/:id": adminsGet("/admin/posts/999999", 404, 404),
  "admin/posts/:id/view": { ...adminsGet("/admin/posts/999999/view", 404, 405), post: 405 },
  "admin/posts/:id/revisions": adminsGet("/admin/posts/999999/revisions", 404, 404),
  "admin/posts/:id/guide.md": { ...adminsGet("/admin/posts/999999/guide.md", 404, 405), post: 405 },
  "admin/posts/:id/social.png": { ...adminsGet("/admin/posts/999999/social.png", 404, 405), post: 405 },
  "admin/posts/places": { ...adminsGet("/admin/posts/places", 200, 405), post: 405 },
  // Only the editor's own script uses these.
  "admin/posts/:id/save": { ...adminsGet("/admin/posts/999999/save", 405, 404), get: 405 },
  "admin/posts/:id/window": { ...adminsGet("/admin/posts/999999/window", 405, 400), get: 405 },
  "admin/posts/pictures": { ...adminsGet("/admin/posts/pictures", 405, 422), get: 405 },
  "admin/posts/paste": { ...adminsGet("/admin/posts/paste", 405, 400), get: 405 },
  "preview/:key": noSuchFile("/preview/00000000000000000000000000000000"),
  "guide-pictures/:id/:file": noSuchFile(`/guide-pictures/${MISSING_ID}/480.webp`),
  "places/:slug/questions": {
    at: "/places/madams-organ/questions",
    get: 200,
    post: signedInOr("/places/madams-organ/questions", 400),
  },
  "places/:slug/questions/report": {
    at: "/places/madams-organ/questions/report",
    get: signedInOr("/places/madams-organ/questions/report", 404),
    post: signedInOr("/places/madams-organ/questions/report", 404),
  },
  "business/:slug/questions": {
    at: "/business/madams-organ/questions",
    get: signedInOr("/business/madams-organ/questions", 404),
    post: signedInOr("/business/madams-organ/questions", 404),
  },
  "admin/questions/places": {
    at: "/admin/questions/places",
    get: adminsOr("/admin/questions/places", "/admin/moderation?kind=held-question&kind=reported-question"),
    post: 405,
  },
  "admin/questions": {
    at: "/admin/questions",
    get: { ...signedIn("/admin/questions"), member: "/", business: "/" },
    post: { ...signedInOr("/admin/questions", 400), member: "/", business: "/" },
  },
  advertise: page("/advertise"),
  // Robots, as which the site treats this test, get nothing.
  sponsored: { at: "/sponsored?on=category:food", get: 204, post: 405 },
  "sponsored/views/:token": { at: "/sponsored/views/none", get: 405, post: 404 },
  "sponsored/clicks/:token": { at: "/sponsored/clicks/none", get: 405, post: 404 },
  // No user of the development login manages this place.
  "business/:slug/campaigns": {
    at: OTHERS_CAMPAIGNS,
    get: signedInOr(OTHERS_CAMPAIGNS, 404),
    post: 405,
  },
  "business/:slug/campaigns/new": {
    at: `${OTHERS_CAMPAIGNS}/new`,
    get: signedInOr(`${OTHERS_CAMPAIGNS}/new`, 404),
    post: signedInOr(`${OTHERS_CAMPAIGNS}/new`, 404),
  },
  "business/:slug/campaigns/:id": {
    at: `${OTHERS_CAMPAIGNS}/${MISSING_ID}`,
    get: signedInOr(`${OTHERS_CAMPAIGNS}/${MISSING_ID}`, 404),
    post: signedInOr(`${OTHERS_CAMPAIGNS}/${MISSING_ID}`, 404),
  },
  "business/:slug/campaigns/:id/report.csv": {
    at: `${OTHERS_CAMPAIGNS}/${MISSING_ID}/report.csv`,
    get: signedInOr(`${OTHERS_CAMPAIGNS}/${MISSING_ID}/report.csv`, 404),
    post: 405,
  },
  "admin/campaigns": {
    at: "/admin/campaigns",
    get: { ...signedIn("/admin/campaigns"), member: "/", business: "/" },
    post: { ...signedInOr("/admin/campaigns", 400), member: "/", business: "/" },
  },
  "sandbox/purchase/:id": {
    at: "/sandbox/purchase/none",
    get: signedInOr("/sandbox/purchase/none", 404),
    post: signedInOr("/sandbox/purchase/none", 404),
  },
  "business/:slug/figures": {
    at: "/business/madams-organ/figures",
    get: signedInOr("/business/madams-organ/figures", 404),
    post: 405,
  },
  "business/:slug/figures.csv": {
    at: "/business/madams-organ/figures.csv",
    get: signedInOr("/business/madams-organ/figures.csv", 404),
    post: 405,
  },
  "business/:slug/badge": {
    at: "/business/madams-organ/badge",
    get: signedInOr("/business/madams-organ/badge", 404),
    post: 405,
  },
  "badge/:file": page("/badge/madams-organ.svg"),
  "admin/imports": {
    at: "/admin/imports",
    get: { ...signedIn("/admin/imports"), member: "/", business: "/" },
    post: { ...signedInOr("/admin/imports", 400), member: "/", business: "/" },
  },
  "admin/imports/merges": {
    at: "/admin/imports/merges",
    get: { ...signedIn("/admin/imports/merges"), member: "/", business: "/" },
    post: { ...signedInOr("/admin/imports/merges", 400), member: "/", business: "/" },
  },
  // No such file.
  "admin/imports/samples/:file": {
    ...adminsGet("/admin/imports/samples/table.csv", 200, 405),
    post: 405,
  },
  "admin/imports/:id": {
    at: MISSING_IMPORT,
    get: { ...signedInOr(MISSING_IMPORT, 404), member: "/", business: "/" },
    post: { ...signedInOr(MISSING_IMPORT, 404), member: "/", business: "/" },
  },
  "admin/imports/:id/review": {
    at: `${MISSING_IMPORT}/review`,
    get: { ...signedInOr(`${MISSING_IMPORT}/review`, 404), member: "/", business: "/" },
    post: { ...signedInOr(`${MISSING_IMPORT}/review`, 400), member: "/", business: "/" },
  },
  "admin/refunds": {
    at: "/admin/refunds",
    get: { ...signedIn("/admin/refunds"), member: "/", business: "/" },
    post: { ...signedInOr("/admin/refunds", 400), member: "/", business: "/" },
  },
  // Open to guests: an empty form is refused to everybody.
  newsletter: { at: "/newsletter", get: 200, post: 400 },
  "newsletter/feed.xml": page("/newsletter/feed.xml"),
  "newsletter/:slug": noSuchFile("/newsletter/no-such-issue"),
  // No such key.
  "newsletter/:step/:key": { at: "/newsletter/unsubscribe/none", get: 404, post: 404 },
  "admin/newsletter": {
    at: "/admin/newsletter",
    get: { ...signedIn("/admin/newsletter"), member: "/", business: "/" },
    post: { ...signedInOr("/admin/newsletter", 400), member: "/", business: "/" },
  },
  "admin/newsletter/:id": {
    at: MISSING_ISSUE,
    get: { ...signedInOr(MISSING_ISSUE, 404), member: "/", business: "/" },
    post: { ...signedInOr(MISSING_ISSUE, 404), member: "/", business: "/" },
  },
  "admin/newsletter/:id/order": {
    at: `${MISSING_ISSUE}/order`,
    get: 404,
    post: { ...signedInOr(`${MISSING_ISSUE}/order`, 409), member: "/", business: "/" },
  },
  // Only the page's own script uses it.
  "admin/newsletter/:id/save": { ...adminsGet(`${MISSING_ISSUE}/save`, 405, 400), get: 405 },
  "admin/newsletter/:id/preview": {
    at: `${MISSING_ISSUE}/preview`,
    get: { ...signedInOr(`${MISSING_ISSUE}/preview`, 404), member: "/", business: "/" },
    post: 405,
  },
  contact: { at: "/contact", get: 200, post: 400 },
  "admin/inbox": {
    at: "/admin/inbox",
    get: { ...signedIn("/admin/inbox"), member: "/", business: "/" },
    // No message is selected.
    post: { ...signedInOr("/admin/inbox", 400), member: "/", business: "/" },
  },
  "admin/inbox/:id": {
    at: MISSING_MESSAGE,
    get: { ...signedInOr(MISSING_MESSAGE, 404), member: "/", business: "/" },
    post: { ...signedInOr(MISSING_MESSAGE, 404), member: "/", business: "/" },
  },
  about: page("/about"),
  transparency: page("/transparency"),
  "transparency.csv": page("/transparency.csv"),
  privacy: page("/privacy"),
  terms: page("/terms"),
  "feed.xml": page("/feed.xml"),
  "feed.json": page("/feed.json"),
  "sitemap.xml": page("/sitemap.xml"),
  "sitemaps/:part": noSuchFile("/sitemaps/no-such-part"),
  "robots.txt": page("/robots.txt"),
  "llms.txt": page("/llms.txt"),
  "opensearch.xml": page("/opensearch.xml"),
  "pictures/:version/places/:slug/:salt/:crop": noSuchFile("/pictures/1/places/x/0/none.svg"),
  "pictures/:version/guides/:slug/:salt/:crop": noSuchFile("/pictures/1/guides/x/0/none.svg"),
  "pictures/:version/plans/:file": noSuchFile("/pictures/1/plans/none.svg"),
  "pictures/street/:file": noSuchFile("/pictures/street/none.svg"),
  "pictures/fronts/:file": noSuchFile("/pictures/fronts/none.svg"),
  "pictures/scenes/:file": page("/pictures/scenes/flag-day.svg"),
  "pictures/members/:file": page("/pictures/members/1-day.svg"),
  "pictures/:file": noSuchFile("/pictures/none.svg"),
  "photos/:id": noSuchFile("/photos/none"),
  subscription: { at: "/subscription", get: 200, post: { ...asRecord(400), guest: "/auth/login?to=%2Fsubscription" } },
  // Open to everybody, as the specification says; a visitor who isn't a member is told so.
  "subscription/success": page("/subscription/success"),
  "subscription/refund": {
    at: "/subscription/refund",
    get: signedIn("/subscription/refund"),
    post: signedInOr("/subscription/refund", 400),
  },
  // No such checkout, and a portal for customers only.
  "sandbox/checkout/:id": {
    at: "/sandbox/checkout/none",
    get: signedInOr("/sandbox/checkout/none", 404),
    post: signedInOr("/sandbox/checkout/none", 404),
  },
  "sandbox/portal": {
    at: "/sandbox/portal",
    get: signedInOr("/sandbox/portal", 404),
    post: signedInOr("/sandbox/portal", 404),
  },
  "api/check-subscription": { at: "/api/check-subscription", get: 405, post: { ...asRecord(200), guest: 401 } },
  "api/create-checkout": { at: "/api/create-checkout", get: 405, post: { ...asRecord(400), guest: 401 } },
  "api/customer-portal": { at: "/api/customer-portal", get: 405, post: { ...asRecord(409), guest: 401 } },
  "api/webhooks/stripe": { at: "/api/webhooks/stripe", get: 405, post: 400 },
  "api/fetch-photos": { at: "/api/fetch-photos", get: 405, post: 415 },
  "manifest.webmanifest": page("/manifest.webmanifest"),
  "app-icons/:file": noSuchFile("/app-icons/none.png"),
  "social/:kind/:file": noSuchFile("/social/places/none.png"),
  "development/mailbox": page("/development/mailbox"),
  "development/mailbox/:id": noSuchFile("/development/mailbox/none"),
  "development/pictures": page("/development/pictures"),
  "development/pictures/:number/:file": noSuchFile("/development/pictures/x/none.svg"),
  ":category": page("/food"),
  "*": { at: "/no-such-page/at-all", get: 404, post: 404 },
};

test("every route has a row here, and every row is a route", () => {
  const known = routes.map(({ path = "" }) => path);

  expect(Object.keys(ROWS).sort(), "say what guest, member, business and admin get there").toEqual(known.sort());
});

describe.for(ASKERS)("what a %s gets", (asker) => {
  test("at each URL", async () => {
    const cookie = await cookieFor(asker);
    const unstyled: string[] = [];
    const answers = await inParallel(Object.entries(ROWS), async ([route, { at }]) => {
      const response = await fetch(siteUrl + at, { headers: { cookie }, redirect: "manual" });
      const html = await response.clone().text();
      unstyled.push(...unstyledClasses(html).map((name) => `${at} shows .${name}`));
      return [route, await answerOf(response)];
    });

    expect(Object.fromEntries(answers)).toEqual(promised(asker, "get"));
    expect(unstyled, "import the style sheet of these classes where they are used").toEqual([]);
  });

  test("for an empty form at each URL", async () => {
    const answers = await inParallel(Object.entries(ROWS), async ([route, { at }]) => {
      // A new session for each request, because one of the forms ends it.
      const headers = { cookie: await cookieFor(asker), origin: siteUrl };
      const sent = await fetch(siteUrl + at, {
        method: "POST",
        headers,
        body: new URLSearchParams(),
        redirect: "manual",
      });
      return [route, await answerOf(sent)];
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
  return Object.fromEntries(Object.entries(ROWS).map(([route, row]) => [route, asRecord(row[method])[asker]]));
}

function asRecord(answer: Row["get"]): Record<Asker, Answer> {
  if (typeof answer === "object") return answer;
  return { guest: answer, member: answer, business: answer, admin: answer };
}
