import type { OwnerRole } from "#app/db/schema/business.ts";
import { hoursOn, type OpeningHours } from "#app/guide/places/hours/opening-hours.ts";
import type { HoursLine, PictureRef, RatingSummary } from "#app/guide/places/place.ts";
import { listingFieldId } from "#app/business/submissions/form/listing-fields.tsx";
import { dcDayByNumber, dcDayOn } from "#app/lib/dc-time.ts";
import { formatWeekdayAndShortDay } from "#app/lib/format-time.ts";

import { sectionPath } from "./owner-page.tsx";

/** A place's summary for its owners and managers. */
export type OwnedPlaceSummary = {
  slug: string;
  name: string;
  type: string;
  neighborhood: string;
  role: OwnerRole;
  /** The hours as visitors see them now; for a closed place, its closure. */
  hours: HoursLine;
  isListed: boolean;
  /** Views of its page in the last 30 whole days, the same number as on the stats page. */
  viewCount: number;
  rating: RatingSummary;
  unansweredCount: number;
  /** Visitors' questions without an answer by the business. */
  questionCount: number;
  saveCount: number;
  /** Whether demo people are among those who viewed or saved it. */
  hasDemoStats: boolean;
  /** Suggestions and reports that are pending with editors. */
  waitingCount: number;
  /** "Checked Nov 14, 2026"; null when the hours are unknown. */
  hoursFreshness: string | null;
  picture: PictureRef;
  steps: NextStep[];
  /** The details that visitors look for, and whether the listing has them. */
  parts: ListingPart[];
};

type ListingPart = { name: string; to: string; isThere: boolean };

export type NextStep = { text: string; to: string; label: string };

type NextStepsInput = Pick<
  OwnedPlaceSummary,
  "slug" | "unansweredCount" | "questionCount" | "hoursFreshness" | "role"
> & {
  isChecked: boolean;
  hasPhone: boolean;
  hasWebsite: boolean;
  hasPhotos: boolean;
  isAlone: boolean;
  /** The next public holiday without hours of its own: "Thanksgiving Day on Thursday, Nov 26". */
  holiday: string | null;
};

/** Visitors ask about a holiday in the days before it. */
const HOLIDAY_DAYS = 14;

/**
 * The next public holiday within two weeks for which the place has only its usual hours.
 *
 * @param today Today's date in Washington.
 */
export function findHolidayWithoutHours(hours: OpeningHours | null, today: string): string | null {
  if (hours === null) return null;
  const first = dcDayOn(today).number;
  for (let dayNumber = first; dayNumber < first + HOLIDAY_DAYS; dayNumber += 1) {
    const { on, publicHoliday } = dcDayByNumber(dayNumber);
    if (publicHoliday === null) continue;
    const { intervals, exceptionNote } = hoursOn(hours, on);
    if (exceptionNote !== null || intervals.length === 0) continue;
    return `${publicHoliday} on ${formatWeekdayAndShortDay(on)}`;
  }
  return null;
}

/** What a listing's completeness is computed from: what visitors need first, and what lists show. */
export type CompletenessInput = {
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

/** With fewer attributes, "Good to know" isn't useful. */
const ATTRIBUTES_MIN = 3;

/** The parts of a listing that count for its completeness. */
export function completenessParts(slug: string, known: CompletenessInput): ListingPart[] {
  const edit = (field: string) => fieldPath(slug, field);
  const photos = sectionPath(slug, "photos");
  const hasAttributes = known.attributeCount >= ATTRIBUTES_MIN;
  return [
    { name: "Hours", to: edit("monday"), isThere: known.hasHours },
    { name: "Address", to: edit("street"), isThere: known.hasAddress },
    { name: "Map pin", to: edit("position"), isThere: known.hasPin },
    { name: "Phone", to: edit("phone"), isThere: known.hasPhone },
    { name: "Website", to: edit("website"), isThere: known.hasWebsite },
    { name: "Price", to: edit("priceRange"), isThere: known.hasPrice },
    { name: "Description", to: edit("description"), isThere: known.hasDescription },
    { name: `${ATTRIBUTES_MIN} “Good to know” details`, to: edit("attributes"), isThere: hasAttributes },
    { name: "Your own photo", to: photos, isThere: known.photoCount > 0 },
  ];
}

/** The form is long, so links go to the field itself. */
function fieldPath(slug: string, field: string): string {
  return `${sectionPath(slug, "edit")}#${listingFieldId(field)}`;
}

/** The next steps for a place, most urgent first, three at most. */
export function nextSteps(place: NextStepsInput): NextStep[] {
  const edit = (field: string) => fieldPath(place.slug, field);
  const steps: (NextStep | false)[] = [
    place.questionCount > 0 && {
      text: "Visitors have questions for you.",
      to: `${sectionPath(place.slug, "questions")}?show=unanswered`,
      label: "Answer questions",
    },
    place.unansweredCount > 0 && {
      text: "You have reviews without a reply.",
      to: `${sectionPath(place.slug, "reviews")}?show=unanswered`,
      label: "Reply to reviews",
    },
    place.holiday !== null && {
      text: `Are you open for ${place.holiday}? We’re showing your usual hours.`,
      to: edit("specialDays"),
      label: "Add holiday hours",
    },
    place.hoursFreshness === null && {
      text: "Add your hours so customers know when you’re open.",
      to: edit("monday"),
      label: "Add hours",
    },
    place.hoursFreshness !== null &&
      !place.isChecked && {
        text: "Your hours haven’t been checked in six months.",
        to: edit("monday"),
        label: "Check hours",
      },
    !place.hasPhone && { text: "Your listing has no phone number.", to: edit("phone"), label: "Add phone" },
    !place.hasWebsite && { text: "Your listing has no website.", to: edit("website"), label: "Add website" },
    !place.hasPhotos && {
      text: "Your listing shows a drawing because it has no photos.",
      to: sectionPath(place.slug, "photos"),
      label: "Add photos",
    },
    place.isAlone &&
      place.role === "owner" && {
        text: "You’re the only one managing this place. Invite someone to help while you’re away.",
        to: sectionPath(place.slug, "people"),
        label: "Invite someone",
      },
  ];
  return steps.filter((step) => step !== false).slice(0, STEPS_MAX);
}

const STEPS_MAX = 3;
