import type { Closure } from "#app/db/columns/place-columns.ts";
import { formatLongDay } from "#app/lib/format-time.ts";

import type { HoursLine } from "../place.ts";

/** The notice at the top of a closed place's page. */
export type ClosureNotice = {
  title: string;
  text: string;
  /** The place that replaced this one. */
  successor: { slug: string; name: string } | null;
  /** In no list: visitors can't save or review the place. */
  isFinal: boolean;
};

type ClosureColumns = {
  closure: Closure | null;
  closedOn: string | null;
  reopensOn: string | null;
  isClosedByOwner: boolean;
};

/** Whether a place is marked because nobody has confirmed it for years. Nobody has said that it is closed. */
export function mayHaveClosed(closure: Closure | null): boolean {
  return closure === "unconfirmed" || closure === "unlisted";
}

/** Whether people may confirm, claim and change a place: it is listed, or nobody has said that it is closed. */
export function isPresumedOpen({ status, closure }: { status: string; closure: Closure | null }): boolean {
  return status === "published" || closure === "unlisted";
}

/** Replaces the hours on cards and in lists. Null: show the hours. */
export function closureLine(closure: Closure | null): HoursLine | null {
  if (closure === null) return null;
  const [lead, rest] = CLOSURE_LINES[closure];
  return { tone: "closed", lead, rest, stale: rest === "" ? lead : `${lead}, ${rest}` };
}

const CLOSURE_LINES: Record<Closure, [lead: string, rest: string]> = {
  reported: ["Reported closed", "not confirmed"],
  temporary: ["Temporarily closed", ""],
  permanent: ["Permanently closed", ""],
  moved: ["Moved", ""],
  unconfirmed: ["May have closed", "not confirmed for years"],
  unlisted: ["May have closed", "not confirmed for years"],
};

/** With `isListed` false the place is closed even if `closure` doesn't say how. */
export function describeClosure({
  closure,
  closedOn,
  reopensOn,
  isClosedByOwner,
  isListed,
}: ClosureColumns & { isListed: boolean }) {
  if (closure === null) return isListed ? null : { title: "Closed", text: "This place is no longer listed." };
  const on = closedOn === null ? "" : ` on ${formatLongDay(closedOn)}`;
  switch (closure) {
    case "reported":
      return {
        title: "Reported closed",
        text: `Several visitors reported this place closed, so we marked it${on}. It isn’t confirmed yet. Call before you go.`,
      };
    case "temporary":
      return {
        title: "Temporarily closed",
        text: [
          isClosedByOwner ? `The business told us${on}.` : `An editor confirmed it${on}.`,
          ...(reopensOn === null ? [] : [`It reopens on ${formatLongDay(reopensOn)}.`]),
          "The hours shown apply when it’s open.",
        ].join(" "),
      };
    case "permanent":
      return {
        title: "Permanently closed",
        text: `An editor confirmed it${on}. It’s no longer in our lists, but its page stays.`,
      };
    case "unconfirmed":
      return {
        title: "May have closed",
        text: `No source has confirmed this place for more than two years. ${IS_IT_OPEN}`,
      };
    case "unlisted":
      return {
        title: "May have closed",
        text: `No source has confirmed this place for more than two years, so it isn’t in our lists or search. ${IS_IT_OPEN}`,
      };
    case "moved":
      return { title: "No longer at this address", text: `It has moved. An editor confirmed it${on}.` };
  }
}

const IS_IT_OPEN = "Call before you go. If it’s open, choose “Still right?” beside its address.";
