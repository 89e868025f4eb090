import { runOperationsJob } from "./desk/operations/run-operations.job.ts";
import { purgeAccountsJob } from "./people/accounts/standing/purge-accounts.job.ts";
import { deleteExpiredSessionsJob } from "./people/accounts/sessions/delete-expired-sessions.job.ts";
import { foldSponsoredLogJob } from "./business/advertising/slots/fold-sponsored-log.job.ts";
import { settleCampaignsJob } from "./business/advertising/money/settle-campaigns.job.ts";
import { liftSuspensionsJob } from "./people/accounts/standing/lift-suspensions.job.ts";
import { rollUpStatsJob } from "./guide/analytics/counters/roll-up-stats.job.ts";
import { forgetVisitorsJob } from "./guide/analytics/visitors/forget-visitors.job.ts";
import { syncMembershipsJob } from "./people/membership/membership/sync-memberships.job.ts";
import { forgetClaimsJob } from "./business/listings/claims/forget-claims.job.ts";
import { forgetReportersJob } from "./business/corrections/suggest/forget-reporters.job.ts";
import { removeGuidePicturesJob } from "./desk/editor/pictures/remove-guide-pictures.job.ts";
import { preparePhotosJob } from "./guide/photos/place/upload/prepare-photos.job.ts";
import { removePhotosJob } from "./guide/photos/place/owner/remove-photos.job.ts";
import { runImportsJob } from "./desk/imports/run/run-imports.job.ts";
import { deleteExpiredMessagesJob } from "./desk/contact/forget-messages.job.ts";
import { forgetMailsJob } from "./core/mail/forget-mails.job.ts";
import { sendMailsJob } from "./core/mail/send-mails.job.ts";
import { purgeSubscribersJob } from "./desk/newsletter/subscribers/purge-subscribers.job.ts";
import { sendNewslettersJob } from "./desk/newsletter/sending/send-newsletters.job.ts";
import { forgetNotificationsJob } from "./core/notifications/forget-notifications.job.ts";
import { forgetPhotosJob } from "./guide/photos/stock/forget-photos.job.ts";
import { reopenPlacesJob } from "./guide/places/hours/reopen-places.job.ts";
import { refreshSearchIndexJob } from "./guide/search/candidates/refresh-search-index.job.ts";
import { forgetSubmittersJob } from "./business/submissions/forget-submitters.job.ts";
import type { Job } from "./platform/jobs.server.ts";

/** Every background job. Its file has the schedule, in Washington time. */
export const JOBS: Job[] = [
  purgeAccountsJob,
  deleteExpiredSessionsJob,
  liftSuspensionsJob,
  forgetVisitorsJob,
  rollUpStatsJob,
  forgetReportersJob,
  forgetClaimsJob,
  forgetSubmittersJob,
  reopenPlacesJob,
  forgetNotificationsJob,
  sendMailsJob,
  sendNewslettersJob,
  purgeSubscribersJob,
  deleteExpiredMessagesJob,
  forgetMailsJob,
  forgetPhotosJob,
  preparePhotosJob,
  removePhotosJob,
  removeGuidePicturesJob,
  syncMembershipsJob,
  settleCampaignsJob,
  foldSponsoredLogJob,
  refreshSearchIndexJob,
  runImportsJob,
  runOperationsJob,
];
