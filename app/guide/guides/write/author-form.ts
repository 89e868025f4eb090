import { characterCount, normalizeText } from "#app/lib/plain-text.ts";
import type { FormFields } from "#app/platform/read-form.ts";

/** The same limits as in the seed files and the database. */
export const AUTHOR_NAME_CHARACTERS_MAX = 80;
export const AUTHOR_BIO_CHARACTERS_MAX = 300;

/** The byline of new guides. */
export const DEFAULT_AUTHOR_SLUG = "rowhouse-editors";

export type AuthorProfile = { name: string; bio: string; kind: "team" | "person" };
export type AuthorFormValues = { name: string; bio: string; kind: string; person: string };
/** An editor whose account can be linked to a byline. */
export type AuthorAccount = { id: string; name: string };

/** Adds the byline's linked account to the choices, even if that person is no longer an editor or is being deleted. */
export function accountChoices(people: readonly AuthorAccount[], personId: string | null): readonly AuthorAccount[] {
  if (personId === null || people.some(({ id }) => id === personId)) return people;
  return [{ id: personId, name: "Current account (no longer an editor)" }, ...people];
}

export type AuthorProblems = Partial<Record<"name" | "bio" | "person", string>>;

/** Validates an author form. `typed` is the raw input, to render the form again. */
export function parseAuthorForm(form: FormFields): {
  typed: AuthorFormValues;
  profile: AuthorProfile;
  personId: string | null;
  problems: AuthorProblems | null;
} {
  const text = (name: keyof AuthorFormValues) => form.text(name).slice(0, AUTHOR_BIO_CHARACTERS_MAX * 4);
  const typed = { name: text("name"), bio: text("bio"), kind: text("kind"), person: text("person") };
  const [name, bio] = [oneLine(typed.name), oneLine(typed.bio)];
  const kind = typed.kind === "team" ? "team" : "person";
  const problems: AuthorProblems = {
    ...(name === "" ? { name: "Enter the name to show under guides." } : {}),
    ...tooLong("name", name, AUTHOR_NAME_CHARACTERS_MAX),
    ...tooLong("bio", bio, AUTHOR_BIO_CHARACTERS_MAX),
    ...(kind === "team" && typed.person !== ""
      ? { person: "An account belongs to one person. Choose “One person”." }
      : {}),
  };
  const hasProblems = Object.keys(problems).length > 0;
  const personId = typed.person === "" ? null : typed.person;
  return { typed, profile: { name, bio, kind }, personId, problems: hasProblems ? problems : null };
}

function oneLine(typed: string): string {
  return normalizeText(typed).replaceAll(/\s*\n\s*/g, " ");
}

function tooLong(field: keyof AuthorProblems, text: string, max: number): AuthorProblems {
  const length = characterCount(text);
  return length <= max ? {} : { [field]: `Write at most ${max} characters. You have ${length}.` };
}
