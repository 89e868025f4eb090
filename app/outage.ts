/** How soon whoever met an outage should ask again: most are over by then, and nobody is kept from trying earlier. */
export const RETRY_AFTER_SECONDS = 5;

/**
 * Why an answer could not be made. `reason`: the database is away, slow or full, or the answer took too long. `saved`: what
 * became of what was sent; null where nothing was.
 */
export type Outage = { reason: "away" | "late"; saved: "no" | "unknown" | null };

/** @property hint For people who sent a form; null where nothing was sent. */
export type OutageWords = { title: string; text: string; hint: string | null };

/** The words of an outage, for people and programs alike. */
export function outageWords({ reason, saved }: Outage): OutageWords {
  const why = reason === "away" ? "The guide’s database doesn’t answer right now" : "The guide took too long to answer";
  if (saved === null) return { title: "This page didn’t load", text: `${why}. Try again in a moment.`, hint: null };
  if (saved === "no") {
    return { title: "That wasn’t saved", text: `${why}. Nothing was saved. Try again in a moment.`, hint: GO_BACK };
  }
  return {
    title: "That may not be saved",
    text: `${why}, so we can’t tell whether what you sent was saved. Look before you send it again.`,
    hint: GO_BACK,
  };
}

const GO_BACK = "Go back in your browser: what you typed is still there.";

/** An outage as a page in the browser is told of it. */
export type ToldOutage = OutageWords & { requestId: string };

/** What `outageProblem` has written, read from a failed answer; null for anything else. */
export function readOutage(told: unknown): ToldOutage | null {
  if (typeof told !== "string" || !told.startsWith('{"type":"about:blank"')) return null;
  const problem: unknown = JSON.parse(told);
  if (typeof problem !== "object" || problem === null) return null;
  if (!("reason" in problem) || !("saved" in problem) || !("requestId" in problem)) return null;
  const { reason, saved, requestId } = problem;
  if ((reason !== "away" && reason !== "late") || typeof requestId !== "string") return null;
  if (saved !== "no" && saved !== "unknown" && saved !== null) return null;
  return { ...outageWords({ reason, saved }), requestId };
}
