import { runOperationsJob } from "./features/actions/run-actions.job.ts";
import { purgeAccountsJob } from "./features/accounts/forget-accounts.job.ts";
import { deleteExpiredSessionsJob } from "./features/accounts/forget-sessions.job.ts";
import { foldSponsoredLogJob } from "./features/advertising/fold-sponsored-log.job.ts";
import { settleCampaignsJob } from "./features/advertising/settle-campaigns.job.ts";
import { liftSuspensionsJob } from "./features/accounts/lift-suspensions.job.ts";
import { rollUpStatsJob } from "./features/analytics/fold-figures.job.ts";
import { forgetVisitorsJob } from "./features/analytics/forget-visitors.job.ts";
import { syncMembershipsJob } from "./features/billing/sync-memberships.job.ts";
import { forgetClaimsJob } from "./features/business/forget-claims.job.ts";
import { forgetReportersJob } from "./features/corrections/forget-reporters.job.ts";
import { removeGuidePicturesJob } from "./features/editing/remove-guide-pictures.job.ts";
import { preparePhotosJob } from "./features/gallery/prepare-photos.job.ts";
import { removePhotosJob } from "./features/gallery/remove-photos.job.ts";
import { runImportsJob } from "./features/importing/run-imports.job.ts";
import { deleteExpiredMessagesJob } from "./features/inbox/forget-messages.job.ts";
import { forgetMailsJob } from "./features/mail/forget-mails.job.ts";
import { sendMailsJob } from "./features/mail/send-mails.job.ts";
import { purgeSubscribersJob } from "./features/newsletter/forget-subscribers.job.ts";
import { sendNewslettersJob } from "./features/newsletter/send-newsletters.job.ts";
import { forgetNotificationsJob } from "./features/notifications/forget-notifications.job.ts";
import { forgetPhotosJob } from "./features/photos/forget-photos.job.ts";
import { reopenPlacesJob } from "./features/places/reopen-places.job.ts";
import { refreshSearchIndexJob } from "./features/search/weigh-search.job.ts";
import { forgetSubmittersJob } from "./features/submissions/forget-submitters.job.ts";
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
