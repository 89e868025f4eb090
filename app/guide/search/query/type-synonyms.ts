import type { CategorySlug } from "#app/guide/places/facts/categories.ts";

import type { Vocabulary } from "./query-vocabulary.ts";

/**
 * What else people call a type: from the names, aliases and terms of OpenStreetMap's presets, and how Washington says
 * it. The plural is understood. Types that the directory has none of name themselves.
 *
 * Left out are terms of several kinds ("grill"), and single words that mean more than the kind (a bank's "trust").
 *
 * @see https://github.com/openstreetmap/id-tagging-schema, 6.19.2 (ISC license)
 */
export const TYPE_SYNONYMS: Record<CategorySlug, Record<string, string>> = {
  food: {
    Bakery: "bakeshop, pastry shop, cake shop, cake, cupcake, cookie, pie shop, patisserie",
    "Bubble tea": "boba, boba tea, bubble tea, milk tea",
    Burgers: "burger joint, hamburger, cheeseburger",
    Chicken: "fried chicken, chicken joint",
    "Coffee shop": "americano, macchiato, flat white, cold brew",
    Deli: "delicatessen, cold cuts, charcuterie",
    "Food hall": "food court, food plaza",
    Greek: "gyro, souvlaki",
    "Ice cream": "ice cream shop, frozen yogurt, froyo, sorbet, sundae, milkshake",
    Indian: "butter chicken, chaat, dosa, lassi, paneer, samosa, tikka masala, thali",
    Mexican: "enchilada, fajita, nachos, quesadilla, tamale",
    Noodles: "noodle shop",
    Peruvian: "peruvian chicken, pollo a la brasa, ceviche",
    Pizza: "deep dish, deep dish pizza, thin crust pizza",
    Sandwiches: "hoagie, sub shop",
    Seafood: "crab cake, steamed crab, blue crab, steamed blue crab, lobster roll, shellfish, raw bar",
    Steakhouse: "steak house, chop house",
    Sushi: "sushi place",
    Tacos: "fish taco, taco shop, taco truck",
    Ramen: "ramen shop, noodle soup",
  },
  nightlife: {
    "Arcade bar": "amusement arcade, arcade games, video games, barcade",
    "Beer garden": "biergarten",
    Brewery: "brewhouse, cidery",
    "Comedy club": "comedy show, standup",
    "Gay bar": "lgbtq bar, lgbt bar, queer bar, lesbian bar, drag bar",
    "Hookah lounge": "hookah, hookah bar, shisha, shisha bar",
    "Karaoke bar": "karaoke room, karaoke night, ktv",
    Nightclub: "night club, disco, discotheque, dance floor",
    "Piano bar": "dueling pianos",
    "Pool hall": "pool bar",
    "Wine bar": "wine tasting",
  },
  shopping: {
    "Art supplies": "craft store, craft supplies",
    Bookstore: "bookseller",
    "Cheese shop": "cheesemonger, cheese store",
    "Chocolate shop": "candy, candy store, candy shop, chocolatier, fudge",
    "Cigar shop": "tobacco shop, tobacconist, smoke shop",
    "Clothing store": "clothing, clothes, clothes shop, clothing shop, apparel, menswear",
    "Comics and games": "comic shop, comic store, comic book store, comic book, game shop, game store, manga",
    "Corner store": "convenience store, convenience shop, corner shop, bodega, mini mart, mini market",
    "Electronics store": "electronics, computer store, cell phone store, mobile phone store, phone store",
    "Farmers market": "farm stand, produce stand, produce market, greengrocer",
    "Fish market": "fishmonger, seafood market, fish shop",
    Florist: "bouquet, flower delivery, flower store, florists shop",
    "Furniture store": "couch, sofa, mattress, mattress store",
    "Garden center": "plant nursery, plant shop, plant store, houseplant",
    "Gift shop": "card shop",
    "Home goods": "houseware, kitchenware, cookware, home decor, kitchen store",
    "Home improvement store": "diy store",
    "Jewelry store": "jewelry shop, jewelry repair, watch repair, earrings, necklace, bracelet, engagement ring",
    "Liquor store": "booze, beer store, package store",
    "Musical instruments": "musical instrument store, instrument store, guitar shop, guitar store, violin shop",
    "Outdoor gear":
      "outdoor store, outdoors store, camping gear, camping equipment, outfitter, sporting goods, sporting goods store",
    "Pet supplies": "dog food, cat food, pet food",
    "Picture framing": "frame shop, framing shop, framer",
    "Record store": "music store, vinyl record, cd store",
    "Shoe store": "footwear, boots, sandals, running shoes",
    "Shopping center": "mall, outlet mall",
    "Spice shop": "spices, spice store",
    Stationery: "office supplies, office supply store",
    Supermarket: "food market, grocer",
    "Thrift store":
      "thrift shop, secondhand shop, second hand shop, second hand store, consignment, consignment store, charity shop, goodwill",
    "Toy store": "toy shop",
    "Vintage store": "antique shop, antique store, antiques",
    "Warehouse club": "wholesale club, wholesale store",
  },
  services: {
    Accountant: "accountant, tax help, tax preparation, tax preparer, cpa",
    "Animal shelter":
      "adopt a dog, adopt a cat, adopt a pet, dog adoption, pet adoption, animal rescue, pet rescue, humane society",
    Bank: "credit union",
    Barber: "barbershop, barber shop, barbers shop, shave, mens haircut, beard trim",
    "Bed and breakfast": "b and b, bnb, guest house, inn",
    "Bike shop": "bike store, bike rental",
    "Car repair": "auto shop, auto mechanic, car mechanic, body shop, oil change, tire shop",
    "Community center": "community hall",
    "Convention center": "conference center, exhibition center, trade show",
    "Coworking space": "coworking, co working, coworking office, shared office",
    "Dog daycare": "kennel, pet hotel, doggie daycare",
    "Dry cleaner": "cleaners, dry cleaning shop",
    "EV charging station": "ev charger, ev charging, charging station, electric car charging, supercharger",
    "Employment office": "employment agency",
    "Food bank": "food bank, food pantry",
    "Funeral home": "funeral parlor, mortuary, undertaker",
    "Gas station": "gas, gasoline, petrol station",
    "Hair salon": "salon, beauty salon, beauty shop, hair stylist, stylist, haircutter, blowout, hair cut",
    "Homeless shelter": "homeless shelter, shelter for the homeless",
    Hostel: "youth hostel, backpackers",
    "House of worship": "place of worship, chapel, basilica, parish, masjid, islamic center, shrine",
    Laundromat: "coin laundry, launderette, wash and fold, self service laundry",
    Lawyer: "lawyer, attorney, law firm, law office, legal help",
    "Nail salon": "nails, nail shop",
    "Parking garage": "parking lot, parking deck, parking structure",
    "Pet groomer": "cat grooming, pet salon, dog wash",
    "Phone repair":
      "phone repair, cell phone repair, iphone repair, screen repair, phone screen repair, iphone screen repair, cracked screen, computer repair",
    "Police station": "police department, police precinct",
    "Post office": "postal service, mail a package, mail a letter",
    "Print shop": "copy store",
    "Shoe repair": "shoe repair shop, resole",
    Storage: "storage space, storage locker",
    Tailor: "seamstress, dressmaker, hemming",
    "Tattoo studio": "tattoo, tattoo parlor, tattoo shop, piercing",
    "Train station": "railway station, amtrak",
  },
  entertainment: {
    "Art gallery": "art show, art exhibition",
    "Boat rental":
      "boat hire, rent a boat, rent a kayak, kayak rental, canoe rental, paddle boat, pedal boat, rowboat, paddleboard",
    "Boat tour": "boat ride, river cruise, dinner cruise, sightseeing cruise",
    Bowling: "bowling alley, bowling lanes",
    "Escape room": "escape game",
    "Ice rink": "ice skating, skating rink, hockey rink",
    Marina: "yacht club, boat dock, boat slip",
    "Mini golf": "miniature golf, putt putt",
    "Movie theater": "imax, multiplex",
    Playground: "jungle gym, play area, play space, tot lot",
    Theater: "musical, musical theater, performing arts, stage play",
  },
  health: {
    Acupuncture: "acupuncture, acupuncturist",
    "Climbing gym": "rock climbing, bouldering, climbing wall, rock gym",
    Clinic:
      "health clinic, medical clinic, medical center, family doctor, general practitioner, physical exam, checkup",
    Dentist: "orthodontist, dental clinic, teeth cleaning",
    "Eye doctor": "optical shop, eyewear, contact lenses, lasik",
    Gym: "fitness center, health club, weight room, personal trainer",
    Hospital: "emergency department, emergency care, trauma center",
    "Indoor pool": "lap pool, lap swim, swim lessons, swimming lessons",
    "Martial arts": "karate, judo, taekwondo, jiu jitsu, kung fu, dojo",
    "Mental health clinic": "psychotherapist, psychotherapy, counselling",
    Pediatrician: "pediatrician, kids doctor, childrens doctor",
    Pharmacy: "chemist, apothecary, pharmacist, prescription, medicine",
    "Physical therapy": "physical therapist, physiotherapist, physiotherapy",
    "Pilates studio": "pilates class",
    Spa: "sauna, massage parlor, massage therapist, day spa",
    "Tennis center": "tennis, tennis lessons",
    Veterinarian: "pet clinic, pet doctor, pet hospital, pet vet, emergency vet, vet clinic",
    "Yoga studio": "yoga class",
  },
  "home-services": {
    "Appliance store": "appliances, appliance repair, refrigerator, dishwasher, washing machine",
    Architect: "architecture firm, architects office",
    Cleaner: "maid, maid service, home cleaning",
    Electrician: "electrical work, electrical repair",
    Flooring: "hardwood floors, carpet, tile store",
    "Hardware store": "hardware shop, key copy, keys made",
    "Heating and cooling": "ac repair, furnace, boiler repair",
    Landscaper: "landscaper, landscaping, gardener, lawn care, yard work",
    "Lumber yard": "lumberyard, building materials",
    Plumber: "drain cleaning, clogged drain, leaky faucet",
  },
  education: {
    "Art classes": "art class, painting class, drawing class",
    "Child care": "nursery school, playgroup, child care center, infant care",
    "Cooking class": "cooking class, cooking school, cooking lessons",
    "Dance school": "dance studio, dance class, dance lessons, ballet, ballet class",
    "Driving school": "drivers ed, driving class",
    "Language school": "language class, spanish class, spanish lessons",
    Library: "public library, library branch",
    "Music school": "music class, school of music",
    University: "graduate school",
  },
};

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
