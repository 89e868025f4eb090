import { characterCount, plainText } from "#app/lib/plain-text.ts";

import { ALT_CHARACTERS_MAX, ALT_CHARACTERS_MIN } from "./place-photo.ts";

/** A description as it is kept: one line. Or in words what is wrong with it. */
export function readAlt(typed: string): { alt: string; problem: null } | { alt: null; problem: string } {
  const alt = plainText(typed).replaceAll(/\s+/g, " ");
  const length = characterCount(alt);
  if (length > ALT_CHARACTERS_MAX) {
    return { alt: null, problem: `Write at most ${ALT_CHARACTERS_MAX} characters; it has ${length}.` };
  }
  if (length < ALT_CHARACTERS_MIN) return { alt: null, problem: "Say in a few words what the photo shows." };
  if (
    /^(?:img|dsc|image|photo|picture|pxl)[\W_]*\d*(?:\.\w{3,4})?$/i.test(alt) ||
    /\.(?:jpe?g|png|webp|avif|heic)$/i.test(alt)
  ) {
    return { alt: null, problem: "That is a file’s name. Say what the photo shows." };
  }
  return { alt, problem: null };
}
