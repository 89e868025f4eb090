import { EventEmitter } from "node:events";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ANSWER_MS_MAX, AnswerDeadline, AnswerTimeoutError, waitForExternal } from "./answer-deadline.server.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Resolves after a time. */
function delay(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(resolve, ms, "done"));
}

test("an answer in time resolves or rejects as its work does", async () => {
  const made = new AnswerDeadline().run(() => delay(ANSWER_MS_MAX - 1));
  await vi.advanceTimersByTimeAsync(ANSWER_MS_MAX);

  await expect(made).resolves.toBe("done");
  await expect(new AnswerDeadline().run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("a late answer is not waited for, and its work may not query or save anything more", async () => {
  const answer = new AnswerDeadline();
  const later = Promise.withResolvers<unknown>();
  const made = answer
    .run(async () => {
      await delay(ANSWER_MS_MAX + 1);
      try {
        AnswerDeadline.current()?.beforeStatement("write");
      } catch (error) {
        later.resolve(error);
      }
      AnswerDeadline.current()?.beforeStatement("rollback");
    })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ANSWER_MS_MAX + 1);

  expect(await made).toBeInstanceOf(AnswerTimeoutError);
  expect(await later.promise).toBeInstanceOf(AnswerTimeoutError);
  expect(answer.mayHaveSaved).toBe(false);
});

test("an answer tracks whether something may have been saved", async () => {
  const answer = new AnswerDeadline();

  answer.beforeStatement("read");
  answer.beforeStatement("rollback");
  expect(answer.mayHaveSaved).toBe(false);
  answer.beforeStatement("write");
  expect(answer.mayHaveSaved).toBe(true);
  answer.resetSaved();
  expect(answer.mayHaveSaved).toBe(false);
});

test("the deadline starts when the body has arrived", async () => {
  const body = Object.assign(new EventEmitter(), { complete: false });
  const made = new AnswerDeadline({ body }).run(() => delay(50_000)).catch((error: unknown) => error);
  const isOver = vi.fn();
  void made.then(isOver);
  await vi.advanceTimersByTimeAsync(35_000);
  body.complete = true;
  body.emit("end");

  await vi.advanceTimersByTimeAsync(ANSWER_MS_MAX - 1);
  expect(isOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(await made).toBeInstanceOf(AnswerTimeoutError);
});

test("waiting for an external server doesn't count", async () => {
  const made = new AnswerDeadline().run(async () => {
    await waitForExternal(() => delay(3 * ANSWER_MS_MAX));
    return delay(ANSWER_MS_MAX - 1);
  });
  await vi.advanceTimersByTimeAsync(4 * ANSWER_MS_MAX);

  await expect(made).resolves.toBe("done");
  const alone = waitForExternal(() => delay(3 * ANSWER_MS_MAX));
  await vi.advanceTimersByTimeAsync(3 * ANSWER_MS_MAX);
  await expect(alone, "outside of an answer there is no limit").resolves.toBe("done");
});

test("file uploads have no deadline here", async () => {
  const made = new AnswerDeadline({ msMax: null }).run(() => delay(10 * ANSWER_MS_MAX));
  await vi.advanceTimersByTimeAsync(10 * ANSWER_MS_MAX);

  await expect(made).resolves.toBe("done");
});
