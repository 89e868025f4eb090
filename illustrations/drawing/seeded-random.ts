/** A deterministic random stream: the same seed gives the same numbers on every machine. */
export type Random = {
  /** From 0 inclusive to 1 exclusive. */
  next: () => number;
  between: (low: number, high: number) => number;
  /** A whole number, both ends included. */
  integer: (low: number, high: number) => number;
  chance: (probability: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  shuffle: <Item>(items: readonly Item[]) => Item[];
};

export function seededRandom(seed: string): Random {
  const next = mulberry32(hashText(seed));
  const pick = <Item>(items: readonly Item[]) => cyclic(items, Math.floor(next() * items.length));
  const shuffle = <Item>(items: readonly Item[]) => {
    const rest = [...items];
    const shuffled: Item[] = [];
    while (rest.length > 0) shuffled.push(...rest.splice(Math.floor(next() * rest.length), 1));
    return shuffled;
  };
  return {
    next,
    pick,
    shuffle,
    between: (low, high) => low + next() * (high - low),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
  };
}

/** FNV-1a, 32 bits. */
export function hashText(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash >>> 0;
}

/** The item at an index, wrapping around at both ends. */
export function cyclic<Item>(items: readonly Item[], index: number): Item {
  const item = items.at(index % items.length);
  if (item === undefined) throw new Error("An empty list has no item to take");
  return item;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
