export const NEWSLETTER_PATH = "/newsletter";
export const NEWSLETTER_FEED_PATH = "/newsletter/feed.xml";
export const ADMIN_NEWSLETTER_PATH = "/admin/newsletter";

export const ADMIN_SUBSCRIBERS_PATH = "/admin/newsletter/subscribers";
export const EXPORT_SUBSCRIBERS_PATH = "/admin/newsletter/subscribers.csv";

/** The pages that links in mails open; each link has a subscriber's key. */
export const SUBSCRIBER_STEPS = ["confirm", "preferences"] as const;
export type SubscriberStep = (typeof SUBSCRIBER_STEPS)[number];

export function subscriberPath(step: SubscriberStep | "unsubscribe", key: string): string {
  return `${NEWSLETTER_PATH}/${step}/${key}`;
}

export function issuePath(slug: string): string {
  return `${NEWSLETTER_PATH}/${slug}`;
}

export function editIssuePath(id: string): string {
  return `${ADMIN_NEWSLETTER_PATH}/${id}`;
}

export function saveIssuePath(id: string): string {
  return `${editIssuePath(id)}/save`;
}
