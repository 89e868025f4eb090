import type { Closure } from "#app/db/schema/places.ts";

import type { HoursLine } from "./place.ts";

/** What a place's page says first when it isn't open as usual. */
export type ClosureNotice = {
  title: string;
  text: string;
  /** Where it is now. */
  successor: { slug: string; name: string } | null;
  /** Whether it is gone for good; then nobody can save or review it. */
  isFinal: boolean;
};

type Marked = {
  closure: Closure | null;
  closedOn: string | null;
  reopensOn: string | null;
  isClosedByOwner: boolean;
};

/** In the place of the hours wherever the place is listed. Null: the hours stand. */
export function closureLine(closure: Closure | null): HoursLine | null {
  if (closure === null) return null;
  const [lead, rest] = CLOSURE_LINES[closure];
  return { tone: "closed", lead, rest, stale: rest === "" ? lead : `${lead}, ${rest}` };
}

const CLOSURE_LINES: Record<Closure, [lead: string, rest: string]> = {
  reported: ["Reported closed", "not confirmed"],
  temporary: ["Temporarily closed", ""],
  permanent: ["Closed for good", ""],
  moved: ["No longer here", ""],
};

/** `isListed` false: it is closed, whether or not anybody wrote down how. */
export function closureWords({
  closure,
  closedOn,
  reopensOn,
  isClosedByOwner,
  isListed,
}: Marked & { isListed: boolean }) {
  if (closure === null) return isListed ? null : { title: "Closed", text: "This place is listed no longer." };
  const on = closedOn === null ? "" : ` on ${dayWords(closedOn)}`;
  switch (closure) {
    case "reported":
      return {
        title: "Reported closed",
        text: `Several visitors have told us independently that this place is closed, and we marked it${on}. Nobody has confirmed it yet: call before you go.`,
      };
    case "temporary":
      return {
        title: "Temporarily closed",
        text: [
          isClosedByOwner ? `The business said so${on}.` : `An editor confirmed it${on}.`,
          ...(reopensOn === null ? [] : [`It opens again on ${dayWords(reopensOn)}.`]),
          "The hours are those it keeps when it is open.",
        ].join(" "),
      };
    case "permanent":
      return {
        title: "Closed for good",
        text: `An editor confirmed it${on}. It is in no list any more; this page stays for whoever looks for it.`,
      };
    case "moved":
      return { title: "No longer at this address", text: `It has moved; an editor confirmed it${on}.` };
  }
}

function dayWords(on: string): string {
  return longDay.format(new Date(`${on}T12:00:00Z`));
}

const longDay = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "long", day: "numeric", year: "numeric" });
