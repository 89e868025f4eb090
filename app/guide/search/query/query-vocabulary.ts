import { CATEGORY_NAMES, CATEGORY_SLUGS, type CategorySlug } from "#app/guide/places/facts/categories.ts";
import { type Attribute, ATTRIBUTE_KEYS, type Point } from "#app/guide/places/place.ts";

import { OCCASIONS } from "./occasions.ts";
import type { Condition } from "./query-conditions.ts";
import { normalizePhrase } from "./query-words.ts";
import { DISH_WORDS, TYPE_SYNONYMS, type TypeWords } from "./type-synonyms.ts";

/** The names in the directory that a query can use. */
export type DirectoryNames = {
  /** As displayed: "Ethiopian", "Art museum". */
  types: readonly string[];
  neighborhoods: readonly { slug: string; name: string; aka: readonly string[] }[];
  stations: readonly Station[];
};

export type Station = { slug: string; name: string; point: Point };

/**
 * What a phrase means. A station may share its name with a neighborhood; "metro" after it or minutes before it decide.
 */
export type PhraseMeaning = {
  condition?: Exclude<Condition, { kind: "station" }>;
  station?: Station;
};

export type Vocabulary = {
  /** Every type in the directory, as displayed. */
  types: readonly string[];
  stations: readonly Station[];
  /** Every neighborhood with the words of its names, normalized. */
  neighborhoods: readonly { slug: string; words: ReadonlySet<string> }[];
  /** Keyed by `normalizePhrase`. */
  phrases: ReadonlyMap<string, PhraseMeaning>;
  /** Words in the longest phrase. */
  longestPhraseWords: number;
};

/** The words people use for types, and the types they mean. */
const TYPE_WORDS: readonly TypeWords[] = [
  {
    words:
      "coffee, cafe, cafes, espresso, latte, cappuccino, coffee shop, coffeehouse, quiet cafe, quiet cafes, quiet coffee shop, quiet coffee shops",
    types: /coffee|cafe/i,
  },
  { words: "bakery, bakeries, croissant, croissants, pastry, pastries, bread", types: /baker/i },
  { words: "bar, bars, drinks", types: /\bbar$|pub\b|tavern|beer|nightclub|distillery|brewery|winery/i },
  { words: "cocktails, cocktail, mixology", types: /cocktail|rooftop bar|whiskey/i },
  {
    words: "beer, beers, brewery, breweries, taproom, craft beer, craft brewery, craft breweries, brewpub",
    types: /beer|brew|pub\b/i,
  },
  { words: "wine", types: /\bwine/i },
  { words: "wine bar, wine bars", types: /wine bar/i, type: "Wine bar" },
  {
    words: "rooftop, rooftops, roof bar, rooftop bars, rooftop view, rooftop with a view, rooftop bar with a view",
    types: /rooftop/i,
  },
  { words: "speakeasy, speakeasies, hidden bar, secret bar", types: /cocktail/i },
  { words: "sports bar, sports bars", types: /sports bar/i },
  ...DISH_WORDS,
  { words: "spa, spas, massage", types: /\bspa\b|massage/i, type: "Spa" },
  { words: "atm, atms, cash machine", types: /\batm\b/i, type: "ATM" },
  { words: "yoga studio, yoga studios, yoga", types: /yoga/i, type: "Yoga studio" },
  { words: "museum, museums", types: /museum/i },
  { words: "art, gallery, galleries, paintings", types: /art museum|gallery|arts/i },
  { words: "theater, theaters, theatre, theatres, plays, drama", types: /(?<!movie )theater/i },
  { words: "cinema, cinemas, movie theater, movie theaters", types: /cinema|movie theater/i },
  { words: "movie, movies, film, films", types: /cinema|film|movie/i },
  { words: "jazz, blues, live jazz, jazz bar, jazz bars, jazz music", types: /jazz/i },
  { words: "concert, concerts, music venue, music venues, live shows, gigs", types: /music|concert|jazz/i },
  { words: "comedy, stand up, improv", types: /comedy/i },
  { words: "dancing, go dancing, dance club, nightclub, nightclubs, clubbing, club", types: /nightclub|gay bar/i },
  { words: "gay bar, gay bars, lgbtq, queer, lgbt", types: /gay bar/i },
  { words: "garden, gardens, arboretum, flowers", types: /\bgarden\b(?<!beer garden)/i },
  { words: "trail, trails, hike, hiking, hike in the woods, walk in the woods, woods", types: /trail/i },
  { words: "memorial, memorials, monument, monuments", types: /memorial|monument/i },
  {
    words: "bookstore, bookstores, bookshop, bookshops, books, book store",
    types: /book/i,
  },
  {
    words: "bookstore with cafe, bookstore with a cafe, bookstore cafe",
    types: /book/i,
    asks: "a cafe",
  },
  { words: "used books, used book store, secondhand books", types: /used book/i },
  { words: "records, record store, record shop, vinyl", types: /record/i },
  {
    words: "grocery, groceries, supermarket, supermarkets, grocery store",
    types: /grocery|supermarket|corner store|market$/i,
  },
  { words: "market, markets, food hall, food halls", types: /\bmarket|food hall/i },
  { words: "farmers market, farmers markets, farm market, green market", types: /farmers market/i },
  { words: "hardware, hardware store, hardware stores, tools, paint, lumber", types: /hardware|home improvement/i },
  { words: "butcher, butchers, butcher shop, butcher shops, meat market", types: /butcher/i, type: "Butcher" },
  { words: "liquor, liquor store, liquor stores, wine shop, bottle shop", types: /wine shop|liquor/i },
  { words: "library, libraries", types: /library/i },
  {
    words: "library with study rooms, study room, study rooms",
    types: /library/i,
    asks: "study rooms",
  },
  { words: "school, schools", types: /school/i },
  { words: "private school, private schools", types: /independent school/i },
  { words: "child care, childcare, daycare, day care, preschool, preschools, pre k", types: /child care/i },
  { words: "university, universities, college, colleges, campus", types: /university|college/i },
  { words: "hospital, hospitals, emergency room, er", types: /hospital/i },
  { words: "doctor, doctors, clinic, clinics, health center", types: /clinic|health center/i },
  { words: "urgent care, urgent care center, walk in clinic", types: /urgent care/i, type: "Urgent care" },
  { words: "dentist, dentists, dental", types: /\bdent/i, type: "Dentist" },
  { words: "pharmacy, pharmacies, drugstore, drug store", types: /pharmacy/i },
  { words: "gym, gyms, fitness, workout", types: /gym|fitness|recreation center/i },
  {
    words: "pool, pools, swimming, swim, swimming pool, swimming pools, public pool, public pools",
    types: /pool|aquatic/i,
  },
  {
    words: "recreation center, recreation centers, rec center, basketball",
    types: /recreation center/i,
  },
  { words: "splash pad, splash pads, splash park, sprayground, water park", types: /spray park/i },
  {
    words:
      "soccer field, soccer fields, baseball field, baseball fields, ball field, ball fields, athletic field, athletic fields",
    types: /recreation center|^park$/i,
  },
  { words: "tennis court, tennis courts, basketball court, basketball courts", types: /tennis|recreation center/i },
  { words: "skating, skating rink", types: /ice rink|roller skating/i },
  { words: "roller skating, roller rink, roller skates", types: /roller skating/i },
  { words: "stadium, stadiums, arena, arenas", types: /stadium|ballpark|arena/i },
  { words: "outdoor activities", types: /trail|\bpark\b|boathouse/i },
  { words: "hotel, hotels, motel, place to stay, lodging", types: /hotel/i },
  { words: "post office, post offices, usps, stamps", types: /post office/i },
  { words: "church, churches, cathedral, synagogue, mosque, temple, mass", types: /worship|cathedral|church/i },
  { words: "embassy, embassies, consulate", types: /embassy/i },
  { words: "dmv, drivers license, motor vehicles", types: /motor vehicle/i },
  { words: "police, police station", types: /police/i },
  { words: "zoo, animals, panda, pandas, giant panda, giant pandas", types: /zoo/i },
  { words: "kayak, kayaks, kayaking, canoe, boat rental, paddle", types: /boat/i },
  { words: "historic house, historic houses, house museum", types: /historic house/i },
];

/**
 * The words for trades, shops and other things that descriptions only mention in passing, by category. A description that mentions a barber, a hotel in a
 * former laundry or the bar Roofers Union is no answer, so these words find only their types and, within the category,
 * names.
 */
const TRADE_WORDS: Partial<Record<CategorySlug, readonly TypeWords[]>> = {
  food: [
    {
      words: "dessert, desserts, sweets, something sweet, sweet tooth, late night dessert",
      types: /ice cream|bakery|doughnut|chocolate/i,
    },
    { words: "wings, chicken wings, hot wings", types: /wings/i, type: "Wings" },
  ],
  shopping: [
    { words: "florist, florists, flower shop", types: /florist/i, type: "Florist" },
    {
      words: "pet store, pet stores, pet shop, pet supplies",
      types: /\bpet (?:store|shop|supplies)/i,
      type: "Pet supplies",
    },
    { words: "gift shop, gift shops", types: /gift shop/i, type: "Gift shop" },
    { words: "thrift store, thrift stores, thrift", types: /thrift/i, type: "Thrift store" },
    {
      words: "vintage, vintage store, vintage stores, vintage clothing",
      types: /vintage|thrift/i,
      type: "Vintage store",
    },
    { words: "toy store, toy stores, toys", types: /\btoy/i, type: "Toy store" },
    { words: "furniture, furniture store", types: /furniture|home goods/i, type: "Furniture store" },
    { words: "jewelry, jeweler, jewelers, jewelry store", types: /jewel/i, type: "Jewelry store" },
    { words: "stationery, stationery store, greeting cards", types: /stationery/i, type: "Stationery" },
    { words: "art supplies, art supply store", types: /art suppl/i, type: "Art supplies" },
    { words: "yarn, yarn store, fabric, fabric store", types: /yarn|fabric/i, type: "Fabric and yarn" },
    { words: "sneakers, shoes, shoe store, shoe stores", types: /shoe store/i, type: "Shoe store" },
    { words: "shopping mall, shopping malls, malls", types: /shopping center/i, type: "Shopping center" },
  ],
  entertainment: [
    { words: "park", types: /\bpark\b/i, type: "Park" },
    { words: "bowling", types: /bowling/i, type: "Bowling" },
  ],
  services: [
    { words: "hair salon, hair salons, haircut, haircuts, hairdresser", types: /\bhair/i, type: "Hair salon" },
    { words: "barber, barbers, barbershop, barber shop", types: /barber/i, type: "Barber" },
    { words: "nail salon, nail salons, manicure, pedicure", types: /\bnail/i, type: "Nail salon" },
    { words: "dry cleaner, dry cleaners, dry cleaning", types: /dry clean/i, type: "Dry cleaner" },
    { words: "laundromat, laundromats, laundry", types: /laund/i, type: "Laundromat" },
    { words: "tailor, tailors, alterations", types: /tailor/i, type: "Tailor" },
    { words: "shoe repair, cobbler, cobblers", types: /shoe repair|cobbler/i, type: "Shoe repair" },
    { words: "pet grooming, dog grooming, pet groomer, dog groomer, grooming", types: /groom/i, type: "Pet groomer" },
    { words: "pet boarding, dog boarding, dog daycare, doggy daycare", types: /dog daycare/i, type: "Dog daycare" },
    {
      words:
        "public restroom, public restrooms, public bathroom, public bathrooms, public toilet, public toilets, restroom, restrooms, bathroom, bathrooms, toilet, toilets, bathroom open to public, bathroom open to the public, bathrooms open to the public, restroom open to public, restroom open to the public, restrooms open to the public",
      types: /toilet|restroom/i,
      type: "Public restroom",
    },
    { words: "gas station, gas stations", types: /gas station/i, type: "Gas station" },
    { words: "car wash", types: /car wash/i, type: "Car wash" },
    { words: "auto repair, car repair, mechanic, mechanics", types: /\bauto\b|car repair/i, type: "Car repair" },
    {
      words:
        "bike shop, bike shops, bicycle shop, bicycle store, bicycle, bicycles, bike repair, bicycle repair, bike tune up",
      types: /\bbike (?:shop|repair)|bicycle/i,
      type: "Bike shop",
    },
    { words: "notary, notaries, notary public", types: /notary/i, type: "Notary" },
    { words: "printing, print shop, copy shop", types: /print shop/i, type: "Print shop" },
    { words: "shipping, ups, ups store, fedex", types: /shipping/i, type: "Shipping" },
    { words: "storage unit, storage units, self storage", types: /storage/i, type: "Storage" },
  ],
  "home-services": [
    { words: "plumber, plumbers, plumbing", types: /plumb/i, type: "Plumber" },
    { words: "electrician, electricians", types: /electrician/i, type: "Electrician" },
    { words: "locksmith, locksmiths", types: /locksmith/i, type: "Locksmith" },
    { words: "roofer, roofers, roofing, roof repair", types: /roof(?:er|ing)/i, type: "Roofer" },
    { words: "painter, painters, house painter, house painting", types: /painter/i, type: "Painter" },
    {
      words: "heating and cooling, heating, hvac, air conditioning, furnace repair",
      types: /heating|hvac/i,
      type: "Heating and cooling",
    },
    { words: "mover, movers, moving company, moving companies", types: /\bmover|moving/i, type: "Mover" },
    { words: "handyman, handymen", types: /handyman/i, type: "Handyman" },
    {
      words: "house cleaning, house cleaner, cleaning service, maid service",
      types: /^cleaner|house clean/i,
      type: "Cleaner",
    },
    { words: "pest control, exterminator, exterminators", types: /pest control/i, type: "Pest control" },
    { words: "tree care, tree service, tree removal, arborist", types: /tree (?:care|service)/i, type: "Tree care" },
    { words: "mason, masons, masonry, bricklayer", types: /mason/i, type: "Mason" },
  ],
  health: [
    {
      words: "therapist, therapists, therapy, counselor, counseling, psychologist, psychiatrist, mental health",
      types: /mental health/i,
      type: "Mental health clinic",
    },
    { words: "vet, vets, veterinarian, veterinary, animal hospital", types: /veterinar/i, type: "Veterinarian" },
    {
      words: "glasses, eyeglasses, eye doctor, eye exam, vision, optometrist, optician",
      types: /eye doctor|optic|optomet/i,
      type: "Eye doctor",
    },
  ],
  education: [
    {
      words: "music lessons, piano lessons, guitar lessons, violin lessons",
      types: /music school/i,
      type: "Music school",
    },
    { words: "driving school, driving lessons", types: /driving school/i, type: "Driving school" },
    { words: "language classes, french classes", types: /language school/i, type: "Language school" },
  ],
};

const CATEGORY_WORDS: Record<CategorySlug, string> = {
  food: "food, restaurant, restaurants, eat, eats, dining, dinner, lunch, brunch, bottomless brunch, boozy brunch, breakfast, all day breakfast, breakfast all day, somewhere to eat, places to eat",
  nightlife: "nightlife, night out",
  shopping: "shopping, shop, shops, store, stores",
  services: "services",
  entertainment:
    "entertainment, things to do, what to do, something to do, things to see, what to see, places to go, where to go, attractions, tourist attractions, sights, sightseeing",
  health: "health, wellness",
  "home-services": "home services, home repair, renovation, contractor",
  education: "education",
};

/** The meals that only some restaurants serve. */
const MEALS = new Set([
  "brunch",
  "bottomless brunch",
  "boozy brunch",
  "breakfast",
  "all day breakfast",
  "breakfast all day",
]);

const ATTRIBUTE_WORDS: Partial<Record<Attribute, string>> = {
  stepFreeEntrance:
    "wheelchair, wheelchair accessible, wheelchair friendly, accessible, step free, step free entrance, ada, ramp, wheelchairs",
  accessibleRestroom: "accessible restroom, accessible bathroom, accessible toilet",
  outdoorSeating: "outdoor, outdoors, outdoor seating, outside, patio, patios, terrace, sidewalk seating, al fresco",
  reservations: "reservations, takes reservations, bookable",
  takeout: "takeout, take out, takeaway, to go, carryout, carry out",
  delivery: "delivery, delivers",
  vegetarian: "vegetarian, vegetarian friendly, veggie, meatless",
  goodForKids: "kids, kid friendly, good for kids, child friendly, children, family friendly, families, with kids",
  dogsAllowed: "dogs, dog, dog friendly, dogs allowed, with a dog, pet friendly",
  wifi: "wifi, wi fi, internet, wifi to work, laptop friendly",
  liveMusic: "live music, live band, live bands",
  parking: "parking, with parking, car park",
  cashOnly: "cash only",
};

/** Words that many type names share or that can precede anything. Alone they don't name a type. */
const TOO_COMMON = new Set(
  "and with new center store house public live second hand tours station office food home goods care independent historic indoor game room studio space rental cleaner community corner".split(
    " ",
  ),
);

/**
 * Builds the map of all phrases that a query can name. If two things share a name the later one wins: type, words for
 * types, category, attribute, occasion, neighborhood. So "Chinatown" is the neighborhood.
 */
export function buildVocabulary(names: DirectoryNames): Vocabulary {
  const phrases = new Map<string, PhraseMeaning>();
  const add = (phrase: string, meanings: PhraseMeaning) => {
    const plain = normalizePhrase(phrase);
    if (plain !== "") phrases.set(plain, { ...phrases.get(plain), ...meanings });
  };
  for (const [phrase, types] of typesByPhrase(names.types)) {
    const namesIn = types.every((type) => ERRANDS.has(type)) ? "services" : undefined;
    add(phrase, { condition: { kind: "type", types, label: capitalized(phrase), words: phrase, namesIn } });
  }
  const addPhrases = (
    words: readonly string[],
    types: string[],
    how: { namesIn?: CategorySlug | undefined; asks?: string | undefined } = {},
  ) => {
    for (const phrase of words) {
      const label = types.find((type) => normalizePhrase(type) === phrase) ?? capitalized(phrase);
      // Markets call themselves a butcher, not a butcher shop.
      const bare = phrase.replace(/ (?:shops?|stores?)$/, "");
      const isUnlisted = types.every((type) => !names.types.includes(type));
      add(phrase, {
        condition: { kind: "type", types, label, words: isUnlisted && words.includes(bare) ? bare : phrase, ...how },
      });
    }
  };
  const addTypes = ({ words, types, type: fallbackType, asks }: TypeWords, namesIn?: CategorySlug) => {
    const matchingTypes = names.types.filter((type) => types.test(type));
    const targetTypes = matchingTypes.length === 0 && fallbackType !== undefined ? [fallbackType] : matchingTypes;
    if (targetTypes.length > 0)
      addPhrases(
        // A type's own plural means what its singular means here.
        words.split(", ").flatMap((word) => [word, ...singularAndPlural(word).filter((form) => phrases.has(form))]),
        targetTypes,
        { namesIn, asks },
      );
  };
  for (const category of CATEGORY_SLUGS) {
    // A menu answers for a dish. A description that mentions a trade is no answer.
    const namesIn = category === "food" ? undefined : category;
    for (const [type, words] of Object.entries(TYPE_SYNONYMS[category]))
      addPhrases(words.split(", ").flatMap(singularAndPlural), [type], { namesIn });
  }
  for (const row of TYPE_WORDS) addTypes(row);
  for (const category of CATEGORY_SLUGS) for (const row of TRADE_WORDS[category] ?? []) addTypes(row, category);
  for (const category of CATEGORY_SLUGS) {
    for (const phrase of [CATEGORY_NAMES[category], ...CATEGORY_WORDS[category].split(", ")]) {
      add(phrase, { condition: { kind: "category", category, meal: MEALS.has(phrase) ? phrase : undefined } });
    }
  }
  for (const attribute of ATTRIBUTE_KEYS) {
    for (const phrase of ATTRIBUTE_WORDS[attribute]?.split(", ") ?? [])
      add(phrase, { condition: { kind: "attribute", attribute } });
  }
  for (const [phrase, condition] of occasionPhrases(names.types)) add(phrase, { condition });
  for (const { slug, name, aka } of names.neighborhoods) {
    for (const phrase of [...aka, ...nameParts(name), name].flatMap(spellings).concat(shortName(name))) {
      add(phrase, { condition: { kind: "neighborhood", slug, name } });
    }
  }
  for (const station of names.stations) {
    const { name } = station;
    for (const phrase of [...stationNames(name), ...shortName(name)]) add(phrase, { station });
  }
  return {
    types: names.types,
    stations: names.stations,
    neighborhoods: names.neighborhoods.map(({ slug, name, aka }) => ({ slug, words: wordsOf([name, ...aka]) })),
    phrases,
    longestPhraseWords: Math.max(1, ...[...phrases.keys()].map((phrase) => phrase.split(" ").length)),
  };
}

function listOf(words: string): string[] {
  return words === "" ? [] : words.split(", ");
}

/** Texts mention them in passing: a seat at the theater "costs less than a parking garage". */
const ERRANDS: ReadonlySet<string> = new Set(Object.keys(TYPE_SYNONYMS.services));

function wordsOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((name) => normalizePhrase(name).split(" ")));
}

/** Each phrase for an occasion that some type in the directory suits. */
function occasionPhrases(names: readonly string[]): [string, Extract<Condition, { kind: "occasion" }>][] {
  const namesOf = (kinds: readonly RegExp[]) => [
    ...new Set(kinds.flatMap((kind) => names.filter((name) => kind.test(name)))),
  ];
  return OCCASIONS.flatMap(({ slug, label, words, types: kinds, attributes = [], prices = [], sure = [], ...wish }) => {
    const types = namesOf(kinds);
    const { asks, people, said = "" } = wish;
    const offers = asks === undefined ? undefined : { about: asks, words: listOf(said), types: namesOf(sure), people };
    const occasion = { slug, label, types, attributes: [...attributes], prices: [...prices], offers };
    const phrases = types.length === 0 ? [] : words.split(", ");
    return phrases.map((phrase) => [phrase, { kind: "occasion", words: phrase, ...occasion }]);
  });
}

/** Each type by its full name, also in the plural, and by each of its distinctive words. */
function typesByPhrase(types: readonly string[]): Map<string, string[]> {
  const named = new Map<string, string[]>();
  const addType = (phrase: string, type: string) =>
    named.set(phrase, [...new Set([...(named.get(phrase) ?? []), type])]);
  for (const type of types) {
    for (const word of normalizePhrase(type).split(" ")) {
      if (word.length > 3 && !TOO_COMMON.has(word)) for (const form of singularAndPlural(word)) addType(form, type);
    }
  }
  // A full name means exactly this type: "art museum" is not every museum.
  for (const type of types) for (const form of singularAndPlural(normalizePhrase(type))) named.set(form, [type]);
  return named;
}

function singularAndPlural(phrase: string): string[] {
  if (/(?<!s)s$/.test(phrase)) return [phrase];
  if (/[^aeiou]y$/.test(phrase)) return [phrase, `${phrase.slice(0, -1)}ies`];
  return [phrase, /(?:ch|sh|ss|x)$/.test(phrase) ? `${phrase}es` : `${phrase}s`];
}

/** How people shorten the words of names. */
const SHORT_WORDS: readonly (readonly [word: string, short: string])[] = [
  ["Mount", "Mt"],
  ["Street", "St"],
  ["Square", "Sq"],
  ["Avenue", "Ave"],
  ["Fort", "Ft"],
  ["Heights", "Hts"],
  ["Saint", "St"],
  ["Circle", "Cir"],
  ["Center", "Ctr"],
  ["Road", "Rd"],
  ["Park", "Pk"],
  ["Place", "Pl"],
  ["Point", "Pt"],
];

/** "Mount Vernon Square" is also "Mt Vernon Sq" and "Mt Vernon Square", "H Street" also "H St", and "The Wharf" also "Wharf". */
function spellings(name: string): string[] {
  const shorten = (long: string, [word, short]: readonly [string, string]) => {
    return long.replace(new RegExp(`\\b${word}\\b`), short);
  };
  return [
    name,
    SHORT_WORDS.reduce(shorten, name),
    ...SHORT_WORDS.map((each) => shorten(name, each)),
    name.replace(/^The /, ""),
  ];
}

/**
 * Splits "Bloomingdale & Truxton Circle". A half like "Southwest" is a part of the city, and "the Arboretum" a place.
 */
function nameParts(name: string): string[] {
  const parts = name.split(" & ");
  return parts.length === 1 ? [] : parts.filter((part) => /^[A-Z0-9]/.test(part) && !QUADRANT_WORDS.test(part));
}

const QUADRANT_WORDS = /^(?:North|South)(?:east|west)$/;

/** People say "Dupont" and "Logan". "Columbia" and "Congress" have other meanings. */
function shortName(name: string): string[] {
  const first = /^(\w+) Circle$/.exec(name)?.[1];
  return first === undefined ? [] : [first];
}

/** "Gallery Pl-Chinatown", "U Street/African-Amer Civil War Memorial": the full name and each of its parts. */
function stationNames(name: string): string[] {
  const parts = name.split(/[/–-]/).map((part) => part.trim());
  const long = (part: string) =>
    part
      .replace(/\bSq\b/, "Square")
      .replace(/\bPl\b/, "Place")
      .replace(/\bAve\b/, "Avenue");
  return [name, ...parts.flatMap((part) => [part, long(part)])];
}

function capitalized(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}
