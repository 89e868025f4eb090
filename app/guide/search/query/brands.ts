/**
 * The types of brands that people search for by name, for a search that finds none of them: "starbucks" asks for a coffee
 * shop. Brands of the District and what they are by the name-suggestion-index 8.0 (BSD license).
 *
 * @see https://github.com/osmlab/name-suggestion-index
 */
const BRANDS: Record<string, string> = {
  "Coffee shop": "starbucks, dunkin, dunkin donuts, peets, peets coffee, blue bottle, blue bottle coffee",
  Burgers: "mcdonalds, burger king, wendys, five guys, shake shack",
  Chicken: "chick fil a, kfc, popeyes, raising canes, nandos",
  Sandwiches: "jimmy johns, jersey mikes, potbelly, panera, panera bread",
  Salad: "sweetgreen, just salad, chopt",
  Tacos: "taco bell",
  Burritos: "chipotle, qdoba",
  Pizza: "dominos, papa johns, pizza hut, little caesars",
  Doughnuts: "krispy kreme",
  Bakery: "insomnia cookies, crumbl",
  "Ice cream": "baskin robbins, ben and jerrys, ben & jerrys, jenis",
  "Corner store": "7-eleven, wawa",
  Supermarket: "safeway, giant, whole foods, trader joes, harris teeter, lidl, aldi",
  "Warehouse club": "costco, sams club",
  Pharmacy: "cvs, walgreens, rite aid",
  Bank: "bank of america, wells fargo, pnc, pnc bank, truist, td bank, citibank, capital one, m&t bank",
  Gym: "planet fitness, orangetheory, orangetheory fitness, la fitness, 24 hour fitness, golds gym, crossfit",
  "Home improvement store": "home depot, lowes",
  "Electronics store": "best buy, verizon, t-mobile, at&t",
  "Clothing store": "zara, h&m, uniqlo, nike, old navy",
  "Department store": "target, walmart, macys, nordstrom, tj maxx, marshalls",
  "Pet supplies": "petco, petsmart",
  Bookstore: "barnes and noble, barnes & noble",
  "Home goods": "ikea, west elm, crate and barrel",
  "Eye doctor": "warby parker, lenscrafters",
  "Gas station": "exxon, sunoco, bp",
  "Post office": "ups store, the ups store, fedex",
  Clinic: "minuteclinic, one medical",
};

const TYPES_BY_BRAND = new Map(
  Object.entries(BRANDS).flatMap(([type, brands]) => brands.split(", ").map((brand) => [plain(brand), type])),
);

/** The type of the brand that a text names alone ("CVS", "Trader Joe’s"); null for any other text. */
export function brandType(text: string): string | null {
  return TYPES_BY_BRAND.get(plain(text)) ?? null;
}

/** Letters and digits alone: "7-Eleven" and "AT&T" are typed in many ways. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
