import { nameProblem, plainName } from "#app/features/accounts/member-name.ts";
import { isSlug } from "#app/lib/slug.ts";
import type { SentForm } from "#app/platform/read-form.ts";

export type PictureChoice = "drawn" | "provider";

/** The parsed values of the profile form. */
export type ProfileWords = {
  name: string;
  picture: PictureChoice;
  neighborhoodSlug: string | null;
  isPublic: boolean;
};

/** The submitted values, valid or not. */
export type TypedProfile = { name: string; picture: PictureChoice; neighborhood: string; isPublic: boolean };

/** Problems by field, in form order. */
export type ProfileProblems = Partial<Record<"name" | "picture" | "neighborhood", string>>;

export type ReadProfile = {
  typed: TypedProfile;
  /** The profile version that the form was rendered with; 0 if missing. */
  version: number;
  words: ProfileWords;
  problems: ProfileProblems;
};

/**
 * Parses the profile form. Never throws. Doesn't check whether the neighborhood exists.
 *
 * @param current The current name, which is always accepted: it may come from the provider.
 */
export function readProfileForm(form: SentForm, current: { name: string }): ReadProfile {
  const typed: TypedProfile = {
    name: form.text("name"),
    picture: form.text("picture") === "provider" ? "provider" : "drawn",
    neighborhood: form.text("neighborhood"),
    isPublic: form.text("public") === "yes",
  };
  const given = form.text("version");
  const name = typed.name === current.name ? current.name : plainName(typed.name);
  const problem = name === current.name ? null : nameProblem(name);
  const isNeighborhood = typed.neighborhood === "" || isSlug(typed.neighborhood);
  return {
    typed,
    version: /^\d{1,9}$/.test(given) ? Number(given) : 0,
    words: {
      name,
      picture: typed.picture,
      neighborhoodSlug: typed.neighborhood === "" ? null : typed.neighborhood,
      isPublic: typed.isPublic,
    },
    problems: {
      ...(problem === null ? {} : { name: problem }),
      ...(isNeighborhood ? {} : { neighborhood: NO_SUCH_NEIGHBORHOOD }),
    },
  };
}

export const NO_SUCH_NEIGHBORHOOD = "Choose a neighborhood from the list, or none.";
