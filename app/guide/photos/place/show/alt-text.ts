import { characterCount, normalizeText } from "#app/lib/plain-text.ts";

import { ALT_CHARACTERS_MAX, ALT_CHARACTERS_MIN } from "../place-photo.ts";

/** Validates a photo's description and joins it to one line. */
export function parseAltText(typed: string): { alt: string; problem: null } | { alt: null; problem: string } {
  const alt = normalizeText(typed).replaceAll(/\s+/g, " ");
  const length = characterCount(alt);
  if (length > ALT_CHARACTERS_MAX) {
    return { alt: null, problem: `Write at most ${ALT_CHARACTERS_MAX} characters. Yours has ${length}.` };
  }
  if (length < ALT_CHARACTERS_MIN) return { alt: null, problem: "Describe in a few words what the photo shows." };
  if (
    /^(?:img|dsc|image|photo|picture|pxl)[\W_]*\d*(?:\.\w{3,4})?$/i.test(alt) ||
    /\.(?:jpe?g|png|webp|avif|heic)$/i.test(alt)
  ) {
    return { alt: null, problem: "That’s a file name. Describe what the photo shows." };
  }
  return { alt, problem: null };
}
