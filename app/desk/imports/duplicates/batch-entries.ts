import { slugify } from "#app/lib/slug.ts";

import { DuplicateIndex } from "./duplicate-index.ts";
import type { ComparablePlace } from "./duplicate-score.ts";

type Entry = { number: number; compared: ComparablePlace };

/** New entries of the current batch, which are not in the database yet. Searched like earlier entries. */
export class BatchEntries<Item extends Entry> {
  readonly entries: Item[] = [];
  readonly #index = new DuplicateIndex();
  readonly #byNumber = new Map<number, Item>();
  readonly #byPhone = new Map<string, Item[]>();
  readonly #bySlug = new Map<string, Item[]>();

  add(entry: Item): void {
    const { number, compared } = entry;
    this.entries.push(entry);
    this.#index.add(number, compared);
    this.#byNumber.set(number, entry);
    addTo(this.#bySlug, slugify(compared.name), entry);
    if (compared.phone !== null) addTo(this.#byPhone, compared.phone, entry);
  }

  /** Possible duplicates, in file order. */
  find({ compared }: Entry): Item[] {
    const found = new Set([
      ...this.#index.find(compared).flatMap((number) => this.#byNumber.get(number) ?? []),
      ...(this.#bySlug.get(slugify(compared.name)) ?? []),
      ...(compared.phone === null ? [] : (this.#byPhone.get(compared.phone) ?? [])),
    ]);
    return [...found].sort((item, other) => item.number - other.number);
  }
}

function addTo<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
