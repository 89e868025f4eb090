import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { HoursLine } from "./hours-line.tsx";

test("the hours markup is exactly what the page cache replaces in a stale page", () => {
  const line = { tone: "open", lead: "Open", rest: "until 10 PM", stale: "Fri 11 AM to 10 PM, as of 6:40 PM" } as const;

  expect(renderToStaticMarkup(<HoursLine line={line} />)).toBe(
    '<span class="hours hours-open" data-stale="Fri 11 AM to 10 PM, as of 6:40 PM"><b>Open</b> until 10 PM</span>',
  );
});

test("markup in hours is escaped", () => {
  const line = { tone: "unknown", lead: "<i>Hours</i>", rest: "& unknown", stale: "" } as const;

  expect(renderToStaticMarkup(<HoursLine line={line} />)).toContain(
    "<b>&lt;i&gt;Hours&lt;/i&gt;</b> &amp; unknown</span>",
  );
});
