import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Autosave } from "./use-autosave.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Kind = "saved" | "offline" | "refused" | "conflict";

/** An autosave of a text; the test answers each save. */
function openText() {
  const sent: { text: string; answer: (kind: Kind) => void }[] = [];
  const [results, stored]: [[Kind, boolean][], string[]] = [[], []];
  const form = { text: "" };
  const autosave = new Autosave<string, { kind: Kind }>({
    read: () => form.text,
    send: (text) => new Promise((resolve) => sent.push({ text, answer: (kind) => resolve({ kind }) })),
    onResult: ({ kind }, isDirty) => results.push([kind, isDirty]),
    store: () => stored.push(form.text),
  });
  const type = (text: string) => {
    form.text = text;
    autosave.change();
  };
  const answer = async (kind: Kind) => {
    sent.at(-1)?.answer(kind);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { autosave, sent, results, stored, type, answer, texts: () => sent.map(({ text }) => text) };
}

test("what is typed is stored and saved after a pause, one save at a time", async () => {
  const { autosave, results, stored, type, answer, texts } = openText();

  type("a");
  await vi.advanceTimersByTimeAsync(300);
  type("ab");
  await vi.advanceTimersByTimeAsync(10_000);
  expect([stored, texts()]).toEqual([["ab"], ["ab"]]);

  type("abc");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(texts()).toEqual(["ab"]);
  await answer("saved");
  expect([results, autosave.isDirty]).toEqual([[["saved", true]], true]);

  await vi.advanceTimersByTimeAsync(10_000);
  await answer("saved");
  expect([texts(), autosave.isDirty]).toEqual([["ab", "abc"], false]);
});

test("a save without an answer is sent again as it was, and newer changes after it", async () => {
  const { autosave, type, answer, texts } = openText();
  type("a");
  await vi.advanceTimersByTimeAsync(10_000);
  await answer("offline");
  type("ab");
  await vi.advanceTimersByTimeAsync(20_000);
  await answer("saved");
  await vi.advanceTimersByTimeAsync(10_000);
  await answer("saved");

  expect([texts(), autosave.isDirty]).toEqual([["a", "a", "ab"], false]);
});

test("what is refused is saved with the next change, and nothing is saved in a conflict until a version is chosen", async () => {
  const { autosave, type, answer, texts } = openText();
  type("a");
  await vi.advanceTimersByTimeAsync(10_000);
  await answer("refused");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(texts()).toEqual(["a"]);

  type("ab");
  await vi.advanceTimersByTimeAsync(10_000);
  await answer("conflict");
  type("abc");
  await vi.advanceTimersByTimeAsync(60_000);
  expect([texts(), autosave.isStopped]).toEqual([["a", "ab"], true]);

  autosave.overwrite();
  await answer("saved");
  expect([texts(), autosave.isDirty]).toEqual([["a", "ab", "abc"], false]);
});
