/**
 * Who may import whom. `tests/architecture.test.ts` holds the code to it; its messages name the fix.
 *
 * Entry lists -> routes and jobs -> features -> platform, db, ui -> lib. A slice may import only the slices listed for it
 * here, so slices never form a circle; a new slice may import nothing until it is listed. Routes and jobs belong to no
 * slice in this sense: they compose any slices, and nobody imports them.
 */
export const SLICES: Record<string, string[]> = {
  about: ["places"],
  accounts: ["notifications"],
  analytics: ["places"],
  catalogue: ["guides", "illustrations", "neighborhoods", "places"],
  categories: ["guides", "map", "places"],
  corrections: ["moderation", "notifications", "places"],
  demo: ["accounts", "analytics", "illustrations", "members", "places", "reviews"],
  guides: ["illustrations", "map", "places"],
  home: ["guides", "illustrations", "members", "neighborhoods", "places", "search"],
  illustrations: [],
  map: ["illustrations", "places"],
  members: ["accounts", "guides", "illustrations", "map", "photos", "places", "seo"],
  moderation: [],
  navigation: ["accounts", "illustrations", "notifications", "places", "search"],
  neighborhoods: ["guides", "illustrations", "map", "places"],
  notifications: [],
  photos: ["illustrations", "places"],
  places: ["illustrations"],
  reviews: ["members", "moderation", "notifications", "places"],
  search: ["guides", "illustrations", "map", "members", "neighborhoods", "places"],
  seo: ["guides", "illustrations", "neighborhoods", "places"],
};

/** Which slice may write which tables (by the names of app/db/schema). Everybody may read and join. */
export const TABLE_OWNERS: Record<string, string> = {
  authors: "guides",
  catalogueLoads: "catalogue",
  categories: "places",
  correctionChanges: "corrections",
  corrections: "corrections",
  factConfirmations: "corrections",
  identities: "accounts",
  listEntries: "members",
  lists: "members",
  memberPictures: "members",
  metroStations: "places",
  moderationCases: "moderation",
  neighborhoods: "neighborhoods",
  neighborhoodSearch: "search",
  neighborhoodStations: "neighborhoods",
  notifications: "notifications",
  photoLookups: "photos",
  photoPauses: "photos",
  photos: "photos",
  pickDismissals: "members",
  placeChanges: "places",
  placeFacts: "places",
  placeRatings: "reviews",
  places: "places",
  placeSearch: "search",
  postPlaces: "guides",
  posts: "guides",
  postSearch: "search",
  reviewReplies: "reviews",
  reviewReports: "reviews",
  reviews: "reviews",
  reviewVersions: "reviews",
  reviewVotes: "reviews",
  reviewWriters: "reviews",
  savedGuides: "members",
  savedPlaces: "members",
  searchSuggestions: "search",
  searchTerms: "search",
  searchTiers: "search",
  searchTypes: "search",
  sessions: "accounts",
  signInAttempts: "accounts",
  sources: "places",
  users: "accounts",
  viewDays: "analytics",
  visitorMarks: "analytics",
  visitorSalts: "analytics",
};

/** Layers of app/, lowest first; a file imports from its own layer's folder or a lower one. */
export const LAYERS = ["lib", "db", "platform", "ui", "features", "entry"] as const;
