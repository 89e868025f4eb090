import { parseAltText } from "#app/guide/photos/place/show/alt-text.ts";
import { characterCount } from "#app/lib/plain-text.ts";
import type { FormFields, RepeatedFormFields } from "#app/platform/read-form.ts";

import { parseListing } from "../form/listing.ts";
import type { ListingFormValues, ListingProblems } from "../form/listing-form.ts";
import type { CasePhotosInput } from "../photos/case-photos.tsx";
import { altField, PUBLISHED_PHOTOS_FIELD } from "../photos/submission-photo-fields.ts";
import { DESCRIPTION_CHARACTERS_MIN, type SubmissionCase, type SubmissionFate } from "../submission.ts";

/** What the editor has entered to decide about a submission. `photos` is null before the first try. */
export type DecisionValues = {
  neighborhood: string;
  code: string;
  message: string;
  duplicate: string;
  photos: CasePhotosInput | null;
};

export const FATES = ["published", "refused", "duplicate"] as const satisfies SubmissionFate[];

/** What a form decides, or what is wrong with the listing and photos that it would publish. */
export function readDecision(
  fate: SubmissionFate,
  form: FormFields,
  { typed, photos: typedOfPhotos }: { typed: ListingFormValues; photos: CasePhotosInput },
) {
  if (fate === "refused") return { decision: { fate }, problems: null } as const;
  if (fate === "duplicate") {
    return { decision: { fate, duplicateSlug: form.text("duplicate").trim() }, problems: null } as const;
  }
  const { listing, problems: listingProblems } = parseListing(typed);
  const { photos: selected, problems: photoProblems } = readPhotos(typedOfPhotos);
  const problems: ListingProblems = { ...listingProblems, ...photoProblems };
  if (listing !== null && characterCount(listing.description) < DESCRIPTION_CHARACTERS_MIN) {
    problems["description"] = `Write at least ${DESCRIPTION_CHARACTERS_MIN} characters.`;
  }
  if (listing === null || Object.keys(problems).length > 0) return { decision: null, problems } as const;
  const photos = { seen: form.text("seen"), selected };
  return { decision: { fate, listing, neighborhood: form.text("neighborhood"), photos }, problems: null } as const;
}

/** The selected photos with their descriptions. Photos without a description can't be published. */
function readPhotos({ selectedIds: selected, alts }: CasePhotosInput) {
  const read = selected.map((id) => ({ id, ...parseAltText(alts[id] ?? "") }));
  const problems: ListingProblems = Object.fromEntries(
    read.flatMap(({ id, problem }) => (problem === null ? [] : [[altField(id), problem]])),
  );
  return { photos: read.flatMap(({ id, alt }) => (alt === null ? [] : [{ id, alt }])), problems };
}

/** The photos chosen in a form, with their descriptions as typed. */
export function typedPhotos(form: RepeatedFormFields, { photos }: SubmissionCase): CasePhotosInput {
  return {
    selectedIds: form.texts(PUBLISHED_PHOTOS_FIELD).filter((id) => photos.some((photo) => photo.id === id)),
    alts: Object.fromEntries(photos.flatMap(({ id }) => form.texts(altField(id)).map((typed) => [id, typed]))),
  };
}
