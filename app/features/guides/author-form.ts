import { characterCount, plainText } from "#app/lib/plain-text.ts";
import type { SentForm } from "#app/platform/read-form.ts";

/** As the seed files and the database have them. */
export const AUTHOR_NAME_CHARACTERS_MAX = 80;
export const AUTHOR_BIO_CHARACTERS_MAX = 300;

/** Who signs a guide until somebody says who does. */
export const FIRST_AUTHOR = "rowhouse-editors";

export type AuthorWords = { name: string; bio: string; kind: "team" | "person" };
export type TypedAuthor = { name: string; bio: string; kind: string; person: string };
/** Somebody whose account a byline may be. */
export type Person = { id: string; name: string };

/** Whom a byline's account may be: also whoever it is, though they are no editor any more or about to leave. */
export function peopleOffered(people: readonly Person[], personId: string | null): readonly Person[] {
  if (personId === null || people.some(({ id }) => id === personId)) return people;
  return [{ id: personId, name: "Their account as it is (no editor’s any more)" }, ...people];
}

export type AuthorProblems = Partial<Record<"name" | "bio" | "person", string>>;

/** How somebody signs, as it was typed, and what is wrong with it. */
export function readAuthor(form: SentForm): {
  typed: TypedAuthor;
  words: AuthorWords;
  personId: string | null;
  problems: AuthorProblems | null;
} {
  const text = (name: keyof TypedAuthor) => form.text(name).slice(0, AUTHOR_BIO_CHARACTERS_MAX * 4);
  const typed = { name: text("name"), bio: text("bio"), kind: text("kind"), person: text("person") };
  const [name, bio] = [oneLine(typed.name), oneLine(typed.bio)];
  const kind = typed.kind === "team" ? "team" : "person";
  const problems: AuthorProblems = {
    ...(name === "" ? { name: "Write the name as it is to stand under guides." } : {}),
    ...tooLong("name", name, AUTHOR_NAME_CHARACTERS_MAX),
    ...tooLong("bio", bio, AUTHOR_BIO_CHARACTERS_MAX),
    ...(kind === "team" && typed.person !== "" ? { person: "An account is one person’s: choose “One person”." } : {}),
  };
  const hasProblems = Object.keys(problems).length > 0;
  const personId = typed.person === "" ? null : typed.person;
  return { typed, words: { name, bio, kind }, personId, problems: hasProblems ? problems : null };
}

function oneLine(typed: string): string {
  return plainText(typed).replaceAll(/\s*\n\s*/g, " ");
}

function tooLong(field: keyof AuthorProblems, text: string, max: number): AuthorProblems {
  const length = characterCount(text);
  return length <= max ? {} : { [field]: `At most ${max} characters; it has ${length}.` };
}
