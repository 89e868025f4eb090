import { describe, expect, test } from "vitest";

import { extendsSession, type LiveState, parseLiveState } from "./live-state.ts";
import { findSessionProblem } from "./session-problem.ts";

const MIA = { personId: "mia", role: "member", path: "/saved?kind=guides" } as const;
const SIGNED_IN: LiveState = {
  isSignedIn: true,
  personId: "mia",
  role: "member",
  tier: null,
  endsInMs: 60_000,
  unreadCount: 2,
};

test.each([
  ["GET", undefined, true],
  ["POST", undefined, true],
  ["GET", "not-extended", false],
  ["POST", "not-extended", true],
] as const)("%s to a route whose session is %s extends it: %j", (method, session, isExtended) =>
  expect(extendsSession(method, session)).toBe(isExtended),
);

describe("parsing a live state", () => {
  test.each<LiveState>([SIGNED_IN, { isSignedIn: false, why: "suspended" }, { isSignedIn: false, why: "ended" }])(
    "%j is parsed, and unknown fields of a later version are dropped",
    (state) => expect(parseLiveState(JSON.parse(JSON.stringify({ ...state, subscription: "vip" })))).toEqual(state),
  );

  test.each([
    null,
    "beat",
    {},
    { isSignedIn: false },
    { isSignedIn: false, why: "bored" },
    { isSignedIn: "yes" },
    { ...SIGNED_IN, role: "owner" },
    { ...SIGNED_IN, tier: "gold" },
    { ...SIGNED_IN, endsInMs: null },
    { ...SIGNED_IN, personId: 7 },
    { isSignedIn: true, personId: "mia" },
  ])("%j is rejected", (sent) => expect(parseLiveState(sent)).toBeNull());
});

describe("the session dialog of an open page", () => {
  test("isn't shown while the session is unchanged", () => expect(findSessionProblem(SIGNED_IN, MIA)).toBeNull());

  test.each(["ended", "expired"] as const)("%s: links to sign-in, which returns to the page", (why) =>
    expect(findSessionProblem({ isSignedIn: false, why }, MIA)?.action.to).toBe(
      "/auth/login?to=%2Fsaved%3Fkind%3Dguides",
    ),
  );

  test.each(["suspended", "deleted"] as const)("%s: doesn't link to sign-in, which would fail", (why) => {
    const trouble = findSessionProblem({ isSignedIn: false, why }, MIA);
    expect([trouble?.title, trouble?.action.to]).toEqual([`Your account is ${why}`, "/"]);
  });

  test("is shown when another user is signed in or the role has changed", () => {
    expect(findSessionProblem({ ...SIGNED_IN, personId: "ben" }, MIA)?.title).toBe("Someone else is signed in now");
    expect(findSessionProblem({ ...SIGNED_IN, role: "admin" }, MIA)).toMatchObject({
      text: "You are now an admin.",
      action: { to: "/saved?kind=guides" },
    });
  });
});
