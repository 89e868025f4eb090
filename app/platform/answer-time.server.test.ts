import { EventEmitter } from "node:events";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ANSWER_MS_MAX, AnswerTime, AnswerTooLate, waitForOthers } from "./answer-time.server.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Resolves after a time. */
function delay(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, ms, "done"));
}

test("an answer in time resolves or rejects as its work does", async () => {
  const made = new AnswerTime().make(() => delay(ANSWER_MS_MAX - 1));
  await vi.advanceTimersByTimeAsync(ANSWER_MS_MAX);

  await expect(made).resolves.toBe("done");
  await expect(new AnswerTime().make(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("a late answer is not waited for, and its work may not query or save anything more", async () => {
  const answer = new AnswerTime();
  const later = Promise.withResolvers<unknown>();
  const made = answer
    .make(async () => {
      await delay(ANSWER_MS_MAX + 1);
      try {
        AnswerTime.current()?.beforeStatement("write");
      } catch (error) {
        later.resolve(error);
      }
      AnswerTime.current()?.beforeStatement("rollback");
    })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ANSWER_MS_MAX + 1);

  expect(await made).toBeInstanceOf(AnswerTooLate);
  expect(await later.promise).toBeInstanceOf(AnswerTooLate);
  expect(answer.mayHaveSaved).toBe(false);
});

test("an answer tracks whether something may have been saved", async () => {
  const answer = new AnswerTime();

  answer.beforeStatement("read");
  answer.beforeStatement("rollback");
  expect(answer.mayHaveSaved).toBe(false);
  answer.beforeStatement("write");
  expect(answer.mayHaveSaved).toBe(true);
  answer.forgetSaved();
  expect(answer.mayHaveSaved).toBe(false);
});

test("the deadline starts when the body has arrived", async () => {
  const body = Object.assign(new EventEmitter(), { complete: false });
  const made = new AnswerTime({ body }).make(() => delay(50_000)).catch((error: unknown) => error);
  const isOver = vi.fn();
  void made.then(isOver);
  await vi.advanceTimersByTimeAsync(35_000);
  body.complete = true;
  body.emit("end");

  await vi.advanceTimersByTimeAsync(ANSWER_MS_MAX - 1);
  expect(isOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(await made).toBeInstanceOf(AnswerTooLate);
});

test("waiting for an external server doesn't count", async () => {
  const made = new AnswerTime().make(async () => {
    await waitForOthers(() => delay(3 * ANSWER_MS_MAX));
    return delay(ANSWER_MS_MAX - 1);
  });
  await vi.advanceTimersByTimeAsync(4 * ANSWER_MS_MAX);

  await expect(made).resolves.toBe("done");
  const alone = waitForOthers(() => delay(3 * ANSWER_MS_MAX));
  await vi.advanceTimersByTimeAsync(3 * ANSWER_MS_MAX);
  await expect(alone, "outside of an answer there is no limit").resolves.toBe("done");
});

test("file uploads have no deadline here", async () => {
  const made = new AnswerTime({ msMax: null }).make(() => delay(10 * ANSWER_MS_MAX));
  await vi.advanceTimersByTimeAsync(10 * ANSWER_MS_MAX);

  await expect(made).resolves.toBe("done");
});
