import { get, type IncomingMessage } from "node:http";

import { describe, expect, onTestFinished } from "vitest";

import { STREAMS_PER_PERSON_MAX } from "#app/platform/person-streams.server.ts";

import { test } from "./own-site.ts";
import { cookieOf } from "./signed-in.ts";
import { tellMember } from "./tell-member.ts";

describe("the stream of events", { timeout: 60_000 }, () => {
  test("tells at once how things stand, is kept by nobody, and comes as it is", async ({ site }) => {
    const { response, text } = await listen(site.url, await cookieOf("member", site.url));

    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    expect(response.headers["content-encoding"]).toBeUndefined();
    expect(response.headers["set-cookie"]).toBeUndefined();
    await expect.poll(text).toMatch(/^event: state\ndata: \{"isSignedIn":true,.*"role":"member",.*\}\n\n$/);
  });

  test("says what is new, to whom it concerns and nobody else", async ({ site }) => {
    const mia = await listen(site.url, await cookieOf("member", site.url));
    const ben = await listen(site.url, await cookieOf("business", site.url));
    await expect.poll(mia.text).toContain("unreadCount");
    await expect.poll(ben.text).toContain("unreadCount");
    const before = unread(mia.text());

    await tellMember(site.url);

    await expect.poll(() => unread(mia.text())).toBe(before + 1);
    expect(ben.text().match(/event: state/g)).toHaveLength(1);
  });

  test("ends with the session, having said so", async ({ site }) => {
    const cookie = await cookieOf("member", site.url);
    const { text, ended } = await listen(site.url, cookie);
    await fetch(`${site.url}/auth/sign-out`, { method: "POST", headers: { cookie }, redirect: "manual" });
    await ended;

    expect(text()).toMatch(/event: state\ndata: \{"isSignedIn":false,"why":"ended"\}\n\n$/);
  });

  test.for([
    ["a guest", ""],
    ["a key that is no session's", `rowhouse-session-0=${"x".repeat(43)}`],
  ] as const)("is empty for %s, who is not to ask again", async ([, cookie], { site }) => {
    const empty = await fetch(`${site.url}/events`, { headers: { cookie, accept: "text/event-stream" } });

    expect([empty.status, empty.headers.get("cache-control")]).toEqual([204, "no-store"]);
    expect(await empty.text()).toBe("");
    expect(empty.headers.get("set-cookie")).toBeNull();
  });

  test("is refused to a member who asks for something else", async ({ site }) => {
    const headers = { cookie: await cookieOf("member", site.url), accept: "application/json" };
    const refused = await fetch(`${site.url}/events`, { headers });

    expect([refused.status, refused.headers.get("content-type")]).toEqual([406, "application/problem+json"]);
    expect(refused.headers.get("set-cookie")).toBeNull();
  });

  test("is asked by HEAD without being opened", async ({ site }) => {
    const cookie = await cookieOf("member", site.url);
    const headers = { cookie, accept: "text/event-stream" };
    for (let times = 0; times < STREAMS_PER_PERSON_MAX + 3; times += 1) {
      const answer = await fetch(`${site.url}/events`, { method: "HEAD", headers });
      expect(answer.status).toBe(406);
    }
  });

  test("is open so many times a person and no oftener; one that closes makes room", async ({ site }) => {
    const cookie = await cookieOf("admin", site.url);
    const opened = await Promise.all(Array.from({ length: STREAMS_PER_PERSON_MAX }, () => listen(site.url, cookie)));
    expect(opened.map(({ response }) => response.statusCode)).toEqual(opened.map(() => 200));

    const more = await fetch(`${site.url}/events`, { headers: { cookie, accept: "text/event-stream" } });
    expect([more.status, more.headers.get("retry-after")]).toEqual([429, "60"]);
    opened[0]?.response.destroy();

    await expect.poll(async () => (await listen(site.url, cookie)).response.statusCode).toBe(200);
  });
});

type Listening = { response: IncomingMessage; text: () => string; ended: Promise<void> };

/** Opens a stream as a browser does; it is closed with the test. */
function listen(site: string, cookie: string): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, accept: "text/event-stream", "accept-encoding": "gzip, br" };
    const request = get(`${site}/events`, { headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      // Cut off by the test's own end, mostly.
      response.on("error", () => {});
      const ended = new Promise<void>((done) => response.on("end", () => done()));
      resolve({ response, text: () => text, ended });
    });
    request.on("error", reject);
    onTestFinished(() => void request.destroy());
  });
}

function unread(text: string): number {
  return Number(/"unreadCount":(\d+)/.exec(text.split("event: state").at(-1) ?? "")?.[1] ?? -1);
}
