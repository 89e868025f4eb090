import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { HoursLine } from "./hours-line.tsx";

test("the markup is exactly what the page cache looks for when it serves a stale page", () => {
  const line = { tone: "open", lead: "Open", rest: "until 10 PM", stale: "Fri 11 AM to 10 PM, as of 6:40 PM" } as const;

  expect(renderToStaticMarkup(<HoursLine line={line} />)).toBe(
    '<span class="hours hours-open" data-stale="Fri 11 AM to 10 PM, as of 6:40 PM"><b>Open</b> until 10 PM</span>',
  );
});

test("hours that hold markup are shown as text", () => {
  const line = { tone: "unknown", lead: "<i>Hours</i>", rest: "& unknown", stale: "" } as const;

  expect(renderToStaticMarkup(<HoursLine line={line} />)).toContain(
    "<b>&lt;i&gt;Hours&lt;/i&gt;</b> &amp; unknown</span>",
  );
});
