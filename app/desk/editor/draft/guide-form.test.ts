import { expect, test } from "vitest";

import { parseGuideForm } from "./guide-form.ts";

const formOf = (fields: Record<string, string>) => ({ text: (name: string) => fields[name] ?? "" });

test.each(["title", "slug", "excerpt", "category", "neighborhood", "author-1", "keywords", "picture", "body"])(
  "the field %s drops characters that the database rejects",
  (field) => {
    const document = parseGuideForm(formOf({ title: "A title", [field]: "a\u0000b\uD800" }), []);

    expect(document).not.toBeNull();
    expect(JSON.stringify(document)).not.toMatch(/\\u0000|\\ud800/i);
    expect(JSON.stringify(document)).toContain("ab");
  },
);
