import { index, route, type RouteConfig } from "@react-router/dev/routes";

import { buildKind } from "../build-kind.ts";

/** Development pages: in the production build they don't exist. */
const DEVELOPMENT_ROUTES = [
  route("auth/dev-login", "features/accounts/dev-login.route.tsx"),
  route("development/pictures", "features/illustrations/picture-gallery.route.tsx"),
  route("development/pictures/:number/:file", "features/illustrations/gallery-picture.route.ts"),
];

/** Every URL of the site. "Where does X live?" = find its URL, open the file on that line. */
export default [
  index("features/home/home.route.tsx"),
  route("latest", "features/guides/latest.route.tsx"),
  route("posts/:slug", "features/guides/guide.route.tsx"),
  route("category/:category", "features/guides/category-archive.route.tsx"),
  route("category/:category/feed.xml", "features/seo/category-feed.route.ts"),
  route("neighborhoods", "features/neighborhoods/neighborhoods.route.tsx"),
  route("neighborhood/:slug", "features/neighborhoods/neighborhood.route.tsx"),
  route("places/:slug", "features/places/place.route.tsx"),
  route("places/:slug/suggest", "features/corrections/suggest.route.tsx"),
  route("places/:slug/confirm", "features/corrections/confirm-fact.route.ts"),
  route("corrections", "features/corrections/own-corrections.route.tsx"),
  route("corrections/:key", "features/corrections/correction.route.tsx"),
  route("places/:slug/review", "features/reviews/review-form.route.tsx"),
  route("search", "features/search/search.route.tsx"),
  route("search/suggestions", "features/search/suggestions.route.ts"),
  route("map", "features/map/map.route.tsx"),
  route("map/pins.json", "features/map/map-pins.route.ts"),
  route("map/areas.json", "features/map/map-areas.route.ts"),
  route("map/still/:pins/:file", "features/map/still-pins.route.ts"),
  route("auth/login", "features/accounts/login.route.tsx"),
  route("auth/google", "features/accounts/start-sign-in.route.ts"),
  route("auth/callback", "features/accounts/finish-sign-in.route.ts"),
  route("auth/sign-out", "features/accounts/sign-out.route.ts"),
  route("auth/session", "features/accounts/session.route.ts"),
  route("events", "features/accounts/events.route.ts"),
  route("reviews/:id/helpful", "features/reviews/review-helpful.route.ts"),
  route("reviews/:id/report", "features/reviews/review-report.route.tsx"),
  route("admin/moderation", "features/moderation/moderation.route.tsx"),
  route("saves", "features/members/saves.route.ts"),
  route("saved", "features/members/saved.route.tsx"),
  route("lists", "features/members/lists.route.tsx"),
  route("lists/:id/edit", "features/members/edit-list.route.tsx"),
  route("lists/:key", "features/members/shared-list.route.tsx"),
  route("member/dashboard", "features/members/member-dashboard.route.tsx"),
  route("member/sessions", "features/accounts/own-sessions.route.tsx"),
  route("notifications", "features/notifications/notifications.route.tsx"),
  route("about", "features/about/about.route.tsx"),
  route("privacy", "features/about/privacy.route.tsx"),
  route("terms", "features/about/terms.route.tsx"),

  route("feed.xml", "features/seo/feed-atom.route.ts"),
  route("feed.json", "features/seo/feed-json.route.ts"),
  route("sitemap.xml", "features/seo/sitemap-index.route.ts"),
  route("sitemaps/:part", "features/seo/sitemap.route.ts"),
  route("robots.txt", "features/seo/robots.route.ts"),
  route("llms.txt", "features/seo/llms.route.ts"),
  route("opensearch.xml", "features/seo/opensearch.route.ts"),

  route("pictures/:version/places/:slug/:salt/:crop", "features/illustrations/place-picture.route.ts"),
  route("pictures/:version/guides/:slug/:salt/:crop", "features/illustrations/guide-picture.route.ts"),
  route("pictures/:version/plans/:file", "features/illustrations/street-plan.route.ts"),
  route("pictures/street/:file", "features/illustrations/home-street.route.ts"),
  route("pictures/fronts/:file", "features/illustrations/category-front.route.ts"),
  route("pictures/scenes/:file", "features/illustrations/site-scene.route.ts"),
  route("pictures/:file", "features/map/basemap.route.ts"),
  route("photos/:id", "features/photos/photo-file.route.ts"),
  route("api/fetch-photos", "features/photos/fetch-photos.route.ts"),
  route("manifest.webmanifest", "features/seo/web-manifest.route.ts"),
  route("app-icons/:file", "features/seo/app-icon.route.ts"),
  route("social/:kind/:file", "features/seo/social-image.route.ts"),

  ...(buildKind() === "trial" ? DEVELOPMENT_ROUTES : []),

  // Last, so that a category's own address never hides another page; an unknown word is a 404 there.
  route(":category", "features/categories/category-hub.route.tsx"),
  route("*", "features/navigation/not-found.route.tsx"),
] satisfies RouteConfig;
