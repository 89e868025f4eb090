import { EventEmitter } from "node:events";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ANSWER_MS_MAX, AnswerTime, AnswerTooLate, waitForOthers } from "./answer-time.server.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Done once the clock says so. */
function lasting(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, ms, "done"));
}

test("an answer in time is what the work gives, or what it throws", async () => {
  const made = new AnswerTime().make(() => lasting(ANSWER_MS_MAX - 1));
  await vi.advanceTimersByTimeAsync(ANSWER_MS_MAX);

  await expect(made).resolves.toBe("done");
  await expect(new AnswerTime().make(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("an answer that takes too long is not waited for, and what works for it may ask and save nothing more", async () => {
  const answer = new AnswerTime();
  const later = Promise.withResolvers<unknown>();
  const made = answer
    .make(async () => {
      await lasting(ANSWER_MS_MAX + 1);
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

test("an answer knows whether something may have been saved for it", async () => {
  const answer = new AnswerTime();

  answer.beforeStatement("read");
  answer.beforeStatement("rollback");
  expect(answer.mayHaveSaved).toBe(false);
  answer.beforeStatement("write");
  expect(answer.mayHaveSaved).toBe(true);
  answer.forgetSaved();
  expect(answer.mayHaveSaved).toBe(false);
});

test("the time counts from when the body has arrived", async () => {
  const body = Object.assign(new EventEmitter(), { complete: false });
  const made = new AnswerTime({ body }).make(() => lasting(50_000)).catch((error: unknown) => error);
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

test("waiting for somebody else's server doesn't count", async () => {
  const made = new AnswerTime().make(async () => {
    await waitForOthers(() => lasting(3 * ANSWER_MS_MAX));
    return lasting(ANSWER_MS_MAX - 1);
  });
  await vi.advanceTimersByTimeAsync(4 * ANSWER_MS_MAX);

  await expect(made).resolves.toBe("done");
  const alone = waitForOthers(() => lasting(3 * ANSWER_MS_MAX));
  await vi.advanceTimersByTimeAsync(3 * ANSWER_MS_MAX);
  await expect(alone, "outside of an answer there is no limit").resolves.toBe("done");
});

test("what takes files has no limit here", async () => {
  const made = new AnswerTime({ msMax: null }).make(() => lasting(10 * ANSWER_MS_MAX));
  await vi.advanceTimersByTimeAsync(10 * ANSWER_MS_MAX);

  await expect(made).resolves.toBe("done");
});
