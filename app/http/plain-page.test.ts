import { expect, test } from "vitest";
import { z } from "zod";

import { type Outage, outageText, parseOutage } from "./outage.ts";
import { renderPlainAnswer, type PlainStatus, wantsHtml } from "./plain-page.ts";

const STATUSES: PlainStatus[] = [400, 403, 404, 405, 408, 413, 414, 421, 431, 500, 503];
const Problem = z.strictObject({
  type: z.literal("about:blank"),
  title: z.string().min(5),
  status: z.number(),
  detail: z.string().min(20),
  requestId: z.string(),
});

test.each(STATUSES)("for %i a person gets an explanation, a link and a reference", (status) => {
  const { body, contentType } = renderPlainAnswer({ status, requestId: "r-17", wantsHtml: true });

  expect(contentType).toBe("text/html; charset=utf-8");
  expect(body).toMatch(/^<!doctype html>\n<html lang="en-US">/);
  expect(body).toMatch(/<h1>[^<]{5,}<\/h1><p>[^<]{20,}<\/p>/);
  expect(body).toContain('<a href="/">');
  expect(body).toContain(`${status} · Reference r-17`);
});

test.each(STATUSES)("for %i a program gets problem details with the same text", (status) => {
  const { body, contentType } = renderPlainAnswer({ status, requestId: "r-17", wantsHtml: false });
  const problem = Problem.parse(JSON.parse(body));

  expect(contentType).toBe("application/problem+json");
  expect(problem).toMatchObject({ status, requestId: "r-17" });
  expect(renderPlainAnswer({ status, requestId: "r-17", wantsHtml: true }).body).toContain(problem.detail);
});

test.each<Outage>([
  { reason: "away", saved: null },
  { reason: "late", saved: "no" },
  { reason: "away", saved: "unknown" },
])("a page in the browser reads an outage's text from the problem details: $reason, $saved", (outage) => {
  const given = { status: 503, requestId: "r-17", wantsHtml: false, outage } as const;
  const { body } = renderPlainAnswer({ ...given, loadsPage: true });
  const inPlace = renderPlainAnswer(given);

  expect(JSON.parse(body)).toMatchObject(outage);
  const { title, text, hint } = outageText(outage);
  expect(parseOutage(body)).toMatchObject({ title, detail: text, hint, requestId: "r-17" });
  expect(parseOutage(inPlace.body)).toMatchObject({ title, detail: text, hint: null, requestId: "r-17" });
});

test.each([null, {}, "Not found", renderPlainAnswer({ status: 500, requestId: "r-17", wantsHtml: false }).body])(
  "any other failure is no outage",
  (body) => expect(parseOutage(body)).toBeNull(),
);

test("a plain page has no script, loads nothing and is not indexed", () => {
  const { body } = renderPlainAnswer({ status: 503, requestId: "r-17", wantsHtml: true });

  expect(body).not.toMatch(/<script|src=|<link|url\(/);
  expect(body).toContain('<meta name="robots" content="noindex">');
});

test("a browser is recognized by its Accept header", () => {
  expect(wantsHtml("text/html,application/xhtml+xml,*/*;q=0.8")).toBe(true);
  expect(wantsHtml("application/json")).toBe(false);
  expect(wantsHtml("*/*")).toBe(false);
  expect(wantsHtml(undefined)).toBe(false);
});
