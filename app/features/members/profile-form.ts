import { nameProblem, plainName } from "#app/features/accounts/member-name.ts";
import { isSlug } from "#app/lib/slug.ts";
import type { SentForm } from "#app/platform/read-form.ts";

export type PictureChoice = "drawn" | "provider";

/** What a member asks to be changed of their profile. */
export type ProfileWords = {
  name: string;
  picture: PictureChoice;
  neighborhoodSlug: string | null;
  isPublic: boolean;
};

/** The fields as they stand in the form, whether right or wrong. */
export type TypedProfile = { name: string; picture: PictureChoice; neighborhood: string; isPublic: boolean };

/** What is wrong, by field, in the order of the form. */
export type ProfileProblems = Partial<Record<"name" | "picture" | "neighborhood", string>>;

export type ReadProfile = {
  typed: TypedProfile;
  /** Of the profile that the form was made for; 0 when it names none. */
  version: number;
  words: ProfileWords;
  problems: ProfileProblems;
};

/**
 * Reads the form of a profile. Never throws. Whether there is such a neighborhood is for the database to say.
 *
 * @param known The name as it stands: the provider may have given one that nobody could choose, and it may stay.
 */
export function readProfileForm(form: SentForm, known: { name: string }): ReadProfile {
  const typed: TypedProfile = {
    name: form.text("name"),
    picture: form.text("picture") === "provider" ? "provider" : "drawn",
    neighborhood: form.text("neighborhood"),
    isPublic: form.text("public") === "yes",
  };
  const given = form.text("version");
  const name = typed.name === known.name ? known.name : plainName(typed.name);
  const problem = name === known.name ? null : nameProblem(name);
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

export const NO_SUCH_NEIGHBORHOOD = "Choose a neighborhood of the list, or none.";
