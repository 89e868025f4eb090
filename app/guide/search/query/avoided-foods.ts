import type { Condition, ConditionMatch } from "./query-conditions.ts";
import { NEGATIONS } from "./query-negation.ts";
import { longestPhrase, phraseTable, type QueryWord, wordAt } from "./query-words.ts";

/** A food that people leave out, by allergy, faith or taste. All lists are separated by commas. */
type AvoidedFood = {
  label: string;
  /** What people call it. */
  names: string;
  /** The kinds of place that live by it. */
  types: string;
  /** What a place has that serves it: the food, its members and the dishes made of it. */
  words: string;
  /** The kinds that never serve it, whatever their texts mention, and what a text says then. */
  sparedTypes?: string;
  sparedWords?: string;
  /** "Gluten free" is what places say of themselves, and is searched as words. */
  isFreeSaid?: true;
};

const FISH =
  "fish, seafood, salmon, tuna, cod, halibut, trout, catfish, rockfish, sea bass, branzino, snapper, mackerel, anchovy, anchovies, sardine, swordfish, eel, caviar, roe, lox, whitefish, ceviche, poke, sushi, sashimi, nigiri, omakase, bouillabaisse, cioppino, chowder, paella, fish market";
const SHELLFISH =
  "shellfish, seafood, oyster, crab, lobster, shrimp, prawn, mussel, clam, scallop, crawfish, crayfish, squid, calamari, octopus, raw bar, ceviche, paella, bouillabaisse, cioppino, chowder, gumbo, jambalaya, poke, sushi, fish market";
const FISH_KINDS = "Seafood, Fish market, Fish and chips, Sushi, Poke";
const PORK =
  "pork, pig, ham, bacon, prosciutto, pancetta, guanciale, chorizo, carnitas, al pastor, sausage, pepperoni, salami, soppressata, mortadella, bratwurst, charcuterie, cold cuts, porchetta, lechon, ribs, hot dog, half smoke, barbecue";
const BEEF = "beef, steak, burger, hamburger, brisket, bulgogi, pastrami, meatball, veal, short rib, cheesesteak, pho";
const NUTS =
  "nut, peanut, almond, walnut, cashew, pecan, pistachio, hazelnut, macadamia, marzipan, praline, nougat, macaron, baklava, pesto, satay, pad thai, kung pao, groundnut, romesco, muhammara";
const NO_MEAT = "Vegan, Vegetarian";

const AVOIDED_FOODS: readonly AvoidedFood[] = [
  {
    label: "seafood",
    names: "seafood, sea food, fish and shellfish, fish or shellfish, fish and seafood",
    types: FISH_KINDS,
    words: `${FISH}, ${SHELLFISH}`,
    sparedTypes: NO_MEAT,
  },
  { label: "fish", names: "fish", types: FISH_KINDS, words: FISH, sparedTypes: NO_MEAT },
  {
    label: "shellfish",
    names:
      "shellfish, crustaceans, mollusks, shrimp, shrimps, prawns, crab, crabs, crabmeat, lobster, lobsters, oyster, oysters, clams, mussels, scallops",
    types: FISH_KINDS,
    words: SHELLFISH,
    sparedTypes: NO_MEAT,
  },
  {
    label: "meat",
    names: "meat, meats, red meat",
    types: "Steakhouse, Barbecue, Burgers, Chicken, Wings, Hot dogs, Butcher, Deli, Kosher deli",
    words: `${PORK}, ${BEEF}, meat, chicken, turkey, duck, lamb, goat, venison, rabbit, goose, kebab, shawarma, gyro, wings, foie gras`,
    sparedTypes: NO_MEAT,
  },
  { label: "pork", names: "pork, ham, bacon, pig", types: "Barbecue, Hot dogs", words: PORK, sparedTypes: NO_MEAT },
  { label: "beef", names: "beef", types: "Steakhouse, Burgers, Barbecue", words: BEEF, sparedTypes: NO_MEAT },
  {
    label: "peanuts",
    names: "peanut, peanuts, groundnuts, peanut butter",
    types: "",
    words: "peanut, groundnut, nut, satay, pad thai, kung pao, praline",
    sparedWords: "nut free",
  },
  {
    label: "nuts",
    names: "nut, nuts, tree nut, tree nuts, almonds, walnuts, cashews, pecans, pistachios, hazelnuts",
    types: "Chocolate shop",
    words: NUTS,
    sparedWords: "nut free",
  },
  {
    label: "dairy",
    names: "dairy, milk, lactose",
    types: "Ice cream, Pizza, Cheese shop",
    words:
      "dairy, milk, cheese, butter, cream, yogurt, gelato, custard, milkshake, mozzarella, burrata, ricotta, feta, parmesan, paneer, queso, cheddar, latte, cappuccino, pizza, lasagna, lassi, cheesesteak, cheesecake, tiramisu",
    sparedTypes: "Vegan",
    sparedWords: "dairy free",
    isFreeSaid: true,
  },
  {
    label: "gluten",
    names: "gluten, wheat, celiac, coeliac, celiac disease, coeliac disease",
    types: "Bakery, Pizza, Bagels, Doughnuts, Sandwiches, Burgers, Ramen, Noodles, Dumplings, Brewery",
    words:
      "bread, flour, wheat, pasta, spaghetti, ravioli, gnocchi, lasagna, noodle, ramen, udon, pizza, dumpling, bagel, croissant, biscuit, cake, cookie, pie, pancake, waffle, toast, sandwich, bun, pita, naan, flatbread, pretzel, doughnut, donut, pastry, cracker, couscous, burger, beer, tart, tempura, fried chicken, crepe, muffin, brioche, sourdough, focaccia, empanada, hoagie, injera, hot dog, half smoke, kibbeh, bulgur, tabbouleh, seitan",
    sparedWords: "gluten free",
    isFreeSaid: true,
  },
  {
    label: "eggs",
    names: "egg, eggs",
    types: "",
    words:
      "egg, omelet, quiche, frittata, mayonnaise, aioli, custard, meringue, benedict, hollandaise, shakshuka, huevos",
    sparedTypes: "Vegan",
  },
  {
    label: "soy",
    names: "soy, soya",
    types: "Sushi, Ramen, Japanese, Chinese, Korean",
    words: "soy, tofu, tempeh, edamame, miso, ramen, sushi, teriyaki",
  },
  {
    label: "sesame",
    names: "sesame, tahini",
    types: "Bagels",
    words: "sesame, tahini, hummus, halva, falafel, bagel, everything bagel",
  },
];

/** What must be said of celiac disease: nobody asks for "no celiac". */
const DISEASE = /^(?:celiac|coeliac)/;

const FOODS = phraseTable(AVOIDED_FOODS.flatMap((food) => listed(food.names).map((name) => [name, food] as const)));

/** What may stand between a denial and the food: "doesn't serve any pork". */
const BETWEEN = new Set("any all the a serve serves serving eat eats eating use uses using contain with".split(" "));
const ALLERGIC = /^(?:allerg(?:y|ies|ic)|intoleran(?:t|ce)|sensitiv(?:e|ity))$/;
const LIST_WORDS = new Set(["or", "and", "nor"]);

/**
 * Matches a food that must not be served: "no seafood", "shellfish free", "peanut allergy", "allergic to nuts or eggs".
 *
 * @param phraseWords How many words of a known phrase begin at a position: "no fish market" denies the market.
 */
export function matchAvoidedFood(
  words: readonly QueryWord[],
  at: number,
  phraseWords: (at: number) => number,
): ConditionMatch | null {
  const start = skipDenial(words, at);
  const from = start ?? at;
  const found = longestPhrase(words, from, FOODS);
  if (found === null || phraseWords(from) > found.words) return null;
  const end = from + found.words;
  const suffix = countSuffix(words, end, found.meaning);
  const isDisease = DISEASE.test(found.phrase);
  const isAvoided = start !== null || suffix > 0 || isDisease || isInList(words, from, end);
  return isAvoided ? { condition: exceptFood(found.meaning), words: end + suffix - at } : null;
}

/** Where the food begins behind "no", "doesn't serve", "allergic to"; null: nothing is denied here. */
function skipDenial(words: readonly QueryWord[], at: number): number | null {
  const isDenial = NEGATIONS.has(wordAt(words, at)) && wordAt(words, at) !== "non";
  const isAllergy = ALLERGIC.test(wordAt(words, at)) && wordAt(words, at + 1) === "to";
  if (!isDenial && !isAllergy) return null;
  let next = isAllergy ? at + 2 : at + 1;
  while (BETWEEN.has(wordAt(words, next))) next += 1;
  return next;
}

/** Counts the words of "free", "allergy", "intolerant" behind a food. */
function countSuffix(words: readonly QueryWord[], at: number, { isFreeSaid }: AvoidedFood): number {
  const word = wordAt(words, at);
  return ALLERGIC.test(word) || (word === "free" && isFreeSaid !== true) ? 1 : 0;
}

/** Whether it is one of several foods of which a denial stands before the first, or an allergy behind the last. */
function isInList(words: readonly QueryWord[], from: number, end: number): boolean {
  const next = LIST_WORDS.has(wordAt(words, end)) ? longestPhrase(words, end + 1, FOODS) : null;
  if (next !== null) {
    const nextEnd = end + 1 + next.words;
    if (countSuffix(words, nextEnd, next.meaning) > 0 || isInList(words, end + 1, nextEnd)) return true;
  }
  if (!LIST_WORDS.has(wordAt(words, from - 1))) return false;
  return words.slice(0, from - 1).some((_, before) => {
    const start = skipDenial(words, before);
    return start !== null && endOfFoods(words, start) > from;
  });
}

/** Where a list of foods ends. */
function endOfFoods(words: readonly QueryWord[], start: number): number {
  const found = longestPhrase(words, start, FOODS);
  if (found === null) return start;
  const end = start + found.words;
  const following = LIST_WORDS.has(wordAt(words, end)) ? endOfFoods(words, end + 1) : end;
  return following > end + 1 ? following : end;
}

function exceptFood({ label, types, words, sparedTypes = "", sparedWords = "" }: AvoidedFood): Condition {
  const of = { label, types: listed(types), words: listed(words) };
  return {
    kind: "except",
    of: { kind: "food", ...of, sparedTypes: listed(sparedTypes), sparedWords: listed(sparedWords) },
  };
}

function listed(text: string): string[] {
  return text === "" ? [] : text.split(", ");
}
