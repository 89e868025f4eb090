import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { anyText } from "#tests/any-text.ts";

import type { Condition, QueryDay } from "./query-conditions.ts";
import { parseQuery, removeCondition } from "./parse-query.ts";
import { namedDay } from "./query-hours.ts";
import { buildVocabulary } from "./query-vocabulary.ts";
import { landmarkPhrases } from "./query-walk.ts";

const VOCABULARY = buildVocabulary({
  types: [
    "Pizza",
    "Thai",
    "Japanese",
    "Cafe",
    "Coffeehouse",
    "Bar",
    "Tavern",
    "Wine bar",
    "Art museum",
    "Museum",
    "Pharmacy",
    "Bookshop",
    "American",
    "Farmers market",
    "Independent school",
    "Police station",
    "Steakhouse",
    "Food hall",
    "Indoor pool",
  ],
  neighborhoods: [
    { slug: "dupont-circle", name: "Dupont Circle", aka: ["Embassy Row"] },
    { slug: "bloomingdale", name: "Bloomingdale & Truxton Circle", aka: [] },
    { slug: "h-street", name: "H Street", aka: ["Atlas District"] },
    { slug: "logan-circle", name: "Logan Circle", aka: ["14th Street"] },
    { slug: "mount-pleasant", name: "Mount Pleasant", aka: ["Mt. P"] },
    { slug: "park-view", name: "Park View", aka: [] },
    { slug: "southwest-waterfront", name: "Southwest & The Wharf", aka: ["The Wharf"] },
    { slug: "u-street", name: "U Street", aka: ["Cardozo"] },
  ],
  stations: [
    { slug: "metro-center", name: "Metro Center" },
    { slug: "u-street", name: "U Street" },
    { slug: "gallery-pl-chinatown", name: "Gallery Pl-Chinatown" },
    { slug: "dupont-circle", name: "Dupont Circle" },
    { slug: "archives", name: "Archives" },
    { slug: "georgia-ave-petworth", name: "Georgia Ave–Petworth" },
  ].map((station) => ({ ...station, point: { lat: 38.9, lng: -77.03 } })),
});

describe("understood queries", () => {
  test.for([
    ["cheap thai open now near dupont", "", "price $", "type Thai", "open now", "neighborhood dupont-circle"],
    ["THAI in Dupont Circle!", "", "type Thai", "neighborhood dupont-circle"],
    ["5 min from U Street metro", "", "station u-street 5"],
    ["within 10 minutes of dupont circle", "", "station dupont-circle 10"],
    ["10 minute walk from metro center", "", "station metro-center 10"],
    ["near Metro Center", "", "station metro-center"],
    ["chinatown station", "", "station gallery-pl-chinatown"],
    ["u street", "", "neighborhood u-street"],
    ["u st. bars", "", "neighborhood u-street", "type Bars"],
    ["mt pleasant", "", "neighborhood mount-pleasant"],
    ["at the wharf", "", "neighborhood southwest-waterfront"],
    ["park view", "", "neighborhood park-view"],
    ["pizza $$ or less", "", "type Pizza", "price $ $$"],
    ["under $$$", "", "price $ $$"],
    ["fancy dinner", "", "price $$$ $$$$", "category food"],
    ["free museums", "", "price Free", "type Museums"],
    ["art museum free admission", "", "type Art museum", "price Free"],
    ["top rated ramen", "", "rating 4", "type Ramen"],
    ["4.5 stars and up", "", "rating 4.5"],
    ["rated 4", "", "rating 4"],
    [
      "wheelchair accessible coffee with outdoor seating",
      "",
      "attribute stepFreeEntrance",
      "type Coffee",
      "attribute outdoorSeating",
    ],
    ["good for kids", "", "attribute goodForKids"],
    ["coffee near me", "", "type Coffee", "near-me"],
    ["5 minutes from me", "", "near-me 5"],
    ["food in southeast", "", "category food", "quadrant SE"],
    ["24 hour pharmacy", "", "open all-day", "type Pharmacy"],
    ["late night pizza", "", "open 1380-1500 late", "type Pizza"],
    ["open late", "", "open 1380-1500 late"],
    ["bar open until 2am", "", "type Bar", "open @1559 until 2 AM"],
    ["open at 9pm", "", "open @1260 at 9 PM"],
    ["open at 9", "", "open @1260 at 9 PM"],
    ["open at 9:30 am tomorrow", "", "open tomorrow @570 tomorrow at 9:30 AM"],
    ["open sunday morning", "", "open sunday 480-660 Sunday morning"],
    ["open on saturdays", "", "open saturday 300-1440 Saturday"],
    ["open monday at noon", "", "open monday @720 Monday at 12 PM"],
    ["open tonight", "", "open 1260-1440 tonight"],
    ["the best brunch", "", "category food"],
    ["thai restaurant", "", "type Thai"],
    ["dentist", "", "type Dentist"],
    ["moderately priced pizza", "", "price $$", "type Pizza"],
    ["pizza rated 4.5 or better", "", "type Pizza", "rating 4.5"],
    ["gluten free pizza", "gluten free", "type Pizza"],
    ["pizza walking distance of metro center", "", "type Pizza", "station metro-center"],
    ["farmers market open saturday", "", "type Farmers market", "open saturday 300-1440 Saturday"],
    ["sunday brunch", "", "open sunday 300-1440 Sunday", "category food"],
    ["brunch on sunday in dupont", "", "category food", "open sunday 300-1440 Sunday", "neighborhood dupont-circle"],
    ["dinner at 9pm friday", "", "category food", "open friday @1260 Friday at 9 PM"],
    ["coffee 6 am", "", "type Coffee", "open @360 at 6 AM"],
    ["breakfast before 7am", "", "category food", "open @419 before 7 AM"],
    ["museums friday night", "", "type Museums", "open friday 1260-1440 Friday night"],
    ["museums at night", "", "type Museums", "open 1260-1440 tonight"],
    ["things to do this weekend", "", "category entertainment", "open weekend"],
    ["open on weekends", "", "open weekend"],
    ["open late on weekends", "", "open weekend 1380-1500"],
    ["bars open late this weekend", "", "type Bars", "open weekend 1380-1500"],
    ["open weekends early", "", "open weekend 300-450"],
    ["open late on friday", "", "open friday 1380-1500 late Friday"],
    ["open late saturday night", "", "open saturday 1380-1500 late Saturday"],
    ["open late tonight", "", "open 1380-1500 late"],
    ["cafes open early on sunday", "", "type Cafes", "open sunday 300-450 early Sunday"],
    ["open late afternoon", "", "open 780-1020 this afternoon"],
    ["open early morning", "", "open 300-450 early"],
    ["pizza sunday late", "", "type Pizza", "open sunday 1380-1500 late Sunday"],
    ["christmas market", "christmas", "type Market"],
    ["pizza christmas eve", "", "type Pizza", "open Christmas Day eve 300-1440 Christmas Eve"],
    ["museums thanksgiving day", "", "type Museums", "open Thanksgiving Day 300-1440 Thanksgiving Day"],
    ["open on mlk day", "", "open Martin Luther King Jr. Day 300-1440 Martin Luther King Jr. Day"],
    ["coffee weekend mornings", "", "type Coffee", "open weekend 480-660"],
    ["open on the weekend for brunch", "", "open weekend", "category food"],
    ["open on thanksgiving", "", "open Thanksgiving Day 300-1440 Thanksgiving Day"],
    ["museums open thanksgiving morning", "", "type Museums", "open Thanksgiving Day 480-660 Thanksgiving Day morning"],
    ["open christmas eve", "", "open Christmas Day eve 300-1440 Christmas Eve"],
    ["pizza open at 9pm on new year's eve", "", "type Pizza", "open New Year's Day eve @1260 New Year's Eve at 9 PM"],
    ["museums on the 4th of july", "", "type Museums", "open Independence Day 300-1440 Independence Day"],
    ["open memorial day", "", "open Memorial Day 300-1440 Memorial Day"],
    ["open on presidents day", "", "open Washington's Birthday 300-1440 Washington's Birthday"],
    ["cafes open early", "", "type Cafes", "open 300-450 early"],
    ["bars open", "", "type Bars", "open now"],
    ["pharmacy open near me", "", "type Pharmacy", "open now", "near-me"],
    ["what’s open", "", "open now"],
    ["what to do tonight", "", "category entertainment", "open 1260-1440 tonight"],
    ["coffee shops in dupont", "", "type Coffee", "neighborhood dupont-circle"],
    ["pizza joint", "", "type Pizza"],
    ["bagel shop", "", "type Bagel"],
    ["hot dogs", "", "type Hot dogs"],
    ["bodegas near me", "", "type Bodegas", "near-me"],
    ["animal hospital", "", "type Animal hospital"],
    ["ATM", "", "type ATM"],
    ["cleaners in dupont", "", "type Cleaners", "neighborhood dupont-circle"],
    ["a date night in dupont", "", "occasion date-night", "neighborhood dupont-circle"],
    ["rainy day ideas", "", "occasion rainy-day"],
    ["cheap lunch", "", "occasion cheap-lunch"],
    ["watch the game on sunday", "", "occasion watch-the-game", "open sunday 300-1440 Sunday"],
    ["first date pizza", "", "occasion first-date ranks", "type Pizza"],
    ["thai for a big group", "", "type Thai", "occasion big-group ranks"],
    ["romantic anniversary dinner", "", "occasion date-night", "occasion special-dinner ranks"],
    ["bottomless brunch", "", "category food"],
    ["gas station", "", "type Gas station"],
    ["wine bar", "", "type Wine bar"],
    ["who has the best pizza", "", "type Pizza"],
    ["where to go", "", "category entertainment"],
    ["coffee with free wifi", "", "type Coffee", "attribute wifi"],
    ["bloomingdale", "", "neighborhood bloomingdale"],
    ["truxton circle pizza", "", "neighborhood bloomingdale", "type Pizza"],
    ["5 min from dupont metro", "", "station dupont-circle 5"],
    ["near the archives", "", "station archives"],
    ["archives metro", "", "station archives"],
    ["near georgia ave", "", "station georgia-ave-petworth"],
  ])("%s", readsAs);
});

describe("what is denied is read as denied", () => {
  test.for([
    ["thai closed on sunday", "", "type Thai", "not open sunday 300-1440 Sunday"],
    ["closed on mondays museums", "", "not open monday 300-1440 Monday", "type Museums"],
    ["closed now", "", "not open now"],
    ["not open sunday", "", "not open sunday 300-1440 Sunday"],
    ["isn't open sunday", "", "not open sunday 300-1440 Sunday"],
    ["not closed on sunday", "", "open sunday 300-1440 Sunday"],
    ["thai no reservations needed", "", "type Thai", "not attribute reservations"],
    ["doesn't take reservations", "", "not attribute reservations"],
    ["reservations not required", "", "not attribute reservations"],
    ["no kids", "", "not attribute goodForKids"],
    ["thai that take reservations but no kids", "", "type Thai", "attribute reservations", "not attribute goodForKids"],
    ["not good for kids", "", "not attribute goodForKids"],
    ["no dogs", "", "not attribute dogsAllowed"],
    ["dogs not allowed", "", "not attribute dogsAllowed"],
    ["bar without live music", "", "type Bar", "not attribute liveMusic"],
    ["no free wifi", "", "not attribute wifi"],
    ["nothing expensive", "", "not price $$$ $$$$"],
    ["thai not too expensive", "", "type Thai", "not price $$$ $$$$"],
    ["nothing fancy", "", "not price $$$ $$$$"],
    ["not $$$$", "", "not price $$$$"],
    ["no stairs", "", "attribute stepFreeEntrance"],
    ["museum without any stairs", "", "type Museum", "attribute stepFreeEntrance"],
    ["thai not in dupont", "", "type Thai", "except neighborhood dupont-circle"],
    ["thai not in the northwest", "", "type Thai", "except quadrant NW"],
    ["restaurants without pizza", "", "category food", "except type Pizza"],
    ["thai not near u street", "", "type Thai", "except neighborhood u-street"],
    ["japanese no pizza", "", "type Japanese", "except type Pizza"],
  ])("%s", readsAs);
});

describe("a food that must not be served is left out, however it is said", () => {
  test.for([
    ["no seafood dinner", "", "except food seafood", "category food"],
    ["seafood allergy", "", "except food seafood"],
    ["thai without any fish", "", "type Thai", "except food fish"],
    ["shellfish free restaurant", "", "except food shellfish", "category food"],
    ["shrimp-free thai", "", "except food shellfish", "type Thai"],
    ["restaurant for someone with a peanut allergy", "", "category food", "except food peanuts"],
    ["allergic to nuts", "", "except food nuts"],
    ["no pork or shellfish", "", "except food pork", "except food shellfish"],
    ["nut and egg allergies dupont", "", "except food nuts", "except food eggs", "neighborhood dupont-circle"],
    ["thai that doesn't serve pork", "", "type Thai", "except food pork"],
    ["lactose intolerant pizza", "", "except food dairy", "type Pizza"],
    ["celiac pizza", "", "except food gluten", "type Pizza"],
    ["gluten free pizza", "gluten free", "type Pizza"],
    ["pork thai", "pork", "type Thai"],
    ["japanese no pizza", "", "type Japanese", "except type Pizza"],
  ])("%s", readsAs);
});

describe("a time without AM or PM is in the half of the day that the query is about", () => {
  test.for([
    ["coffee open before 7", "", "type Coffee", "open @419 before 7 AM"],
    ["coffee open by 7", "", "type Coffee", "open @420 by 7 AM"],
    ["breakfast open at 6", "", "category food", "open @360 at 6 AM"],
    ["donuts open at 5", "", "type Donuts", "open @300 at 5 AM"],
    ["gym open before 6", "gym", "open @359 before 6 AM"],
    ["open before 8", "", "open @479 before 8 AM"],
    ["bars open before 8", "", "type Bars", "open @1199 before 8 PM"],
    ["dinner before 8", "", "category food", "open @1199 before 8 PM"],
    ["coffee open until 9", "", "type Coffee", "open @1259 until 9 PM"],
    ["bar open until 2", "", "type Bar", "open @1559 until 2 AM"],
    ["open until 12", "", "open @1439 until 12 AM"],
    ["brunch until 3", "", "category food", "open @899 until 3 PM"],
    ["open from 9 to 5", "", "open all of 540-1020 from 9 AM to 5 PM"],
    ["pharmacy open 9-5", "", "type Pharmacy", "open all of 540-1020 from 9 AM to 5 PM"],
    ["open from 5 to 10", "", "open all of 1020-1320 from 5 PM to 10 PM"],
    ["bar from 6pm to 2am", "", "type Bar", "open all of 1080-1560 from 6 PM to 2 AM"],
    ["open between 2 and 5", "", "open all of 840-1020 from 2 PM to 5 PM"],
    ["dinner at 8", "", "category food", "open @1200 at 8 PM"],
    ["dinner at 7:30 in dupont", "", "category food", "open @1170 at 7:30 PM", "neighborhood dupont-circle"],
    ["dinner tonight at 8", "", "category food", "open @1200 at 8 PM"],
    ["lunch at noon", "", "category food", "open @720 at 12 PM"],
    ["lunch at 1", "", "category food", "open @780 at 1 PM"],
    ["coffee at 7 tomorrow", "", "type Coffee", "open tomorrow @420 tomorrow at 7 AM"],
    ["open past midnight", "", "open @1440 after 12 AM"],
    ["bar closes after 11", "", "type Bar", "open @1380 after 11 PM"],
    ["closes at 11", "", "open @1379 until 11 PM"],
    ["closes at 1 on friday", "", "open friday @1499 Friday until 1 AM"],
    ["opens at 7", "", "open @420 at 7 AM"],
    ["closes late", "", "open 1380-1500 late"],
    ["closed by 9", "", "not open @1260 by 9 PM"],
  ])("%s", readsAs);
});

describe("days and dates", () => {
  test.for([
    ["thai open every day", "", "type Thai", "open every day 300-1440 every day"],
    ["open daily", "", "open every day 300-1440 every day"],
    ["open 7 days a week", "", "open every day 300-1440 every day"],
    ["cafes every morning", "", "type Cafes", "open every day 480-660 every morning"],
    ["open weekdays", "", "open weekdays 300-1440 weekdays"],
    ["open weekdays before 9", "", "open weekdays @539 weekdays before 9 AM"],
    ["coffee weekday mornings", "", "type Coffee", "open weekdays 480-660 weekday mornings"],
    ["open late every day", "", "open every day 1380-1500 late every day"],
    ["open saturday and sunday", "", "open Saturday and Sunday 300-1440 Saturday and Sunday"],
    ["thai mon wed fri", "", "type Thai", "open Monday, Wednesday, and Friday 300-1440 Monday, Wednesday, and Friday"],
    ["cafes weekdays 7 to 3", "", "type Cafes", "open weekdays all of 420-900 weekdays from 7 AM to 3 PM"],
    ["cafes early morning", "", "type Cafes", "open 300-450 early"],
    ["thai weeknights", "", "type Thai", "open weeknights 1080-1260 weeknights"],
    ["late dinner", "", "open 1320-1440 for late dinner", "category food"],
    [
      "early breakfast in dupont",
      "",
      "open 300-450 for early breakfast",
      "category food",
      "neighborhood dupont-circle",
    ],
    ["thai memorial day weekend", "", "type Thai", "open Memorial Day 300-1440 Memorial Day weekend"],
    ["dec 31", "", "open Dec 31 300-1440 Dec 31"],
    ["open on a sunday", "", "open sunday 300-1440 Sunday"],
    ["friday night dupont", "", "open friday 1260-1440 Friday night", "neighborhood dupont-circle"],
    ["friday dupont", "friday", "neighborhood dupont-circle"],
    ["open mon-fri 9-5", "", "open weekdays all of 540-1020 weekdays from 9 AM to 5 PM"],
    ["museum saturday night", "", "type Museum", "open saturday 1260-1440 Saturday night"],
    ["saturday night", "", "open saturday 1260-1440 Saturday night"],
    ["thai tuesday", "", "type Thai", "open tuesday 300-1440 Tuesday"],
    ["live music friday", "", "attribute liveMusic", "open friday 300-1440 Friday"],
    ["late night friday", "", "open friday 1380-1500 late Friday"],
    ["friday late night pizza", "", "open friday 1380-1500 late Friday", "type Pizza"],
    ["late night on weekends", "", "open weekend 1380-1500"],
    ["open dec 25", "", "open Dec 25 300-1440 Dec 25"],
    ["open on december 24th", "", "open Dec 24 300-1440 Dec 24"],
    ["open on the 1st of january", "", "open Jan 1 300-1440 Jan 1"],
    ["open 12/25", "", "open Dec 25 300-1440 Dec 25"],
    ["museum dec 25", "", "type Museum", "open Dec 25 300-1440 Dec 25"],
    ["open on black friday", "", "open Black Friday 300-1440 Black Friday"],
    ["open easter", "", "open Easter 300-1440 Easter"],
    ["brunch mother's day", "", "category food", "open Mother’s Day 300-1440 Mother’s Day"],
    ["open labor day weekend", "", "open Labor Day 300-1440 Labor Day weekend"],
    ["thai thanksgiving weekend", "", "type Thai", "open Thanksgiving Day 300-1440 Thanksgiving Day weekend"],
    ["open new years eve", "", "open New Year's Day eve 300-1440 New Year's Eve"],
    ["never closes", "", "open all-day"],
    // No such date, a store, an egg hunt, and a day that isn't meant.
    ["open feb 30", "open feb 30"],
    ["coffee 7/11", "7/11", "type Coffee"],
    ["easter pizza", "easter", "type Pizza"],
    ["museum not on monday", "not monday", "type Museum"],
  ])("%s", readsAs);
});

describe("walks", () => {
  test.for([
    ["thai near metro", "", "type Thai", "near-metro 10"],
    ["pizza close to a metro station", "", "type Pizza", "near-metro 10"],
    ["walking distance from metro", "", "near-metro 10"],
    ["5 min from metro", "", "near-metro 5"],
    ["near metro center", "", "station metro-center"],
    ["10 minute walk from dupont", "", "station dupont-circle 10"],
    ["10 minute walk from mount pleasant", "", "neighborhood mount-pleasant"],
    ["pizza not too far from dupont", "", "type Pizza", "neighborhood dupont-circle"],
    ["pizza with a view", "", "type Pizza"],
    ["good views", "good views"],
    ["dinner for 8 people", "", "category food"],
    ["anything open on christmas", "", "open Christmas Day 300-1440 Christmas Day"],
  ])("%s", readsAs);
});

describe("what looks like a name that isn't listed stays text", () => {
  test.for([
    "Compass Rose",
    "Late Night Pizza",
    "Cheap Trick",
    "The Fancy Radish",
    "Free State",
    "The Free Range Chicken",
    "Outdoor Voices",
    "Kids Corner",
    "Good Friday Thai",
    "Northwest Federal",
    "24 Hour Fitness",
    "Tuesday Morning",
    "Bar Louie",
  ])("%s", (query) => {
    const parsed = parseQuery(query, VOCABULARY);

    expect(parsed.conditions).toEqual([]);
    expect(parsed.text).toBe(query);
    expect(parsed.looksLikeName).toBe(true);
  });

  test("a place named in it is no condition either", () => {
    const landmarks = new Map([["kramers", { name: "Kramers", point: { lat: 38.9, lng: -77.03 } }]]);

    expect(parseQuery("All Day by Kramers", VOCABULARY, { landmarks }).conditions).toEqual([]);
  });

  test.for([
    ["Thai Food", "", "type Thai"],
    ["Pizza Dupont Circle", "", "type Pizza", "neighborhood dupont-circle"],
    ["Thai Pizza Dupont Circle", "Pizza", "type Thai", "neighborhood dupont-circle"],
    ["Cheap Thai Near Me", "", "price $", "type Thai", "near-me"],
    ["24 Hour Pharmacy", "", "open all-day", "type Pharmacy"],
    ["Pharmacy Open Late", "", "type Pharmacy", "open 1380-1500 late"],
    ["Sunday Brunch", "", "open sunday 300-1440 Sunday", "category food"],
    ["Kramers Dupont Circle", "Kramers", "neighborhood dupont-circle"],
    ["GLUTEN FREE PIZZA", "GLUTEN FREE", "type Pizza"],
    ["Best Waffles Dupont", "Waffles", "neighborhood dupont-circle"],
    ["late night pizza", "", "open 1380-1500 late", "type Pizza"],
  ])("but a need does not: %s", readsAs);
});

describe("words that are not understood stay text", () => {
  test.for([
    ["Ben's Chili Bowl", "Ben's Chili Bowl"],
    ["1322 14th street", "1322 14th street"],
    ["open air cinema", "open air cinema"],
    ["the best waffles", "the best waffles"],
    ["sunday", "sunday"],
    ["5 guys", "5 guys"],
    ["dc", "dc"],
    ["knitting", "knitting"],
    ["gluten free", "gluten free"],
    ["over 4", "over 4"],
    ["at 9pm", "at 9pm"],
    ["open mic", "open mic"],
    ["open memorial", "open memorial"],
    ["open mlk library", "open mlk library"],
    ["open on martin luther king ave", "open on martin luther king ave"],
    // Property names that every object has are not conditions.
    ["constructor", "constructor"],
    ["open constructor", "open constructor"],
    ["thanksgiving", "thanksgiving"],
    ["bus station", "bus station"],
    ["home office", "home office"],
    ["independent films", "independent films"],
    ["national archives", "national archives"],
    ["4500 georgia ave", "4500 georgia ave"],
    ["", ""],
    ["   ?!  ", ""],
  ])("%s", ([query = "", text]) => {
    const parsed = parseQuery(query, VOCABULARY);

    expect(parsed.text).toBe(text);
    expect(parsed.conditions).toEqual([]);
  });

  test("the name of a place stays text, unless it is also a type or a neighborhood", () => {
    const read = (query: string) => parseQuery(query, VOCABULARY, { isName: true });

    const named = read("Cheap Dupont Pizza");

    expect(named.text).toBe("Cheap Dupont Pizza");
    expect(named.conditions).toEqual([]);
    expect(read("dupont circle").conditions).toHaveLength(1);
    expect(read("pizza").conditions).toHaveLength(1);
    expect(read("Date Night").conditions).toEqual([]);
  });

  test("a bare number or part of the day beside a type stays text", () => {
    for (const [query, text] of [
      ["pizza 9", "9"],
      ["night museum", "night"],
    ] as const) {
      const parsed = parseQuery(query, VOCABULARY);

      expect(parsed.text).toBe(text);
      expect(parsed.conditions.map(({ condition }) => condition.kind)).toEqual(["type"]);
    }
    expect(parseQuery("pizza on 9th street", VOCABULARY).text).toBe("9th street");
  });

  test("a second condition of one kind stays text, except for attributes", () => {
    const { text, conditions: spans } = parseQuery("pizza or thai in dupont or h street", VOCABULARY);

    expect(spans.map(({ condition }) => conditionText(condition))).toEqual([
      "type Pizza",
      "neighborhood dupont-circle",
    ]);
    expect(text).toBe("thai h street");
  });
});

describe("a place named after “near”", () => {
  const landmarks = new Map([["white house", { name: "The White House", point: { lat: 38.8977, lng: -77.0365 } }]]);

  test.for([
    ["pizza near the white house", "", "type Pizza", "landmark The White House"],
    ["close to the White House", "", "landmark The White House"],
    ["10 min walk from the white house", "", "landmark The White House 10"],
    ["within 5 minutes of white house", "", "landmark The White House 5"],
    ["walking distance of the white house", "", "landmark The White House"],
    ["the white house", "the white house"],
    ["white house pizza", "white house", "type Pizza"],
  ])("%s", ([query = "", text, ...conditions]) => {
    const parsed = parseQuery(query, VOCABULARY, { landmarks });

    expect(parsed.conditions.map(({ condition }) => conditionText(condition))).toEqual(conditions);
    expect(parsed.text).toBe(text);
  });

  test("is looked up by at most 12 phrases, and not at all for a station, a neighborhood or “near me”", () => {
    const phrases = (query: string) => landmarkPhrases(query, VOCABULARY);

    expect(phrases("pizza near the white house")).toEqual(["white", "white house"]);
    expect(phrases("pizza near dupont")).toEqual([]);
    expect(phrases("library of congress")).toEqual([]);
    expect(phrases("coffee near me open now")).toEqual([]);
    expect(phrases(`near ${"p q r s ".repeat(30)}near x`)).toHaveLength(6);
    expect(phrases("near p q r ".repeat(9))).toHaveLength(12);
  });
});

test("removing a condition removes its own words and their lead words, and nothing else", () => {
  const query = "cheap thai with patio near Dupont, open now";
  const { conditions: spans } = parseQuery(query, VOCABULARY);

  expect(spans.map((each) => removeCondition(query, each))).toEqual([
    "thai with patio near Dupont, open now",
    "cheap with patio near Dupont, open now",
    "cheap thai near Dupont, open now",
    "cheap thai with patio , open now",
    "cheap thai with patio near Dupont,",
  ]);
});

test("for any input the conditions are in order and the text was typed", () => {
  const word = fc.constantFrom(
    ..."open at 9pm near metro center $$ under 5 min from dupont thai the kids 24/7 free rated é İ 🏠 ’s late sunday morning until 2am".split(
      " ",
    ),
  );
  const query = fc.oneof(
    anyText({ maxLength: 120 }),
    fc.array(word, { maxLength: 30 }).map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(query, (typed) => {
      const { conditions: spans, text } = parseQuery(typed, VOCABULARY);
      let end = 0;
      for (const { from, to } of spans) {
        expect(from).toBeGreaterThanOrEqual(end);
        expect(to).toBeGreaterThan(from);
        end = to;
      }
      expect(end).toBeLessThanOrEqual(typed.length);
      for (const part of text.split(" ")) expect(typed).toContain(part);
    }),
    { numRuns: process.env["PROVE"] === "1" ? 20_000 : 300, seed: 11 },
  );
});

function readsAs([query = "", text, ...conditions]: string[]): void {
  const parsed = parseQuery(query, VOCABULARY);

  expect(parsed.conditions.map(({ condition }) => conditionText(condition))).toEqual(conditions);
  expect(parsed.text).toBe(text);
}

function conditionText(condition: Condition): string {
  return `${"isNot" in condition ? "not " : ""}${affirmedText(condition)}`;
}

function affirmedText(condition: Condition): string {
  switch (condition.kind) {
    case "price":
      return `price ${condition.prices.join(" ")}`;
    case "type":
      return `type ${condition.label}`;
    case "category":
      return `category ${condition.category}`;
    case "occasion":
      return `occasion ${condition.slug}${condition.onlyRanks === true ? " ranks" : ""}`;
    case "neighborhood":
      return `neighborhood ${condition.slug}`;
    case "quadrant":
      return `quadrant ${condition.quadrant}`;
    case "attribute":
      return `attribute ${condition.attribute}`;
    case "rating":
      return `rating ${condition.atLeast}`;
    case "station":
      return `station ${condition.slug}${condition.minutes === null ? "" : ` ${condition.minutes}`}`;
    case "landmark":
      return `landmark ${condition.name}${condition.minutes === null ? "" : ` ${condition.minutes}`}`;
    case "near-metro":
      return `near-metro ${condition.minutes}`;
    case "except":
      return `except ${condition.of.kind === "food" ? `food ${condition.of.label}` : affirmedText(condition.of)}`;
    case "near-me":
      return `near-me${condition.minutes === null ? "" : ` ${condition.minutes}`}`;
    case "open": {
      const { when } = condition;
      if (when.kind === "now" || when.kind === "all-day") return `open ${when.kind}`;
      if (when.kind === "weekend") return `open weekend${when.part === null ? "" : ` ${when.part.join("-")}`}`;
      if (when.kind === "at") return `open ${dayText(when.day)}@${when.minute} ${when.label}`;
      const whole = when.kind === "throughout" ? "all of " : "";
      return `open ${dayText(when.day)}${whole}${when.from}-${when.to} ${when.label}`;
    }
  }
}

function dayText(day: QueryDay): string {
  if (day === null) return "";
  if (typeof day === "string") return `${day} `;
  return "holiday" in day ? `${day.holiday} ${day.isEve ? "eve " : ""}` : `${namedDay(day)} `;
}
