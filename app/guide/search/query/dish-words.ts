import type { Vocabulary } from "./query-vocabulary.ts";
import { TYPE_SYNONYMS } from "./type-synonyms.ts";

/**
 * Words that people use for types, separated by commas, and the types they mean.
 *
 * Where the directory has none of these types, `type` names the one to search for, which is then found by the word. `asks`: what
 * its facts must also say.
 */
export type TypeWords = { words: string; types: RegExp; type?: string; asks?: string };

/** The words for what is eaten: cuisines and dishes. A text that has one of them says that it is served. */
export const DISH_WORDS: readonly TypeWords[] = [
  { words: "pizza, pizzas, pizzeria, pizzerias, slice", types: /pizza/i },
  {
    words:
      "ramen, sushi, sushi bar, sushi bars, sashimi, omakase, sushi omakase, omakase sushi, izakaya, udon, japanese",
    types: /japanese|sushi|ramen/i,
  },
  { words: "korean bbq, korean barbecue, korean", types: /korean/i },
  { words: "pho, banh mi, vietnamese", types: /vietnamese/i, type: "Vietnamese" },
  { words: "thai", types: /thai/i, type: "Thai" },
  { words: "tacos, taco, taqueria, burrito, burritos, mexican", types: /mexican|taqueria|taco/i },
  { words: "pupusa, pupusas, salvadoran", types: /salvador/i },
  { words: "injera, ethiopian", types: /ethiopian|eritrean/i },
  { words: "curry, biryani, naan, indian", types: /indian/i },
  { words: "pasta, spaghetti, trattoria, italian", types: /italian/i },
  { words: "steak, steaks, steakhouse, chophouse", types: /steak/i },
  { words: "barbecue, barbeque, bbq, brisket, ribs", types: /barbecue/i },
  { words: "seafood, oysters, oyster, oyster bar, oyster bars, crab, crabs, fish", types: /seafood|fish/i },
  {
    words: "hummus, falafel, shawarma, kebab, middle eastern",
    types: /middle eastern|levantine|lebanese|mediterranean/i,
  },
  { words: "tapas, tapas bar, tapas bars, paella, spanish", types: /spanish/i },
  { words: "jerk chicken, jerk", types: /jamaican|caribbean/i },
  { words: "arepa, arepas", types: /venezuelan/i },
  { words: "jollof, jollof rice", types: /african/i },
  { words: "shrimp and grits, grits", types: /southern|soul food|creole|cajun/i },
  { words: "dumpling, dumplings, soup dumplings, potstickers, momo, momos", types: /dumpling|chinese|nepali/i },
  { words: "hot dog, hot dogs", types: /hot dog/i, type: "Hot dogs" },
  { words: "bagel, bagels", types: /bagel/i, type: "Bagels" },
  { words: "ice cream, gelato", types: /ice cream|gelato/i, type: "Ice cream" },
  { words: "fine dining", types: /fine dining|tasting menu/i },
  { words: "donut, donuts, doughnut, doughnuts", types: /dough?nut/i, type: "Doughnuts" },
  { words: "sandwich, sandwiches", types: /sandwich/i, type: "Sandwiches" },
  { words: "diner, diners, pancakes, waffles", types: /diner|lunch counter/i },
  { words: "vegan, plant based", types: /vegan/i },
];

const DISHES = new Set([
  ...DISH_WORDS.flatMap(({ words }) => words.split(", ")),
  ...Object.values(TYPE_SYNONYMS.food).flatMap((words) => words.split(", ")),
]);

/** Cuisines that no row above names. */
const CUISINES = new Set(
  "afghan african american argentine armenian asian austrian balkan belgian brazilian cajun caribbean chinese creole cuban dominican egyptian eritrean filipino french georgian german greek guatemalan honduran jamaican kenyan laotian latin lebanese levantine mediterranean moroccan nepali persian peruvian russian scandinavian southern swiss trinidadian turkish ukrainian venezuelan".split(
    " ",
  ),
);

/** Whether a phrase, as the vocabulary has it, names what is eaten. Only where people eat, drink or buy food does a text mean it. */
export function isDish(phrase: string): boolean {
  return DISHES.has(phrase) || CUISINES.has(phrase);
}

/** The dishes that only these types are known for: who wants no Italian food wants no pasta. */
export function dishesOf(types: readonly string[], { phrases }: Pick<Vocabulary, "phrases">): string[] {
  return [...DISHES].filter((dish) => {
    const condition = phrases.get(dish)?.condition;
    return condition?.kind === "type" && condition.types.every((type) => types.includes(type));
  });
}
