import { z } from "zod";

const Place = z.object({ slug: z.string().max(200), name: z.string().max(200) });

/**
 * What somebody can be told: a kind, and what it is about. A new kind is an entry here and its words in
 * `notification-words.ts`; the compiler names the second when the first is there.
 */
export const Notification = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("review-approved"), place: Place }),
  // The moderator's reason, as its author reads it.
  z.object({ kind: z.literal("review-rejected"), place: Place, reason: z.string().max(500) }),
  z.object({ kind: z.literal("report-decided"), place: Place, outcome: z.enum(["kept", "removed"]) }),
  // `key` is of the page that tells the outcome in full; the reason is the editor's, and may be empty.
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
    fate: z.enum(["published", "refused", "duplicate"]),
    reason: z.string().max(500),
  }),
  // What an owner asked to be changed of their place; the reason is the editor's, and may be empty.
  z.object({
    kind: z.literal("owner-edit-decided"),
    place: Place,
    outcome: z.enum(["approved", "in-part", "rejected"]),
    reason: z.string().max(500),
  }),
  // A photo of the place, by whoever runs it; the moderator's reason.
  z.object({ kind: z.literal("photo-removed"), place: Place, reason: z.string().max(500) }),
  z.object({ kind: z.literal("photo-report-decided"), place: Place, outcome: z.enum(["kept", "removed"]) }),
  // What became of a campaign of the place; the reason is the editor's, and may be empty.
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
      // The bank has decided for the business: it goes on, or what it didn't deliver goes back.
      "restored",
      "settled",
    ]),
    reason: z.string().max(500),
    owedCents: z.number().int().min(0),
  }),
  // Paid for a campaign, it paid for nothing: a second time, or for what was deleted or changed meanwhile.
  z.object({ kind: z.literal("campaign-payment-returned"), place: Place, amountCents: z.number().int().min(1) }),
  z.object({ kind: z.literal("payment-failed"), plan: z.string().max(40), graceEndsAt: z.iso.datetime() }),
  z.object({ kind: z.literal("membership-ended"), plan: z.string().max(40) }),
  z.object({ kind: z.literal("question-answered"), question: z.uuid() }),
  // What members ask about a place: of the question, told to whoever runs it; of an answer, to whoever asked.
  z.object({ kind: z.literal("place-question-asked"), place: Place, question: z.uuid() }),
  z.object({
    kind: z.literal("place-question-answered"),
    place: Place,
    question: z.uuid(),
    isBusiness: z.boolean(),
  }),
  // Of what somebody wrote themselves; the reason is the moderator's, and may be empty.
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
    outcome: z.enum(["kept", "removed"]),
  }),
  z.object({ kind: z.literal("review-answered"), place: Place }),
  // Told to whoever runs the place.
  z.object({ kind: z.literal("place-reviewed"), place: Place, stars: z.number().int().min(1).max(5) }),
  z.object({
    kind: z.literal("place-closed"),
    place: Place,
    closure: z.enum(["permanent", "temporary", "moved", "duplicate"]),
    reason: z.string().max(500),
  }),
  // An admin has deleted its listing, or restored it.
  z.object({ kind: z.literal("place-taken-off"), place: Place }),
  z.object({ kind: z.literal("place-put-back"), place: Place }),
  z.object({ kind: z.literal("claim-granted"), place: Place }),
  z.object({ kind: z.literal("claim-rejected"), place: Place, reason: z.string().max(500) }),
  // Of those who run a place somebody has changed; who, they see on its page.
  z.object({
    kind: z.literal("people-changed"),
    place: Place,
    change: z.enum(["claimed", "joined", "left", "handed-over"]),
  }),
  z.object({ kind: z.literal("owner-role-given"), place: Place, role: z.enum(["owner", "manager"]) }),
  // What they were told of a decision, in the same words, and where that led.
  z.object({ kind: z.literal("decision-undone"), title: z.string().max(300), to: z.string().max(300) }),
  z.object({ kind: z.literal("place-left"), place: Place, how: z.enum(["removed", "released", "replaced"]) }),
]);
export type Notification = z.infer<typeof Notification>;
