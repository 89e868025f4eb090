import { runActionsJob } from "./features/actions/run-actions.job.ts";
import { forgetAccountsJob } from "./features/accounts/forget-accounts.job.ts";
import { forgetSessionsJob } from "./features/accounts/forget-sessions.job.ts";
import { foldSponsoredLogJob } from "./features/advertising/fold-sponsored-log.job.ts";
import { settleCampaignsJob } from "./features/advertising/settle-campaigns.job.ts";
import { liftSuspensionsJob } from "./features/accounts/lift-suspensions.job.ts";
import { foldFiguresJob } from "./features/analytics/fold-figures.job.ts";
import { forgetVisitorsJob } from "./features/analytics/forget-visitors.job.ts";
import { syncMembershipsJob } from "./features/billing/sync-memberships.job.ts";
import { forgetClaimsJob } from "./features/business/forget-claims.job.ts";
import { forgetReportersJob } from "./features/corrections/forget-reporters.job.ts";
import { removeGuidePicturesJob } from "./features/editing/remove-guide-pictures.job.ts";
import { preparePhotosJob } from "./features/gallery/prepare-photos.job.ts";
import { removePhotosJob } from "./features/gallery/remove-photos.job.ts";
import { runImportsJob } from "./features/importing/run-imports.job.ts";
import { forgetMessagesJob } from "./features/inbox/forget-messages.job.ts";
import { forgetMailsJob } from "./features/mail/forget-mails.job.ts";
import { sendMailsJob } from "./features/mail/send-mails.job.ts";
import { forgetSubscribersJob } from "./features/newsletter/forget-subscribers.job.ts";
import { sendNewslettersJob } from "./features/newsletter/send-newsletters.job.ts";
import { forgetNotificationsJob } from "./features/notifications/forget-notifications.job.ts";
import { forgetPhotosJob } from "./features/photos/forget-photos.job.ts";
import { reopenPlacesJob } from "./features/places/reopen-places.job.ts";
import { weighSearchJob } from "./features/search/weigh-search.job.ts";
import { forgetSubmittersJob } from "./features/submissions/forget-submitters.job.ts";
import type { Job } from "./platform/jobs.server.ts";

/** Every background job. Its file has the schedule, in Washington time. */
export const JOBS: Job[] = [
  forgetAccountsJob,
  forgetSessionsJob,
  liftSuspensionsJob,
  forgetVisitorsJob,
  foldFiguresJob,
  forgetReportersJob,
  forgetClaimsJob,
  forgetSubmittersJob,
  reopenPlacesJob,
  forgetNotificationsJob,
  sendMailsJob,
  sendNewslettersJob,
  forgetSubscribersJob,
  forgetMessagesJob,
  forgetMailsJob,
  forgetPhotosJob,
  preparePhotosJob,
  removePhotosJob,
  removeGuidePicturesJob,
  syncMembershipsJob,
  settleCampaignsJob,
  foldSponsoredLogJob,
  weighSearchJob,
  runImportsJob,
  runActionsJob,
];
