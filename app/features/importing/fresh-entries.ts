import { slugOf } from "#app/lib/slug.ts";

import { AlikeIndex } from "./alike-index.ts";
import type { Compared } from "./duplicate-score.ts";

type Entry = { number: number; compared: Compared };

/** New entries of the current batch, which are not in the database yet. Searched like earlier entries. */
export class FreshEntries<One extends Entry> {
  readonly entries: One[] = [];
  readonly #index = new AlikeIndex();
  readonly #byNumber = new Map<number, One>();
  readonly #byPhone = new Map<string, One[]>();
  readonly #bySlug = new Map<string, One[]>();

  add(entry: One): void {
    const { number, compared } = entry;
    this.entries.push(entry);
    this.#index.add(number, compared);
    this.#byNumber.set(number, entry);
    addTo(this.#bySlug, slugOf(compared.name), entry);
    if (compared.phone !== null) addTo(this.#byPhone, compared.phone, entry);
  }

  /** Possible duplicates, in file order. */
  find({ compared }: Entry): One[] {
    const found = new Set([
      ...this.#index.find(compared).flatMap((number) => this.#byNumber.get(number) ?? []),
      ...(this.#bySlug.get(slugOf(compared.name)) ?? []),
      ...(compared.phone === null ? [] : (this.#byPhone.get(compared.phone) ?? [])),
    ]);
    return [...found].sort((one, other) => one.number - other.number);
  }
}

function addTo<One>(lists: Map<string, One[]>, key: string, one: One): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}
