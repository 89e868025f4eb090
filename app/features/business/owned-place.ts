import type { OwnerRole } from "#app/db/schema/business.ts";
import { dcDay, dcDayOn } from "#app/features/places/dc-calendar.ts";
import { hoursOn, type OpeningHours } from "#app/features/places/opening-hours.ts";
import type { HoursLine, PictureRef, RatingSummary } from "#app/features/places/place.ts";
import { listingFieldId } from "#app/features/submissions/listing-fields.tsx";

import { sectionPath } from "./owner-page.tsx";

/** A place as whoever runs it sees it at a glance. */
export type OwnedPlaceShown = {
  slug: string;
  name: string;
  type: string;
  neighborhood: string;
  role: OwnerRole;
  /** As visitors see it now; of a closed one how it is marked. */
  hours: HoursLine;
  isListed: boolean;
  /** Views of its page in the last 30 whole days, as the figures' page has them. */
  viewCount: number;
  rating: RatingSummary;
  unansweredCount: number;
  /** Questions of visitors without an answer of the business. */
  questionCount: number;
  saveCount: number;
  /** Whether invented people are among those who saved it. */
  hasDemoSaves: boolean;
  /** Suggestions and reports of readers that wait for an editor. */
  waitingCount: number;
  /** "Checked Nov 14, 2026": how fresh the hours are; null where none are known. */
  hoursFreshness: string | null;
  picture: PictureRef;
  steps: NextStep[];
  /** What visitors look for in a listing, and whether it is there. */
  parts: ListingPart[];
};

type ListingPart = { name: string; to: string; isThere: boolean };

export type NextStep = { text: string; to: string; label: string };

type Standing = Pick<OwnedPlaceShown, "slug" | "unansweredCount" | "questionCount" | "hoursFreshness" | "role"> & {
  isChecked: boolean;
  hasPhone: boolean;
  hasWebsite: boolean;
  hasPhotos: boolean;
  isAlone: boolean;
  /** The next public holiday whose hours nobody has given: "Thanksgiving Day on Thursday, Nov 26". */
  holiday: string | null;
};

/** Visitors ask about a holiday in the days before it. */
const HOLIDAY_DAYS = 14;

/**
 * The next public holiday of two weeks on which only the usual hours say that a place is open.
 *
 * @param today The day it is in Washington.
 */
export function holidayAhead(hours: OpeningHours | null, today: string): string | null {
  if (hours === null) return null;
  const first = dcDayOn(today).number;
  for (let number = first; number < first + HOLIDAY_DAYS; number += 1) {
    const { on, publicHoliday } = dcDay(number);
    if (publicHoliday === null) continue;
    const { intervals, exceptionNote } = hoursOn(hours, on);
    if (exceptionNote !== null || intervals.length === 0) continue;
    return `${publicHoliday} on ${dayLabel.format(new Date(`${on}T00:00:00Z`))}`;
  }
  return null;
}

const dayLabel = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "long", month: "short", day: "numeric" });

/** What a listing is counted by: what visitors ask for first, and what the lists show. */
export type Known = {
  hasHours: boolean;
  hasAddress: boolean;
  hasPin: boolean;
  hasPhone: boolean;
  hasWebsite: boolean;
  hasPrice: boolean;
  hasDescription: boolean;
  attributeCount: number;
  photoCount: number;
};

/** Fewer things to know are hardly worth a look. */
const ATTRIBUTES_MIN = 3;

/** How complete a listing is, part by part. */
export function listingParts(slug: string, known: Known): ListingPart[] {
  const edit = (field: string) => fieldPath(slug, field);
  const photos = sectionPath(slug, "photos");
  const hasAttributes = known.attributeCount >= ATTRIBUTES_MIN;
  return [
    { name: "Hours", to: edit("monday"), isThere: known.hasHours },
    { name: "Address", to: edit("street"), isThere: known.hasAddress },
    { name: "Pin on the map", to: edit("position"), isThere: known.hasPin },
    { name: "Phone", to: edit("phone"), isThere: known.hasPhone },
    { name: "Website", to: edit("website"), isThere: known.hasWebsite },
    { name: "Price", to: edit("priceRange"), isThere: known.hasPrice },
    { name: "Description", to: edit("description"), isThere: known.hasDescription },
    { name: `${ATTRIBUTES_MIN} things good to know`, to: edit("attributes"), isThere: hasAttributes },
    { name: "A photo of your own", to: photos, isThere: known.photoCount > 0 },
  ];
}

/** The form is long: whoever is told of a field is led to it. */
function fieldPath(slug: string, field: string): string {
  return `${sectionPath(slug, "edit")}#${listingFieldId(field)}`;
}

/** What is worth doing next for a place, the most pressing first, three at most. */
export function nextSteps(place: Standing): NextStep[] {
  const edit = (field: string) => fieldPath(place.slug, field);
  const steps: (NextStep | false)[] = [
    place.questionCount > 0 && {
      text: "Visitors have asked about it, and wait for your answer.",
      to: `${sectionPath(place.slug, "questions")}?show=unanswered`,
      label: "Answer questions",
    },
    place.unansweredCount > 0 && {
      text: "People have written about it, and nobody has answered.",
      to: `${sectionPath(place.slug, "reviews")}?show=unanswered`,
      label: "Answer reviews",
    },
    place.holiday !== null && {
      text: `Is it open for ${place.holiday}? The usual hours are shown so far.`,
      to: edit("specialDays"),
      label: "Give the day’s hours",
    },
    place.hoursFreshness === null && {
      text: "Nobody can tell when it is open: we know no hours.",
      to: edit("monday"),
      label: "Give the hours",
    },
    place.hoursFreshness !== null &&
      !place.isChecked && {
        text: "Nobody has looked over its hours for half a year.",
        to: edit("monday"),
        label: "Check the hours",
      },
    !place.hasPhone && { text: "It has no phone number.", to: edit("phone"), label: "Add one" },
    !place.hasWebsite && { text: "It has no website.", to: edit("website"), label: "Add one" },
    !place.hasPhotos && {
      text: "It shows a drawn picture: none of your photos.",
      to: sectionPath(place.slug, "photos"),
      label: "Add photos",
    },
    place.isAlone &&
      place.role === "owner" && {
        text: "You run it alone. Somebody else can answer while you are away.",
        to: sectionPath(place.slug, "people"),
        label: "Let somebody in",
      },
  ];
  return steps.filter((step) => step !== false).slice(0, STEPS_MAX);
}

const STEPS_MAX = 3;
