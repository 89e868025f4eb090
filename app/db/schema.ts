import * as accounts from "./schema/accounts.ts";
import * as operations from "./schema/operations.ts";
import * as advertising from "./schema/advertising.ts";
import * as analytics from "./schema/analytics.ts";
import * as audit from "./schema/audit.ts";
import * as billing from "./schema/billing.ts";
import * as business from "./schema/business.ts";
import * as seedData from "./schema/seed-data.ts";
import * as corrections from "./schema/corrections.ts";
import * as editing from "./schema/editing.ts";
import * as placePhotos from "./schema/place-photos.ts";
import * as guides from "./schema/guides.ts";
import * as importing from "./schema/importing.ts";
import * as contact from "./schema/contact.ts";
import * as liveSources from "./schema/live-sources.ts";
import * as mail from "./schema/mail.ts";
import * as members from "./schema/members.ts";
import * as moderation from "./schema/moderation.ts";
import * as neighborhoods from "./schema/neighborhoods.ts";
import * as newsletter from "./schema/newsletter.ts";
import * as notifications from "./schema/notifications.ts";
import * as photos from "./schema/photos.ts";
import * as places from "./schema/places.ts";
import * as questions from "./schema/questions.ts";
import * as reviews from "./schema/reviews.ts";
import * as search from "./schema/search.ts";
import * as secrets from "./schema/secrets.ts";
import * as submissions from "./schema/submissions.ts";

/** Every table, for the database's type. Queries import the tables they use from their own slice's schema file. */
export const schema = {
  operationRuns: operations.operationRuns,
  scheduledJobs: operations.scheduledJobs,
  jobRuns: operations.jobRuns,
  switches: operations.switches,
  imports: importing.imports,
  importRecords: importing.importRecords,
  importCategoryMappings: importing.importCategoryMappings,
  sourceRecords: importing.sourceRecords,
  placeMerges: importing.placeMerges,
  liveSources: liveSources.liveSources,
  sourceRuns: liveSources.sourceRuns,
  websiteReadings: liveSources.websiteReadings,
  categories: places.categories,
  metroStations: places.metroStations,
  sources: places.sources,
  places: places.places,
  placeFacts: places.placeFacts,
  placeChanges: places.placeChanges,
  factCounts: places.factCounts,
  corrections: corrections.corrections,
  correctionChanges: corrections.correctionChanges,
  factConfirmations: corrections.factConfirmations,
  neighborhoods: neighborhoods.neighborhoods,
  neighborhoodStations: neighborhoods.neighborhoodStations,
  authors: guides.authors,
  posts: guides.posts,
  postCoauthors: guides.postCoauthors,
  postPlaces: guides.postPlaces,
  postSlugs: guides.postSlugs,
  guideDrafts: editing.guideDrafts,
  guidePreviews: editing.guidePreviews,
  guideRevisions: editing.guideRevisions,
  guideEditorSessions: editing.guideEditorSessions,
  guidePictures: editing.guidePictures,
  memberPictures: members.memberPictures,
  photos: photos.photos,
  photoLookups: photos.photoLookups,
  photoPauses: photos.photoPauses,
  placeSearch: search.placeSearch,
  postSearch: search.postSearch,
  neighborhoodSearch: search.neighborhoodSearch,
  searchHours: search.searchHours,
  searchSuggestions: search.searchSuggestions,
  searchTerms: search.searchTerms,
  popularityBuckets: search.popularityBuckets,
  searchTypes: search.searchTypes,
  dailyViews: analytics.dailyViews,
  monthlyViews: analytics.monthlyViews,
  visitorSalts: analytics.visitorSalts,
  pageVisitorHashes: analytics.pageVisitorHashes,
  dailyPlaceStats: analytics.dailyPlaceStats,
  monthlyPlaceStats: analytics.monthlyPlaceStats,
  dailyPlaceTerms: analytics.dailyPlaceTerms,
  placeVisitorHashes: analytics.placeVisitorHashes,
  searchTermCounts: analytics.searchTermCounts,
  dailyEventCounts: analytics.dailyEventCounts,
  dailyTerms: analytics.dailyTerms,
  dailyRouteTimings: analytics.dailyRouteTimings,
  auditEntries: audit.auditEntries,
  seedLoads: seedData.seedLoads,
  users: accounts.users,
  sessions: accounts.sessions,
  identities: accounts.identities,
  signInAttempts: accounts.signInAttempts,
  reviews: reviews.reviews,
  placeRatings: reviews.placeRatings,
  reviewVersions: reviews.reviewVersions,
  reviewReplies: reviews.reviewReplies,
  reviewBrowsers: reviews.reviewBrowsers,
  recentContentDeletions: reviews.recentContentDeletions,
  reviewVotes: reviews.reviewVotes,
  reviewReports: reviews.reviewReports,
  moderationCases: moderation.moderationCases,
  moderationDecisions: moderation.moderationDecisions,
  moderationTemplates: moderation.moderationTemplates,
  notifications: notifications.notifications,
  mails: mail.mails,
  mailBodies: mail.mailBodies,
  secrets: secrets.secrets,
  newsletterSubscribers: newsletter.newsletterSubscribers,
  newsletterLinkKeys: newsletter.newsletterLinkKeys,
  newsletterIssues: newsletter.newsletterIssues,
  newsletterItems: newsletter.newsletterItems,
  newsletterDeliveries: newsletter.newsletterDeliveries,
  contactMessages: contact.contactMessages,
  contactReplies: contact.contactReplies,
  deletedMessageHashes: contact.deletedMessageHashes,
  editorQuestions: questions.editorQuestions,
  placeQuestions: questions.placeQuestions,
  placeAnswers: questions.placeAnswers,
  placeQuestionReports: questions.placeQuestionReports,
  savedPlaces: members.savedPlaces,
  savedGuides: members.savedGuides,
  lists: members.lists,
  listEntries: members.listEntries,
  pickDismissals: members.pickDismissals,
  searchAlerts: members.searchAlerts,
  placeOwners: business.placeOwners,
  placeClaims: business.placeClaims,
  placeInvitations: business.placeInvitations,
  ownerEdits: business.ownerEdits,
  ownerEditChanges: business.ownerEditChanges,
  submissions: submissions.submissions,
  submissionDrafts: submissions.submissionDrafts,
  placePhotos: placePhotos.placePhotos,
  placePhotoReports: placePhotos.placePhotoReports,
  customers: billing.customers,
  orphanedCustomers: billing.orphanedCustomers,
  subscriptions: billing.subscriptions,
  billingEvents: billing.billingEvents,
  refunds: billing.refunds,
  sandboxObjects: billing.sandboxObjects,
  sandboxEvents: billing.sandboxEvents,
  campaigns: advertising.campaigns,
  sponsoredImpressions: advertising.sponsoredImpressions,
  sponsoredClicks: advertising.sponsoredClicks,
  dailySponsoredStats: advertising.dailySponsoredStats,
  campaignCheckouts: advertising.campaignCheckouts,
  campaignRefunds: advertising.campaignRefunds,
};
