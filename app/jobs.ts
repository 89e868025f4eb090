import { backUpNightlyJob } from "./desk/operations/backups/back-up-nightly.job.ts";
import { runOperationsJob } from "./desk/operations/run-operations.job.ts";
import { purgeAccountsJob } from "./people/accounts/standing/purge-accounts.job.ts";
import { deleteExpiredSessionsJob } from "./people/accounts/sessions/delete-expired-sessions.job.ts";
import { rollUpSponsoredStatsJob } from "./business/advertising/slots/roll-up-sponsored-stats.job.ts";
import { settleCampaignsJob } from "./business/advertising/money/settle-campaigns.job.ts";
import { liftSuspensionsJob } from "./people/accounts/standing/lift-suspensions.job.ts";
import { rollUpStatsJob } from "./guide/analytics/counters/roll-up-stats.job.ts";
import { deleteVisitorHashesJob } from "./guide/analytics/visitors/delete-visitor-hashes.job.ts";
import { syncMembershipsJob } from "./people/membership/membership/sync-memberships.job.ts";
import { deleteOldClaimsJob } from "./business/listings/claims/delete-old-claims.job.ts";
import { deleteReporterDataJob } from "./business/corrections/suggest/delete-reporter-data.job.ts";
import { removeGuidePicturesJob } from "./desk/editor/pictures/remove-guide-pictures.job.ts";
import { preparePhotosJob } from "./guide/photos/place/upload/prepare-photos.job.ts";
import { removePhotosJob } from "./guide/photos/place/owner/remove-photos.job.ts";
import { sendSearchAlertsJob } from "./people/members/search-alerts/send-search-alerts.job.ts";
import { runImportsJob } from "./desk/imports/run/run-imports.job.ts";
import { runSourcesJob } from "./desk/sources/run/run-sources.job.ts";
import { deleteOldMessagesJob } from "./desk/contact/delete-old-messages.job.ts";
import { deleteOldMailsJob } from "./core/mail/delete-old-mails.job.ts";
import { sendMailsJob } from "./core/mail/send-mails.job.ts";
import { purgeSubscribersJob } from "./desk/newsletter/subscribers/purge-subscribers.job.ts";
import { sendNewslettersJob } from "./desk/newsletter/sending/send-newsletters.job.ts";
import { deleteOldNotificationsJob } from "./core/notifications/delete-old-notifications.job.ts";
import { deleteOldPhotoLookupsJob } from "./guide/photos/stock/delete-old-photo-lookups.job.ts";
import { reopenPlacesJob } from "./guide/places/hours/reopen-places.job.ts";
import { countFactsJob } from "./guide/about/facts/count-facts.job.ts";
import { markUnconfirmedPlacesJob } from "./guide/places/unconfirmed/mark-unconfirmed-places.job.ts";
import { refreshSearchIndexJob } from "./guide/search/candidates/refresh-search-index.job.ts";
import { deleteSubmitterDataJob } from "./business/submissions/delete-submitter-data.job.ts";
import type { Job } from "./platform/jobs.server.ts";

/** Every background job. Its file has the schedule, in Washington time. */
export const JOBS: Job[] = [
  purgeAccountsJob,
  deleteExpiredSessionsJob,
  liftSuspensionsJob,
  deleteVisitorHashesJob,
  rollUpStatsJob,
  deleteReporterDataJob,
  deleteOldClaimsJob,
  deleteSubmitterDataJob,
  reopenPlacesJob,
  markUnconfirmedPlacesJob,
  deleteOldNotificationsJob,
  sendMailsJob,
  sendNewslettersJob,
  purgeSubscribersJob,
  deleteOldMessagesJob,
  deleteOldMailsJob,
  deleteOldPhotoLookupsJob,
  preparePhotosJob,
  removePhotosJob,
  removeGuidePicturesJob,
  syncMembershipsJob,
  settleCampaignsJob,
  rollUpSponsoredStatsJob,
  refreshSearchIndexJob,
  countFactsJob,
  sendSearchAlertsJob,
  backUpNightlyJob,
  runImportsJob,
  runSourcesJob,
  runOperationsJob,
];
