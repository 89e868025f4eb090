import { describe, expect, test } from "vitest";

import { countsAsUse, isAskedByPage, type LiveState, readLiveState } from "./live-state.ts";
import { sessionTrouble } from "./session-trouble.ts";

const MIA = { personId: "mia", role: "member", path: "/saved?kind=guides" } as const;
const WELL: LiveState = {
  isSignedIn: true,
  personId: "mia",
  role: "member",
  tier: null,
  endsInMs: 60_000,
  unreadCount: 2,
};

describe("what is a use of a session", () => {
  test.each([
    ["GET", "/", true],
    ["POST", "/saves", true],
    ["GET", "/events", false],
    ["GET", "/auth/session", false],
    ["POST", "/auth/session", true],
    ["GET", "/events/else", true],
  ])("%s %s: %j", (method, path, isUse) => expect(countsAsUse(method, path)).toBe(isUse));

  test("a page asks by itself at two addresses", () => {
    expect(["/events", "/auth/session", "/auth/sign-out", "/"].filter(isAskedByPage)).toEqual([
      "/events",
      "/auth/session",
    ]);
  });
});

describe("a state that was sent", () => {
  test.each<LiveState>([WELL, { isSignedIn: false, why: "suspended" }, { isSignedIn: false, why: "ended" }])(
    "%j is read as it is, without what a later version adds",
    (state) => expect(readLiveState(JSON.parse(JSON.stringify({ ...state, subscription: "vip" })))).toEqual(state),
  );

  test.each([
    null,
    "beat",
    {},
    { isSignedIn: false },
    { isSignedIn: false, why: "bored" },
    { isSignedIn: "yes" },
    { ...WELL, role: "owner" },
    { ...WELL, tier: "gold" },
    { ...WELL, endsInMs: null },
    { ...WELL, personId: 7 },
    { isSignedIn: true, personId: "mia" },
  ])("%j is none", (sent) => expect(readLiveState(sent)).toBeNull());
});

describe("what an open page says", () => {
  test("nothing while all is as it was made for", () => expect(sessionTrouble(WELL, MIA)).toBeNull());

  test.each(["ended", "expired"] as const)("%s: leads to signing in, and back", (why) =>
    expect(sessionTrouble({ isSignedIn: false, why }, MIA)?.way.to).toBe("/auth/login?to=%2Fsaved%3Fkind%3Dguides"),
  );

  test.each(["suspended", "deleted"] as const)("%s: doesn't lead to signing in, which would fail", (why) => {
    const trouble = sessionTrouble({ isSignedIn: false, why }, MIA);
    expect([trouble?.title, trouble?.way.to]).toEqual([`Your account is ${why}`, "/"]);
  });

  test("that somebody else is signed in, or that the role is another", () => {
    expect(sessionTrouble({ ...WELL, personId: "ben" }, MIA)?.title).toBe("Somebody else is signed in now");
    expect(sessionTrouble({ ...WELL, role: "admin" }, MIA)).toMatchObject({
      text: "You are an admin from now on.",
      way: { to: "/saved?kind=guides" },
    });
  });
});
