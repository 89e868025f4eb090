import type { Attribute, PriceRange } from "#app/guide/places/place.ts";

/**
 * What people plan, in their words, and the kinds of place that suit it.
 *
 * An occasion finds these kinds. Attributes and prices are preferences: they rank, and leave no place out. What only a
 * description can answer ("halal", "trivia night") is no occasion. Guides answer by their own keywords.
 */
export type Occasion = {
  slug: string;
  /** For chips and suggestions: "Date night". */
  label: string;
  /** What people type, the commonest first. */
  words: string;
  /** Best first. */
  types: readonly RegExp[];
  attributes?: readonly Attribute[];
  prices?: readonly PriceRange[];
  /**
   * What these kinds may or may not offer; nothing if they suit the occasion by what they are. A place is known to offer it if
   * its facts have these words or those of `said`, if it is of a kind of `sure`, or if its license is for `people` at least.
   */
  asks?: string;
  said?: string;
  sure?: readonly RegExp[];
  people?: number;
};

/** Where one walks among plants: neither a beer garden nor a community garden. */
const GARDEN = /^(?:botanical )?garden$/i;

export const OCCASIONS: readonly Occasion[] = [
  // Evenings out
  {
    slug: "date-night",
    label: "Date night",
    words:
      "date night, date nights, date spot, date spots, date idea, date ideas, date place, date places, take a date, romantic, romantic dinner, romantic evening, dinner date, dinner for two, dinner and a show, valentines day dinner, valentines dinner",
    types: [
      /^wine bar/i,
      /^french$/i,
      /^cocktail bar/i,
      /^italian$/i,
      /^spanish$/i,
      /tasting menu|fine dining/i,
      /^jazz club/i,
      /^rooftop bar/i,
      /^piano bar/i,
    ],
    attributes: ["reservations", "liveMusic"],
    prices: ["$$", "$$$"],
  },
  {
    slug: "first-date",
    label: "First date",
    words: "first date, first dates, drinks date, casual date, low key date",
    types: [/^wine bar/i, /^cocktail bar/i, /^coffee shop/i, /^cafe$/i, /^arcade bar/i, /^spanish$/i],
    prices: ["$", "$$"],
  },
  {
    slug: "coffee-date",
    label: "Coffee date",
    words: "coffee date, coffee dates, meet for coffee, coffee with a friend, catch up over coffee, coffee chat",
    types: [/^coffee shop/i, /^cafe$/i, /^bakery/i],
  },
  {
    slug: "special-dinner",
    label: "Special dinner",
    words:
      "special dinner, special occasion, special occasions, special occasion dinner, special occasion restaurant, anniversary, anniversary dinner, celebration, celebration dinner, celebrate, birthday dinner, graduation dinner, engagement dinner, promotion dinner",
    types: [/tasting menu|fine dining/i, /^french$/i, /^steakhouse/i, /^seafood$/i, /^italian$/i, /^japanese$/i],
    attributes: ["reservations"],
    prices: ["$$$", "$$$$"],
  },
  {
    slug: "proposal",
    label: "A place to propose",
    words:
      "propose, proposal, proposal spot, proposal spots, place to propose, places to propose, marriage proposal, engagement photos, wedding photos, photo spot, photo spots",
    types: [GARDEN, /^waterfront district/i, /^rooftop bar/i, /^park$/i],
  },
  {
    slug: "quiet-bar",
    label: "Quiet bar",
    words:
      "quiet bar, quiet bars, quiet bar to read, quiet bar to talk, quiet drink, quiet drinks, quiet place to drink, quiet place for a drink, bar to read in, bar to talk, bar for conversation, place to talk, places to talk, catch up over drinks",
    types: [/^wine bar/i, /^cocktail bar/i, /^piano bar/i, /^listening bar/i],
  },
  {
    slug: "happy-hour",
    label: "Happy hour",
    words:
      "happy hour, happy hours, happy hour specials, happy hour deals, drink specials, after work drinks, drinks after work",
    types: [
      /^bar$/i,
      /^wine bar/i,
      /^cocktail bar/i,
      /^pub$/i,
      /^beer garden/i,
      /^dive bar/i,
      /^sports bar/i,
      /^spanish$/i,
    ],
    prices: ["$", "$$"],
    asks: "happy hour",
  },
  {
    slug: "day-drinking",
    label: "Day drinking",
    words: "day drinking, day drink, afternoon drinks, afternoon beer, boozy afternoon",
    types: [/^beer garden/i, /^brewery/i, /^rooftop bar/i, /^winery/i, /^distillery/i, /^beer hall/i],
    attributes: ["outdoorSeating"],
  },
  {
    slug: "outdoor-drinks",
    label: "Drinks outdoors",
    words:
      "outdoor drinks, outdoor drinking, drinks outside, drinks outdoors, drink outside, drinking outside, patio drinks",
    types: [/^beer garden/i, /^rooftop bar/i, /^brewery/i, /^bar$/i],
    attributes: ["outdoorSeating"],
  },
  {
    slug: "nightcap",
    label: "Nightcap",
    words: "nightcap, nightcaps, night cap, last drink, one more drink, late night drinks, late night cocktails",
    types: [/^cocktail bar/i, /^wine bar/i, /^piano bar/i, /^lounge/i, /^dive bar/i],
  },
  {
    slug: "before-a-show",
    label: "Pre-theater dinner",
    words:
      "before a show, before the show, pre show dinner, pre theater, pre theater dinner, pre theatre, pre theatre dinner, before the theater, dinner before a show, dinner before the theater, before a concert, dinner before a concert",
    types: [/^italian$/i, /^french$/i, /^spanish$/i, /^mediterranean/i, /^american$/i],
    attributes: ["reservations"],
  },
  {
    slug: "after-a-show",
    label: "Late night after a show",
    words:
      "after a show, after the show, drinks after a show, food after a show, post show, post show drinks, after a concert, after the concert, after the theater, after theater",
    types: [/^cocktail bar/i, /^diner/i, /^wine bar/i, /^bar$/i, /^pub$/i, /^pizza/i],
  },
  {
    slug: "night-with-friends",
    label: "Night with friends",
    words:
      "night with friends, drinks with friends, meet friends, meet up with friends, hang out with friends, hang out, girls night, girls night out, ladies night, guys night, friends in town",
    types: [/^beer garden/i, /^wine bar/i, /^cocktail bar/i, /^arcade bar/i, /^karaoke/i, /^bar$/i],
  },
  {
    slug: "bachelorette",
    label: "Bachelorette",
    words: "bachelorette, bachelorette party, bachelorettes, bachelor party, bach party, hen party",
    types: [/^rooftop bar/i, /^karaoke/i, /^piano bar/i, /^nightclub/i, /^cocktail bar/i, /^spa$/i],
  },
  {
    slug: "birthday",
    label: "Birthday drinks",
    words:
      "birthday, birthdays, birthday party, birthday parties, birthday drinks, adult birthday, adult birthday party",
    types: [/^karaoke/i, /bowling/i, /^arcade bar/i, /^rooftop bar/i, /^food hall/i, /^beer hall/i, /^korean$/i],
  },
  {
    slug: "game-night",
    label: "Game night",
    words:
      "game night, bar games, bar with games, bars with games, board games, darts, pinball, shuffleboard, skee ball",
    types: [/^arcade bar/i, /ping-pong/i, /^pool hall/i, /bowling/i, /axe throwing/i, /mini golf/i, /golf simulator/i],
  },
  {
    slug: "pool-tables",
    label: "Pool tables",
    words:
      "pool table, pool tables, bar with pool table, bar with pool tables, bar with a pool table, bars with pool table, bars with pool tables, bars with a pool table, pool table bar, pool table bars, play pool, shoot pool, billiards, billiard",
    types: [/^pool hall/i, /^arcade bar/i, /^game room/i, /^dive bar/i, /^sports bar/i, /^bar$/i, /^pub$/i],
    asks: "pool tables",
    said: "billiards",
    sure: [/^pool hall/i],
  },
  {
    slug: "team-outing",
    label: "Team outing",
    words:
      "team outing, team outings, team building, office party, work party, work event, company party, office holiday party, holiday party, office christmas party, work christmas party, work happy hour, corporate event, private event, private events",
    types: [/bowling/i, /ping-pong/i, /mini golf/i, /axe throwing/i, /escape room/i, /^beer hall/i, /^brewery/i],
  },
  {
    slug: "watch-the-game",
    label: "Watch the game",
    words:
      "watch the game, watch a game, watch games, watch the match, watch football, watch soccer, watch baseball, watch hockey, watch basketball, watch the nats, watch the nats game, watch the nationals, watch the commanders, watch the commanders game, watch the capitals, watch the caps, watch the caps game, watch the wizards, watch the super bowl, super bowl, world cup, watch party, watch parties, premier league, soccer bar, soccer bars, football bar, football bars",
    types: [/^sports bar/i, /^pub$/i, /^beer garden/i, /^beer hall/i, /^tavern/i],
  },

  // Meals
  {
    slug: "big-group",
    label: "Big group",
    words:
      "big group, big groups, large group, large groups, large party, large parties, big party, group dinner, group dinners, groups, team dinner, party of 8, party of 10, party of 12, party of 15, party of 20, group of 8, group of 10, group of 12, group of 15, group of 20, for 10, for 12, for 15, for 20, private room, private rooms, private dining, private dining room, private dining rooms",
    types: [
      /^spanish$/i,
      /^ethiopian/i,
      /^food hall/i,
      /^italian$/i,
      /^beer hall/i,
      /^chinese$/i,
      /^korean$/i,
      /^barbecue/i,
      /^beer garden/i,
    ],
    attributes: ["reservations"],
    asks: "room for a big group",
    said: "private dining, private room, large party, big party, large group, big group, groups, banquet, family style",
    sure: [/^food hall/i, /^beer hall/i, /^beer garden/i],
    people: 150,
  },
  {
    slug: "visiting-parents",
    label: "Visiting parents",
    words:
      "visiting parents, parents visiting, parents in town, parents are in town, parents, my parents, take my parents, dinner with parents, dinner with my parents, dinner with family, mom and dad, in laws, family in town, family visiting",
    types: [/^american$/i, /^seafood$/i, /^italian$/i, /^french$/i, /^southern$/i, /^steakhouse/i],
    attributes: ["reservations"],
    prices: ["$$", "$$$"],
  },
  {
    slug: "solo-dinner",
    label: "Dinner alone",
    words:
      "solo dinner, solo dining, solo, dinner alone, dining alone, dine alone, eat alone, eating alone, table for one, by myself, eat at the bar, bar seating, counter seating",
    types: [/^ramen/i, /^sushi$/i, /^noodles/i, /^diner$/i, /^food hall/i, /^spanish$/i, /^seafood$/i],
  },
  {
    slug: "cheap-lunch",
    label: "Cheap lunch",
    words:
      "cheap lunch, cheap lunches, cheap lunch spot, cheap lunch spots, affordable lunch, inexpensive lunch, budget lunch, lunch special, lunch specials, lunch deal, lunch deals",
    types: [
      /^sandwiches/i,
      /^deli$/i,
      /^food hall/i,
      /^tacos/i,
      /^burritos/i,
      /^salvadoran/i,
      /^salad/i,
      /^bagels/i,
      /^chicken/i,
      /^hot dogs/i,
      /^noodles/i,
      /^poke/i,
      /^burgers/i,
      /^pizza/i,
      /^cafe$/i,
    ],
    attributes: ["takeout"],
    prices: ["$"],
  },
  {
    slug: "quick-lunch",
    label: "Quick lunch",
    words:
      "quick lunch, quick lunches, fast lunch, lunch on the go, lunch break, lunch to go, grab and go, quick bite, quick bites, quick food, fast food, fast casual",
    types: [
      /^sandwiches/i,
      /^salad/i,
      /^deli$/i,
      /^burgers/i,
      /^chicken/i,
      /^burritos/i,
      /^tacos/i,
      /^poke/i,
      /^bagels/i,
      /^hot dogs/i,
      /^food hall/i,
      /^pizza/i,
      /^noodles/i,
    ],
    attributes: ["takeout"],
    prices: ["$", "$$"],
  },
  {
    slug: "business-lunch",
    label: "Business lunch",
    words:
      "business lunch, business lunches, business dinner, business dinners, power lunch, power breakfast, client lunch, client dinner, lunch with a client, dinner with a client, lunch meeting, work lunch, work dinner, expense account, lobbyist lunch",
    types: [/^steakhouse/i, /^american$/i, /^seafood$/i, /^french$/i, /^italian$/i],
    attributes: ["reservations"],
    prices: ["$$$", "$$$$"],
  },
  {
    slug: "breakfast-before-work",
    label: "Breakfast before work",
    words:
      "breakfast before work, coffee before work, quick breakfast, weekday breakfast, breakfast on the go, breakfast to go, breakfast meeting, breakfast sandwich, breakfast sandwiches",
    types: [/^bagels/i, /^bakery/i, /^coffee shop/i, /^cafe$/i, /^deli$/i, /^doughnuts/i, /^diner$/i],
    attributes: ["takeout"],
  },
  {
    slug: "slow-weekend",
    label: "Slow weekend morning",
    words: "lazy sunday, lazy saturday, lazy morning, slow sunday, slow morning, slow weekend, lazy weekend",
    types: [/^farmers market/i, /^bakery/i, /^cafe$/i, /^coffee shop/i, /bookstore/i, GARDEN],
  },
  {
    slug: "people-watching",
    label: "People watching",
    words: "people watching, people watch, watch people, watch the world go by, sidewalk cafe, sidewalk cafes",
    types: [/^cafe$/i, /^coffee shop/i, /^market$/i, /^food hall/i, /^waterfront district/i],
    attributes: ["outdoorSeating"],
  },

  // A desk or a chair
  {
    slug: "work-with-a-laptop",
    label: "Work with a laptop",
    words:
      "work with a laptop, work on a laptop, work on my laptop, laptop, laptops, place to work, places to work, somewhere to work, work remotely, remote work, work from home, to work, to work in, to work from, to work at, for work, for working, to work with a laptop, to work on a laptop, get work done, outlets, power outlets",
    types: [/^coffee shop/i, /^cafe$/i, /^library$/i, /^coworking/i],
    attributes: ["wifi"],
  },
  {
    slug: "study",
    label: "A place to study",
    words:
      "place to study, places to study, somewhere to study, study, study spot, study spots, study space, study spaces, study group, quiet place to study",
    types: [/^library$/i, /^coffee shop/i, /^cafe$/i],
    attributes: ["wifi"],
  },
  {
    slug: "quiet-place-to-read",
    label: "A quiet place to read",
    words:
      "quiet place to read, place to read, places to read, somewhere to read, somewhere quiet to read, read a book, reading spot, reading spots, reading room, reading rooms, quiet place, quiet places, quiet spot, quiet spots, somewhere quiet",
    types: [/^library$/i, GARDEN, /bookstore/i, /^coffee shop/i, /^cafe$/i],
  },
  {
    slug: "peace-and-quiet",
    label: "Peace and quiet",
    words: "peace and quiet, peaceful, serene, meditate, quiet garden, quiet gardens, quiet walk, escape the crowds",
    types: [GARDEN, /^historic cemetery/i, /^cathedral/i, /^trail$/i, /^park$/i],
  },

  // Children
  {
    slug: "kids-birthday",
    label: "Kids’ birthday",
    words:
      "kids birthday, kids birthday party, kids birthday parties, kid birthday, kid birthday party, kids party, kids parties, childs birthday, childrens birthday, childrens birthday party, childrens party, birthday party for kids, birthday for kids, toddler birthday, toddler birthday party, birthday party places for kids",
    types: [
      /bowling/i,
      /roller skating/i,
      /mini golf/i,
      /^ice rink/i,
      /^climbing gym/i,
      /^escape room/i,
      /^playground/i,
      /^nature center/i,
      /^recreation center/i,
      /^spray park/i,
    ],
    attributes: ["goodForKids"],
  },
  {
    slug: "with-kids",
    label: "Things to do with kids",
    words:
      "things to do with kids, things to do with children, things to do with toddlers, fun with kids, fun for kids, family fun, family activities, family outing, kids activities, activities for kids, activities for toddlers, toddler activities, what to do with kids, where to take kids, with toddlers, toddlers, toddler, for toddlers, with small children",
    types: [
      /^zoo/i,
      /^playground/i,
      /^spray park/i,
      /^science museum/i,
      /^nature center/i,
      /^botanical garden/i,
      /^museum$/i,
      /mini golf/i,
      /pool$/i,
      /^park$/i,
    ],
    attributes: ["goodForKids"],
  },
  {
    slug: "rainy-day-with-kids",
    label: "Rainy day with kids",
    words:
      "rainy day with kids, rainy day with toddlers, rainy day with a toddler, rainy day with children, rainy day kids, rainy day toddler, rainy day activities for kids, rainy day activities with kids, indoor play, indoor playground, indoor playgrounds, indoor play space, indoor with kids, indoor kids activities, indoor activities for kids, indoor activities for toddlers, indoor activities with kids, indoor things to do with kids, snow day with kids, toddlers on a rainy day, kids on a rainy day, with toddlers on a rainy day, with kids on a rainy day",
    types: [
      /^science museum/i,
      /^museum$/i,
      /^botanical garden/i,
      /^library$/i,
      /^indoor pool/i,
      /bowling/i,
      /^nature center/i,
      /^art museum/i,
      /^recreation center/i,
    ],
    attributes: ["goodForKids"],
  },
  {
    slug: "with-teenagers",
    label: "With teenagers",
    words:
      "teenagers, teenager, teens, teen, things to do with teens, things to do with teenagers, things to do for teens, fun for teens, tweens, tween",
    types: [
      /^escape room/i,
      /bowling/i,
      /^climbing gym/i,
      /mini golf/i,
      /roller skating/i,
      /^ice rink/i,
      /^comics/i,
      /^movie theater/i,
    ],
  },
  {
    slug: "after-school",
    label: "After school",
    words:
      "after school, after school activities, after school program, after school programs, homework help, help with homework, kids classes, classes for kids, summer camp, summer camps",
    types: [/^library$/i, /^recreation center/i, /^music school/i, /^dance school/i, /^art classes/i],
    attributes: ["goodForKids"],
  },

  // Weather and seasons
  {
    slug: "rainy-day",
    label: "Rainy day",
    words:
      "rainy day, rainy days, rainy day activities, rainy day ideas, rainy weekend, raining, when it rains, in the rain, bad weather, indoor activities, indoor things to do, things to do indoors, things to do inside",
    types: [
      /museum/i,
      /^botanical garden/i,
      /^art gallery/i,
      /^movie theater/i,
      /^library$/i,
      /bowling/i,
      /^climbing gym/i,
    ],
  },
  {
    slug: "hot-day",
    label: "Hot day",
    words:
      "hot day, hot days, hot weather, heat wave, beat the heat, cool off, cool down, splash, where to swim, place to swim",
    types: [/^spray park/i, /^outdoor pool/i, /^indoor pool/i, /^ice cream/i],
  },
  {
    slug: "cold-day",
    label: "Cold day",
    words: "cold day, cold days, winter day, winter activities, warm up, somewhere warm, snow day, snow days",
    types: [/^botanical garden/i, /museum/i, /^movie theater/i, /^indoor pool/i, /^ice rink/i, /^cafe$/i],
  },
  {
    slug: "cherry-blossoms",
    label: "Cherry blossoms",
    words:
      "cherry blossoms, cherry blossom, cherry trees, cherry tree, blossoms, peak bloom, spring flowers, tulips, azaleas",
    types: [/^memorial/i, GARDEN, /^park$/i],
  },
  {
    slug: "fall-colors",
    label: "Fall colors",
    words: "fall colors, fall foliage, foliage, autumn leaves, fall leaves, leaf peeping",
    types: [/^botanical garden/i, /^trail$/i, /^historic cemetery/i, /^garden$/i, /^park$/i],
  },
  {
    slug: "spooky",
    label: "Spooky",
    words:
      "spooky, spooky tour, haunted, haunted house, haunted houses, haunted places, ghost tour, ghost tours, ghosts, creepy",
    types: [/^historic cemetery/i, /^historic house/i, /^escape room/i, /^public stairs/i],
  },

  // Outdoors
  {
    slug: "view",
    label: "A view",
    words:
      "with a view, with view, view of the monuments, views of the monuments, view of the capitol, view of the white house, view of the river, with views, with a great view, with a nice view, with a good view, great view, great views, best view, best views, nice view, good view, beautiful view, view of the city, views of the city, city view, city views, river view, skyline view, skyline, overlook, overlooks, lookout, viewpoint, viewpoints, scenic view, scenic views, monument view, views",
    types: [/^rooftop bar/i, /^waterfront district/i, /^cathedral/i, /^bridge/i, /^landmark/i, /^marina/i],
  },
  {
    slug: "sunset",
    label: "Sunset",
    words:
      "sunset, sunsets, watch the sunset, see the sunset, sunset view, sunset views, sunset spot, sunset drinks, sunrise, watch the sunrise",
    types: [/^rooftop bar/i, /^waterfront district/i, /^memorial/i, /^marina/i, /^bridge/i],
  },
  {
    slug: "by-the-water",
    label: "Water’s edge",
    words: "by the water, on the water, by the river, on the river, waterfront walk, river walk, riverside, riverfront",
    types: [/^waterfront district/i, /^marina/i, /^boathouse/i, /^boat/i, /^fish market/i, /^seafood$/i],
    attributes: ["outdoorSeating"],
  },
  {
    slug: "picnic",
    label: "Picnic",
    words:
      "picnic, picnics, picnic spot, picnic spots, picnic area, picnic table, picnic tables, place to picnic, places to picnic, place for a picnic, have a picnic, lunch outside, eat lunch outside",
    types: [/^park$/i, /^botanical garden/i, /^garden$/i, /^waterfront district/i],
  },
  {
    slug: "walk",
    label: "Scenic walk",
    words:
      "go for a walk, take a walk, place to walk, places to walk, where to walk, nice walk, nice walks, scenic walk, scenic walks, nature walk, nature walks, walking trail, walking trails, walking path, walking paths, walks, stroll",
    types: [/^trail$/i, /^botanical garden/i, /^historic canal/i, /^waterfront district/i, /^garden$/i, /^park$/i],
  },
  {
    slug: "evening-walk",
    label: "Evening walk",
    words:
      "romantic walk, romantic walks, romantic stroll, evening walk, evening walks, evening stroll, night walk, night walks, moonlight walk, walk after dinner, walk at night",
    types: [/^memorial/i, /^waterfront district/i, /^historic canal/i, GARDEN],
  },
  {
    slug: "walk-with-a-stroller",
    label: "Walk with a stroller",
    words:
      "walk with a stroller, stroller walk, stroller walks, stroller, strollers, stroller friendly, stroller accessible, walk with a baby, with a baby, with a stroller, with baby",
    types: [/^botanical garden/i, /^waterfront district/i, /^zoo/i, GARDEN, /^trail$/i, /^park$/i],
    attributes: ["stepFreeEntrance", "goodForKids"],
  },
  {
    slug: "running",
    label: "Running routes",
    words:
      "running, jogging, jog, go for a run, place to run, places to run, where to run, running trail, running trails, running route, running routes, running path, running paths, jogging trail, jogging trails",
    types: [/^trail$/i, /^historic canal/i, /^waterfront district/i],
  },
  {
    slug: "bike-ride",
    label: "Bike ride",
    words:
      "bike ride, bike rides, go for a bike ride, biking, cycling, bike trail, bike trails, bike path, bike paths, bike route, bike routes",
    types: [/^trail$/i, /^historic canal/i],
  },
  {
    slug: "walk-a-dog",
    label: "Walk a dog",
    words:
      "walk a dog, walk the dog, walk my dog, place to walk my dog, places to walk my dog, dog walk, dog walks, off leash, off leash park, off leash dog park, dog run, dog runs",
    types: [/dog park/i, /^trail$/i, /^park$/i],
    attributes: ["dogsAllowed"],
  },
  {
    slug: "dog-friendly-patio",
    label: "Patio with a dog",
    words:
      "dog patio, patio with a dog, patio with dogs, patio with my dog, patios with dogs, patio for dogs, drinks with my dog, beer with my dog, bring my dog, yappy hour",
    types: [/^beer garden/i, /^brewery/i, /^bar$/i, /^cafe$/i, /^coffee shop/i],
    attributes: ["dogsAllowed", "outdoorSeating"],
  },

  // The city
  {
    slug: "first-visit",
    label: "First visit",
    words:
      "first visit, first time visitor, first time visitors, first time in dc, first time in washington, first time, first day in dc, one day in dc, one day in washington, a day in dc, day in dc, visiting dc, visiting washington, tourists, tourist, touristy, tourist stuff, touristy things, must see, must sees, must do, bucket list, out of town guests, out of towners, out of town friends",
    types: [/^memorial/i, /^museum$/i, /^history museum/i, /^art museum/i, /^landmark/i, /^botanical garden/i, /^zoo/i],
  },
  {
    slug: "history",
    label: "Historic sites",
    words:
      "local history, dc history, washington history, history buff, history buffs, history lover, history lovers, history nerd, history nerds, historic site, historic sites, historical site, historical sites, historic place, historic places, historic landmark, historic landmarks, historic building, historic buildings",
    types: [/^historic house/i, /^history museum/i, /^memorial/i, /^historic/i, /^landmark/i],
  },
  {
    slug: "architecture",
    label: "Architecture",
    words:
      "architecture, beautiful building, beautiful buildings, famous building, famous buildings, pretty buildings, modern architecture, brutalism, brutalist",
    types: [/^cathedral/i, /^landmark/i, /^historic house/i, /^library and exhibitions/i, /^museum$/i, /^memorial/i],
  },
  {
    slug: "nerdy",
    label: "Nerdy",
    words: "nerdy, nerdy things to do, nerdy date, nerd, nerds, geeky, geek, geeks, things for nerds, science lovers",
    types: [
      /^science museum/i,
      /^comics/i,
      /^arcade bar/i,
      /^museum$/i,
      /^used bookstore/i,
      /^library and exhibitions/i,
    ],
  },
  {
    slug: "wheelchair-outing",
    label: "Wheelchair-friendly outing",
    words:
      "wheelchair friendly outing, wheelchair friendly outings, wheelchair outing, wheelchair outings, wheelchair friendly things to do, wheelchair accessible things to do, accessible outing, accessible outings, accessible things to do, accessible attractions",
    types: [/museum/i, /^botanical garden/i, /^memorial/i, /^theater$/i, /^movie theater/i],
    attributes: ["stepFreeEntrance", "accessibleRestroom"],
  },

  // Shopping and errands
  {
    slug: "gifts",
    label: "Gifts",
    words:
      "gifts, gift, gift shopping, gift idea, gift ideas, presents, buy a gift, birthday gift, birthday gifts, birthday present, birthday presents, hostess gift, holiday gifts, holiday shopping, christmas gifts, christmas shopping, christmas presents, last minute gift, last minute gifts, wedding gift, unique gifts, gift for mom, gift for dad, gifts for mom, gifts for dad, gifts for her, gifts for him, gift for a friend",
    types: [
      /^gift shop/i,
      /bookstore/i,
      /^toy store/i,
      /^chocolate/i,
      /^record store/i,
      /^home goods/i,
      /^market$/i,
      /^spice/i,
      /^florist/i,
      /^wine shop/i,
    ],
  },
  {
    slug: "souvenirs",
    label: "Souvenirs",
    words:
      "souvenirs, souvenir, souvenir shop, souvenir shops, souvenir store, dc souvenirs, dc gifts, museum shop, museum shops, museum store",
    types: [/^gift shop/i, /^market$/i, /^bookstore/i, /^history museum/i],
  },
  {
    slug: "window-shopping",
    label: "Window shopping",
    words:
      "window shopping, window shop, browse, browsing, boutique, boutiques, shopping street, shopping streets, local shops, small shops",
    types: [
      /bookstore/i,
      /^record store/i,
      /^home goods/i,
      /^gift shop/i,
      /^clothing/i,
      /^market$/i,
      /^thrift/i,
      /^shopping center/i,
    ],
  },
  {
    slug: "new-in-town",
    label: "New in town",
    words:
      "new in town, new to dc, new to the city, new to washington, just moved, just moved here, just moved to dc, moving to dc, moving to washington, newcomer, newcomers",
    types: [
      /^motor vehicle office/i,
      /^library$/i,
      /^post office/i,
      /^home improvement/i,
      /^hardware/i,
      /^recreation center/i,
    ],
  },
  {
    slug: "printing",
    label: "Print or use a computer",
    words:
      "place to print, places to print, somewhere to print, where to print, where can i print, print something, print documents, print a document, printing documents, printer, printers, free printing, scan documents, scanner, fax, public computer, public computers, use a computer, computer access",
    types: [/^library$/i],
  },
  {
    slug: "parking",
    label: "Parking garage",
    words:
      "where to park, where can i park, place to park, places to park, somewhere to park, park my car, find parking",
    types: [/^parking/i],
  },
  {
    slug: "meeting-room",
    label: "Meeting room",
    words: "meeting room, meeting rooms, meeting space, meeting spaces, community room, room to meet",
    asks: "meeting rooms",
    types: [/^library$/i, /^coworking/i, /^community center/i, /^recreation center/i],
  },
  {
    slug: "passport",
    label: "Passport",
    words:
      "passport, passports, apply for a passport, passport application, passport office, passport renewal, renew passport, renew my passport",
    types: [/^post office/i],
    asks: "passports",
  },
  {
    slug: "passport-photos",
    label: "Passport photos",
    words:
      "passport photo, passport photos, passport picture, passport pictures, visa photo, visa photos, id photo, id photos",
    types: [/^pharmacy/i, /^post office/i],
    asks: "passport photos",
  },
  {
    slug: "cheap-theater",
    label: "Theater on a budget",
    words:
      "cheap theater tickets, cheap theater, cheap theatre, cheap theatre tickets, theater tickets, theatre tickets, discount theater tickets, cheap tickets, rush tickets, cheap plays, pay what you can",
    types: [/^theater$/i, /^concert hall/i],
  },
  {
    slug: "job-help",
    label: "Job help",
    words:
      "find a job, job help, job search, job center, resume help, career center, unemployment, unemployment office",
    types: [/^employment office/i, /^library$/i],
  },
  {
    slug: "learn-english",
    label: "Learn English",
    words:
      "learn english, english classes, english class, english lessons, esl, esl class, esl classes, adult education, ged, ged classes",
    types: [/^library$/i],
  },
  {
    slug: "shots",
    label: "Shots and blood pressure",
    words:
      "blood pressure, blood pressure check, blood pressure test, check my blood pressure, get my blood pressure checked, flu shot, flu shots, covid shot, covid shots, covid vaccine, covid booster, vaccine, vaccines, vaccination, vaccinations, get vaccinated, booster shot",
    types: [/^pharmacy/i, /^clinic/i, /^urgent care/i],
  },
];
