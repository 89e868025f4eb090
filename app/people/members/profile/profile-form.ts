import { findNameProblem, normalizeName } from "#app/people/accounts/member-name.ts";
import { isSlug } from "#app/lib/slug.ts";
import type { FormFields } from "#app/platform/read-form.ts";

export type PictureChoice = "drawn" | "provider";

/** The parsed values of the profile form. */
export type ProfileInput = {
  name: string;
  picture: PictureChoice;
  neighborhoodSlug: string | null;
  isPublic: boolean;
};

/** The submitted values, valid or not. */
export type ProfileFormValues = { name: string; picture: PictureChoice; neighborhood: string; isPublic: boolean };

/** Problems by field, in form order. */
export type ProfileProblems = Partial<Record<"name" | "picture" | "neighborhood", string>>;

export type ParsedProfileForm = {
  values: ProfileFormValues;
  /** The profile version that the form was rendered with; 0 if missing. */
  version: number;
  input: ProfileInput;
  problems: ProfileProblems;
};

/**
 * Parses the profile form. Never throws. Doesn't check whether the neighborhood exists.
 *
 * @param current The current name, which is always accepted: it may come from the provider.
 */
export function parseProfileForm(form: FormFields, current: { name: string }): ParsedProfileForm {
  const typed: ProfileFormValues = {
    name: form.text("name"),
    picture: form.text("picture") === "provider" ? "provider" : "drawn",
    neighborhood: form.text("neighborhood"),
    isPublic: form.text("public") === "yes",
  };
  const given = form.text("version");
  const name = typed.name === current.name ? current.name : normalizeName(typed.name);
  const problem = name === current.name ? null : findNameProblem(name);
  const isNeighborhood = typed.neighborhood === "" || isSlug(typed.neighborhood);
  return {
    values: typed,
    version: /^\d{1,9}$/.test(given) ? Number(given) : 0,
    input: {
      name,
      picture: typed.picture,
      neighborhoodSlug: typed.neighborhood === "" ? null : typed.neighborhood,
      isPublic: typed.isPublic,
    },
    problems: {
      ...(problem === null ? {} : { name: problem }),
      ...(isNeighborhood ? {} : { neighborhood: UNKNOWN_NEIGHBORHOOD }),
    },
  };
}

export const UNKNOWN_NEIGHBORHOOD = "Choose a neighborhood from the list, or none.";
