import type { Random } from "#illustrations/drawing/seeded-random.ts";

const FIRST = "Al Ber Cas Dor El Fen Gar Hol Il Jas Kel Lor Mar Nor Or Pel Quin Ros Sal Tor Ul Ver Wil Yor Zam".split(
  " ",
);
const LAST = "berg ston ley man ini ez ova ski dale worth by ton more field son well hart ling mund quist".split(" ");
const NOUNS = "House Corner Works Company Studio Table Room Garden Lane Supply Yard Hall Post Bridge Mill".split(" ");

/** A made-up business, in a part of the District without water so that none is skipped. */
export function madeBusiness(number: number, random: Random) {
  const [lat, lng] = [38.9 + random.next() * 0.055, -77.03 + random.next() * 0.055];
  const owner = `${random.pick(FIRST)}${random.pick(LAST)}`;
  return {
    lat: Number(lat.toFixed(7)),
    lng: Number(lng.toFixed(7)),
    name: `${owner} ${random.pick(NOUNS)} ${random.pick(NOUNS)}`,
    phone: `+1202${String(2_000_000 + number).slice(-7)}`,
    website: `https://${owner.toLowerCase()}${number}.example/`,
    houseNumber: random.integer(100, 5_000),
    streetName: `${random.pick(NOUNS)} St NE`,
  };
}
