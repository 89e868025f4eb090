import { type ConfigData, HtmlValidate } from "html-validate";
import { DomUtils, parseDocument } from "htmlparser2";

/** html-validate's recommended rules, except those that the comments name. */
const RULES: ConfigData = {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // React writes `charSet`, `<meta/>` and `open=""`, which HTML treats like `charset`, `<meta>` and `open`.
    "attr-case": "off",
    "void-style": "off",
    "attribute-boolean-style": "off",
    // The specification wants every page's title to end with the site's full name.
    "long-title": "off",
    // A search form with one field is submitted by Enter, and /search has the same form with a button.
    "wcag/h32": "off",
    // A place's slug may start with a digit (2-amys), which HTML allows; only CSS has to escape it.
    "valid-id": ["error", { relaxed: true }],
    // Besides the recommended ones: checkboxes of one filter share a name on purpose, a plain form sends several values.
    "form-dup-name": ["error", { shared: ["radio", "button", "reset", "submit", "checkbox"] }],
    // The style sheet decides whether a phone number may break across lines.
    "tel-non-breaking": "off",
  },
};

const validator = new HtmlValidate(RULES);

/** Problems of a page's HTML, one per line. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const invalid = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? "whole page"})`),
  );
  return [...invalid, ...fieldsMissingAfterGoingBack(html)];
}

/**
 * Chromium forgets what was typed into a field with autocomplete off, and the page of an outage promises that it is
 * still there. Fields that only bots fill in can't be reached by the keyboard.
 */
function fieldsMissingAfterGoingBack(html: string): string[] {
  const forms = DomUtils.getElementsByTagName("form", parseDocument(html));
  const fields = forms
    .filter(({ attribs }) => attribs["method"]?.toLowerCase() === "post")
    .flatMap((form) => DomUtils.getElementsByTagName("*", form.children));
  return fields
    .filter(({ attribs }) => attribs["autocomplete"] === "off" && attribs["tabindex"] !== "-1")
    .map(({ name, attribs }) => `autocomplete="off" loses what was typed (${name} ${attribs["name"] ?? ""})`);
}
