import { expect, test } from "vitest";

import { EMPTY_GUIDE } from "../document/guide-document.ts";
import { initialSaveState } from "./use-guide-autosave.ts";

const REFUSED = {
  why: "",
  document: EMPTY_GUIDE,
  version: 4,
  savedBy: "Grace",
  isOwn: false,
  problems: {},
  diff: [],
  at: "",
  isTimeAmbiguous: false,
};
const SAVED_AT = "2026-11-23T12:00:00.000Z";

test.each([
  [null, { kind: "saved", at: SAVED_AT }],
  ["saved", { kind: "saved", at: SAVED_AT }],
  ["no", { kind: "unsaved" }],
  [
    "conflict",
    {
      kind: "conflict",
      answer: { outcome: "conflict", version: 4, savedBy: "Grace", isOwn: false, diff: [], theirs: null },
      why: null,
      merging: null,
    },
  ],
] as const)("a refused page with storedAs %s starts in the right state", (storedAs, state) => {
  expect(initialSaveState(SAVED_AT, storedAs === null ? null : { ...REFUSED, storedAs })).toEqual(state);
});
