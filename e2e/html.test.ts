import { expect } from "vitest";

import { siteUrl, test } from "./browser.ts";
import { htmlFaults } from "./html-faults.ts";
import { PAGE_KINDS } from "./page-kinds.ts";

test.for(PAGE_KINDS)("the HTML is valid on a page of the kind: $name", async ({ path }) => {
  expect(await htmlFaults(await (await fetch(siteUrl + path)).text())).toEqual([]);
});
