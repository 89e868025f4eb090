import { pluralize } from "./format-count.ts";

/** For a form that was sent without any of its buttons, such as by a program. */
export const NO_BUTTON_REFUSAL = "Use one of the buttons on this page.";

/** The message of a request over a rate limit. */
export function tooManyRequests(seconds: number): string {
  return `Too many requests. Try again in ${pluralize(seconds, "second")}.`;
}
