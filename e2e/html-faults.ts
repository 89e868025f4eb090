import { type ConfigData, HtmlValidate } from "html-validate";

/** html-validate's recommended rules, but for those that the comments name. */
const RULES: ConfigData = {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // React writes `charSet`, `<meta/>` and `open=""`: HTML means the same by `charset`, `<meta>` and `open`.
    "attr-case": "off",
    "void-style": "off",
    "attribute-boolean-style": "off",
    // Every page's title ends with the site's whole name, by specification.
    "long-title": "off",
    // A search of one field is sent by Enter, and /search has the same with a button.
    "wcag/h32": "off",
    // A place's slug may begin with a digit (2-amys), which HTML allows; only CSS must escape it.
    "valid-id": ["error", { relaxed: true }],
    // Boxes of one filter share a name on purpose: that is how a plain form sends several values.
    "form-dup-name": ["error", { shared: ["radio", "checkbox"] }],
    // Whether a telephone number may break over two lines is the style sheet's to say.
    "tel-non-breaking": "off",
  },
};

const validator = new HtmlValidate(RULES);

/** What is wrong with a page's HTML, a line each. */
export async function htmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? "whole page"})`),
  );
}
