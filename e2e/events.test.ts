import { get, type IncomingMessage } from "node:http";

import { describe, expect, onTestFinished } from "vitest";

import { STREAMS_PER_PERSON_MAX } from "#app/platform/person-streams.server.ts";

import { testWithSite } from "./browser.ts";
import { type TestClient, createTestClient } from "./test-client.ts";
import { notifyMember } from "./notify-member.ts";

/** These tests publish a review. */
const test = testWithSite();

describe("the event stream", { timeout: 60_000 }, () => {
  test("sends the current state at once, uncached and uncompressed", async ({ site, as }) => {
    const { response, text } = await listen(site.url, await as("member"));

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

  test("sends news only to the member it concerns", async ({ site, as }) => {
    const member = await as("member");
    const mia = await listen(site.url, member);
    const ben = await listen(site.url, await as("business"));
    await expect.poll(mia.text).toContain("unreadCount");
    await expect.poll(ben.text).toContain("unreadCount");
    const before = unread(mia.text());

    await notifyMember({ member, admin: await as("admin") });

    await expect.poll(() => unread(mia.text())).toBe(before + 1);
    expect(ben.text().match(/event: state/g)).toHaveLength(1);
  });

  test("ends with the session, after saying so", async ({ site, as }) => {
    const mia = await as("member");
    const { text, ended } = await listen(site.url, mia);
    await mia.post("/auth/sign-out", {});
    await ended;

    expect(text()).toMatch(/event: state\ndata: \{"isSignedIn":false,"why":"ended"\}\n\n$/);
  });

  test.for([
    ["a guest", ""],
    ["a key that is no session's", `rowhouse-session-0=${"x".repeat(43)}`],
  ] as const)("is empty for %s, who must not reconnect", async ([, cookie], { site }) => {
    const empty = await createTestClient(site.url, cookie).fetch("/events", {
      headers: { accept: "text/event-stream" },
    });

    expect([empty.status, empty.headers.get("cache-control")]).toEqual([204, "no-store"]);
    expect(await empty.text()).toBe("");
    expect(empty.headers.get("set-cookie")).toBeNull();
  });

  test("is refused to a member who asks for another content type", async ({ as }) => {
    const mia = await as("member");
    const refused = await mia.fetch("/events", { headers: { accept: "application/json" } });

    expect([refused.status, refused.headers.get("content-type")]).toEqual([406, "application/problem+json"]);
    expect(refused.headers.get("set-cookie")).toBeNull();
  });

  test("answers HEAD without being opened", async ({ as }) => {
    const mia = await as("member");
    const headers = { accept: "text/event-stream" };
    for (let times = 0; times < STREAMS_PER_PERSON_MAX + 3; times += 1) {
      const answer = await mia.fetch("/events", { method: "HEAD", headers });
      expect(answer.status).toBe(406);
    }
  });

  test("is limited per person, and closing one makes room for another", async ({ site, as }) => {
    const ada = await as("admin");
    const opened = await Promise.all(Array.from({ length: STREAMS_PER_PERSON_MAX }, () => listen(site.url, ada)));
    expect(opened.map(({ response }) => response.statusCode)).toEqual(opened.map(() => 200));

    const more = await ada.fetch("/events", { headers: { accept: "text/event-stream" } });
    expect([more.status, more.headers.get("retry-after")]).toEqual([429, "60"]);
    opened[0]?.response.destroy();

    await expect.poll(async () => (await listen(site.url, ada)).response.statusCode).toBe(200);
  });
});

type OpenStream = { response: IncomingMessage; text: () => string; ended: Promise<void> };

/** Opens a stream like a browser and closes it when the test ends. */
function listen(site: string, { cookie, address }: Pick<TestClient, "cookie" | "address">): Promise<OpenStream> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      "x-forwarded-for": address,
      accept: "text/event-stream",
      "accept-encoding": "gzip, br",
    };
    const request = get(`${site}/events`, { headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      // Usually the test's end aborts the stream.
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
