import { z } from "zod";

const Place = z.object({ slug: z.string().max(200), name: z.string().max(200) });

/**
 * The kinds of notification and their facts. A new kind is an entry here and its text in `notification-text.ts`,
 * which doesn't compile without it.
 */
export const Notification = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("review-approved"), place: Place }),
  // The editor's reason, shown to the author.
  z.object({ kind: z.literal("review-rejected"), place: Place, reason: z.string().max(500) }),
  z.object({ kind: z.literal("report-decided"), place: Place, outcome: z.enum(["not-removed", "removed"]) }),
  // `key` identifies the page with the full outcome; the editor's reason may be empty.
  z.object({
    kind: z.literal("correction-decided"),
    place: Place,
    key: z.string().max(32),
    outcome: z.enum(["approved", "rejected", "answered"]),
    reason: z.string().max(500),
  }),
  z.object({
    kind: z.literal("submission-decided"),
    name: z.string().max(200),
    key: z.string().max(32),
    // The listing that it became or is a duplicate of; older notifications don't have it.
    slug: z.string().max(200).nullish(),
    fate: z.enum(["published", "refused", "duplicate"]),
    reason: z.string().max(500),
  }),
  // An owner's changes to a listing; the editor's reason may be empty.
  z.object({
    kind: z.literal("owner-edit-decided"),
    place: Place,
    outcome: z.enum(["approved", "in-part", "rejected"]),
    reason: z.string().max(500),
  }),
  // A photo that the place's owner or manager uploaded; the editor's reason.
  z.object({ kind: z.literal("photo-removed"), place: Place, reason: z.string().max(500) }),
  z.object({ kind: z.literal("photo-report-decided"), place: Place, outcome: z.enum(["not-removed", "removed"]) }),
  // The outcome of a campaign; the editor's reason may be empty.
  z.object({
    kind: z.literal("campaign-decided"),
    place: Place,
    campaign: z.uuid(),
    outcome: z.enum([
      "approved",
      "over",
      "spent",
      "owner",
      "place",
      "rejected",
      "undecided",
      "stopped",
      "disputed",
      "provider",
      // The bank decided for the business: the campaign continues, or the rest of its money is refunded.
      "restored",
      "settled",
    ]),
    reason: z.string().max(500),
    refundCents: z.number().int().min(0),
  }),
  // A payment for a campaign that was already paid for, or was deleted or changed meanwhile.
  z.object({ kind: z.literal("campaign-payment-returned"), place: Place, amountCents: z.number().int().min(1) }),
  z.object({ kind: z.literal("payment-failed"), plan: z.string().max(40), graceEndsAt: z.iso.datetime() }),
  z.object({ kind: z.literal("membership-ended"), plan: z.string().max(40) }),
  z.object({ kind: z.literal("question-answered"), question: z.uuid() }),
  // Places were added that match a search alert.
  z.object({ kind: z.literal("search-alert"), query: z.string().max(100), count: z.number().int().min(1) }),
  // Questions about a place: new ones go to its managers, answers to the member who asked.
  z.object({ kind: z.literal("place-question-asked"), place: Place, question: z.uuid() }),
  z.object({
    kind: z.literal("place-question-answered"),
    place: Place,
    question: z.uuid(),
    isBusiness: z.boolean(),
  }),
  // About the member's own question or answer; the editor's reason may be empty.
  z.object({
    kind: z.literal("place-question-decided"),
    place: Place,
    about: z.enum(["question", "answer"]),
    question: z.uuid(),
    outcome: z.enum(["published", "rejected"]),
    reason: z.string().max(500),
  }),
  z.object({
    kind: z.literal("place-question-report-decided"),
    place: Place,
    about: z.enum(["question", "answer"]),
    outcome: z.enum(["not-removed", "removed"]),
  }),
  z.object({ kind: z.literal("review-answered"), place: Place }),
  // Sent to the place's owners and managers.
  z.object({ kind: z.literal("place-reviewed"), place: Place, stars: z.number().int().min(1).max(5) }),
  z.object({
    kind: z.literal("place-closed"),
    place: Place,
    closure: z.enum(["permanent", "temporary", "moved", "duplicate"]),
    reason: z.string().max(500),
  }),
  // An admin deleted the listing, or restored it.
  z.object({ kind: z.literal("place-taken-off"), place: Place }),
  z.object({ kind: z.literal("place-put-back"), place: Place }),
  z.object({ kind: z.literal("claim-granted"), place: Place }),
  z.object({ kind: z.literal("claim-rejected"), place: Place, reason: z.string().max(500) }),
  // The place's owners or managers changed; its page shows how.
  z.object({
    kind: z.literal("people-changed"),
    place: Place,
    change: z.enum(["claimed", "joined", "left", "handed-over"]),
  }),
  z.object({ kind: z.literal("owner-role-given"), place: Place, role: z.enum(["owner", "manager"]) }),
  // The title and link of the notification about the undone decision.
  z.object({ kind: z.literal("decision-undone"), title: z.string().max(300), to: z.string().max(300) }),
  z.object({ kind: z.literal("place-left"), place: Place, how: z.enum(["removed", "released", "replaced"]) }),
]);
export type Notification = z.infer<typeof Notification>;
