import type { CategorySlug } from "#app/guide/places/facts/categories.ts";
import { characterCount } from "#app/lib/plain-text.ts";

import type { KindScheme } from "../readers/import-format.ts";

/** The category and type assigned to a source kind. */
export type CategoryMapping = { category: CategorySlug; type: string };

/** Mappings made by editors, by scheme and kind. */
export type CustomMappings = ReadonlyMap<string, CategoryMapping>;

export function mappingKey(scheme: KindScheme, kind: string): string {
  return `${scheme}:${kind.toLowerCase()}`;
}

/**
 * Maps a source's kinds to a category: the first known kind wins. A restaurant gets its cuisine as type. Null: no kind
 * is known.
 */
export function mapToCategory(
  scheme: KindScheme,
  { kinds, cuisine }: { kinds: readonly string[]; cuisine: string | null },
  customMappings: CustomMappings,
): CategoryMapping | null {
  for (const kind of kinds) {
    const custom = customMappings.get(mappingKey(scheme, kind));
    if (custom !== undefined) return custom;
    const known =
      KNOWN_MAPPINGS.get(mappingKey(scheme, kind)) ?? restaurantMapping(scheme, kind) ?? ownTypeMapping(scheme, kind);
    if (known === null) continue;
    const specificType = known.category === "food" && known.type === RESTAURANT ? cuisineType(cuisine ?? "") : null;
    return specificType === null ? known : { ...known, type: specificType };
  }
  return null;
}

/** The first, most specific kind, which the report lists when none is known. */
export function primaryKind(kinds: readonly string[]): string {
  return kinds[0] ?? "";
}

const RESTAURANT = "Restaurant";

/** Cuisines as sources name them, and our type for each. */
const CUISINE_TYPES: Record<string, string> = {
  american: "American",
  burger: "American",
  sandwich: "American",
  chicken: "American",
  new_american: "American",
  bbq: "Barbecue",
  barbecue: "Barbecue",
  caribbean: "Caribbean",
  jamaican: "Caribbean",
  chinese: "Chinese",
  diner: "Diner",
  breakfast: "Diner",
  ethiopian: "Ethiopian",
  french: "French",
  indian: "Indian",
  italian: "Italian",
  japanese: "Japanese",
  sushi: "Japanese",
  ramen: "Japanese",
  korean: "Korean",
  mediterranean: "Mediterranean",
  greek: "Mediterranean",
  mexican: "Mexican",
  tex_mex: "Mexican",
  "tex-mex": "Mexican",
  taco: "Mexican",
  middle_eastern: "Middle Eastern",
  lebanese: "Middle Eastern",
  persian: "Middle Eastern",
  pizza: "Pizza",
  salvadoran: "Salvadoran",
  pupusa: "Salvadoran",
  seafood: "Seafood",
  fish: "Seafood",
  soul_food: "Soul food",
  southern: "Soul food",
  spanish: "Spanish",
  tapas: "Spanish",
  steak: "Steakhouse",
  steak_house: "Steakhouse",
  thai: "Thai",
  vietnamese: "Vietnamese",
};

/** A map, because a file may have a cuisine called "constructor". */
const TYPE_BY_CUISINE: ReadonlyMap<string, string> = new Map(Object.entries(CUISINE_TYPES));

function cuisineType(cuisine: string): string | null {
  for (const part of cuisine.toLowerCase().split(/[;,]/)) {
    const kitchen = TYPE_BY_CUISINE.get(part.trim().replaceAll(" ", "_"));
    if (kitchen !== undefined) return kitchen;
  }
  return null;
}

/** Handles "mexican_restaurant" and "Mexican restaurant" alike. */
function restaurantMapping(scheme: KindScheme, kind: string): CategoryMapping | null {
  if (scheme === "osm" || scheme === "schema-org") return null;
  const [, kitchen = ""] = /^(.+?)[_ ]restaurant$/i.exec(kind) ?? [];
  if (kitchen === "") return null;
  return { category: "food", type: cuisineType(kitchen) ?? RESTAURANT };
}

/** Matches our own type names, which a table may use. */
function ownTypeMapping(scheme: KindScheme, kind: string): CategoryMapping | null {
  if (scheme !== "csv" && scheme !== "google") return null;
  const word = kind.trim().toLowerCase().replaceAll("_", " ");
  return (
    MAPPING_BY_TYPE.get(word) ??
    MAPPING_BY_TYPE.get(TYPE_BY_CUISINE.get(word.replaceAll(" ", "_"))?.toLowerCase() ?? "") ??
    null
  );
}

/** The longest type we store. */
export const TYPE_CHARACTERS_MAX = 60;

export function isValidType(text: string): boolean {
  const count = characterCount(text.trim());
  return count >= 1 && count <= TYPE_CHARACTERS_MAX;
}

/**
 * Category, type, and the names in OpenStreetMap, Overture, schema.org and Google, separated by spaces (Google's by
 * semicolons).
 *
 * @see https://wiki.openstreetmap.org/wiki/Map_features, https://schema.org/LocalBusiness and the Overture places
 * taxonomy
 */
const MAPPING_TABLE: [CategorySlug, string, osm: string, overture: string, schemaOrg: string, google: string][] = [
  [
    "food",
    "Restaurant",
    "amenity=restaurant amenity=fast_food amenity=food_court",
    "restaurant casual_eatery fast_food_restaurant eat_and_drink food_court food_truck sandwich_shop salad_bar deli delicatessen",
    "Restaurant FoodEstablishment FastFoodRestaurant",
    "Restaurant;Fast food restaurant;Sandwich shop;Deli;Food court",
  ],
  [
    "food",
    "Cafe",
    "amenity=cafe shop=coffee shop=tea",
    "cafe coffee_shop tea_room bubble_tea coffee_roastery",
    "CafeOrCoffeeShop",
    "Cafe;Coffee shop;Tea house;Espresso bar;Bubble tea store",
  ],
  [
    "food",
    "Bakery",
    "shop=bakery shop=pastry",
    "bakery donuts bagel_shop cupcake_shop desserts",
    "Bakery",
    "Bakery;Donut shop;Bagel shop;Cake shop;Patisserie",
  ],
  [
    "food",
    "Ice cream",
    "amenity=ice_cream shop=ice_cream",
    "ice_cream_shop frozen_yogurt_shop gelato",
    "IceCreamShop",
    "Ice cream shop;Frozen yogurt shop;Dessert shop",
  ],
  [
    "food",
    "Pizza",
    "",
    "pizza_restaurant pizza_delivery_service pizzeria",
    "",
    "Pizza restaurant;Pizza delivery;Pizzeria",
  ],
  ["food", "Diner", "", "diner breakfast_and_brunch_restaurant", "", "Diner;Breakfast restaurant;Brunch restaurant"],
  ["food", "Steakhouse", "", "steakhouse", "", "Steak house"],
  ["food", "Barbecue", "", "barbecue_restaurant smokehouse", "", "Barbecue restaurant"],
  [
    "nightlife",
    "Bar",
    "amenity=bar",
    "bar lounge hookah_bar whiskey_bar speakeasy",
    "BarOrPub",
    "Bar;Bar & grill;Lounge;Lounge bar;Hookah bar",
  ],
  ["nightlife", "Pub", "amenity=pub", "pub irish_pub gastropub", "", "Pub;Irish pub;Gastropub"],
  ["nightlife", "Cocktail bar", "", "cocktail_bar", "", "Cocktail bar"],
  ["nightlife", "Wine bar", "", "wine_bar", "", "Wine bar"],
  ["nightlife", "Sports bar", "", "sports_bar", "", "Sports bar"],
  ["nightlife", "Dive bar", "", "dive_bar", "", ""],
  ["nightlife", "Gay bar", "", "gay_bar", "", "Gay bar"],
  ["nightlife", "Beer garden", "amenity=biergarten", "beer_garden beer_bar", "", "Beer garden;Beer hall"],
  ["nightlife", "Brewery", "craft=brewery", "brewery", "Brewery", "Brewery;Brewpub"],
  ["nightlife", "Distillery", "craft=distillery", "distillery", "Distillery", "Distillery"],
  ["nightlife", "Dance club", "amenity=nightclub", "dance_club nightclub", "NightClub", "Night club;Disco club"],
  [
    "nightlife",
    "Music club",
    "amenity=music_venue",
    "music_venue jazz_and_blues",
    "MusicVenue",
    "Live music venue;Live music bar;Jazz club",
  ],
  [
    "shopping",
    "Bookshop",
    "shop=books",
    "bookstore used_bookstore comic_books_store",
    "BookStore",
    "Book store;Used book store;Comic book store",
  ],
  [
    "shopping",
    "Clothing",
    "shop=clothes shop=boutique shop=fashion shop=shoes",
    "clothing_store womens_clothing_store mens_clothing_store childrens_clothing_store shoe_store boutique vintage_and_consignment thrift_store",
    "ClothingStore MensClothingStore ShoeStore",
    "Clothing store;Women's clothing store;Men's clothing store;Shoe store;Boutique;Vintage clothing store;Thrift store",
  ],
  ["shopping", "Department store", "shop=department_store", "department_store", "DepartmentStore", "Department store"],
  ["shopping", "Farmers market", "amenity=marketplace", "farmers_market public_market", "", "Farmers' market;Market"],
  [
    "shopping",
    "Gift shop",
    "shop=gift shop=souvenir",
    "gift_shop souvenir_shop cards_and_stationery_store",
    "",
    "Gift shop;Souvenir store;Stationery store",
  ],
  [
    "shopping",
    "Grocery",
    "shop=supermarket shop=grocery shop=convenience shop=greengrocer shop=deli shop=butcher shop=seafood shop=cheese",
    "grocery_store supermarket convenience_store health_food_store specialty_grocery_store butcher_shop seafood_market",
    "GroceryStore ConvenienceStore",
    "Grocery store;Supermarket;Convenience store;Butcher shop;Health food store",
  ],
  [
    "shopping",
    "Hardware store",
    "shop=hardware shop=doityourself",
    "hardware_store home_improvement_store",
    "HardwareStore",
    "Hardware store;Home improvement store",
  ],
  [
    "shopping",
    "Home goods",
    "shop=furniture shop=houseware shop=interior_decoration shop=kitchen",
    "furniture_store home_goods_store kitchen_supply_store home_decor",
    "FurnitureStore HomeGoodsStore",
    "Furniture store;Home goods store;Kitchen supply store",
  ],
  [
    "shopping",
    "Liquor store",
    "shop=alcohol",
    "liquor_store beer_wine_and_spirits",
    "LiquorStore",
    "Liquor store;Beer store",
  ],
  ["shopping", "Wine shop", "shop=wine", "wine_shop wine_store", "Winery", "Wine store"],
  [
    "shopping",
    "Record store",
    "shop=music",
    "record_store music_and_dvd_store vinyl_record_store",
    "MusicStore",
    "Record store;Music store",
  ],
  [
    "shopping",
    "Shopping center",
    "shop=mall",
    "shopping_center shopping_mall",
    "ShoppingCenter",
    "Shopping mall;Shopping center",
  ],
  [
    "shopping",
    "Electronics",
    "shop=electronics shop=mobile_phone shop=computer",
    "electronics mobile_phone_store computer_store",
    "ElectronicsStore MobilePhoneStore ComputerStore",
    "Electronics store;Cell phone store;Computer store",
  ],
  ["shopping", "Florist", "shop=florist", "flowers_and_gifts_shop florist", "Florist", "Florist"],
  ["shopping", "Pet store", "shop=pet", "pet_store", "PetStore", "Pet store;Pet supply store"],
  ["shopping", "Jewelry", "shop=jewelry shop=watches", "jewelry_store", "JewelryStore", "Jewelry store;Jeweler"],
  ["shopping", "Toy store", "shop=toys", "toy_store hobby_shop", "ToyStore HobbyShop", "Toy store;Hobby store"],
  [
    "shopping",
    "Sporting goods",
    "shop=sports shop=outdoor",
    "sporting_goods outdoor_gear",
    "SportingGoodsStore",
    "Sporting goods store;Outdoor sports store",
  ],
  [
    "shopping",
    "Store",
    "shop=variety_store shop=general shop=yes shop=cosmetics shop=second_hand shop=art shop=craft shop=optician_frames",
    "retail shopping discount_store cosmetic_and_beauty_supplies art_supply_store antique_store",
    "Store OutletStore",
    "Store;Dollar store;Variety store;Antique store;Cosmetics store",
  ],
  [
    "services",
    "Bank",
    "amenity=bank",
    "bank_credit_union banks credit_union",
    "BankOrCreditUnion FinancialService",
    "Bank;Credit union",
  ],
  [
    "services",
    "Bike shop",
    "shop=bicycle amenity=bicycle_rental",
    "bicycle_shop bike_repair_maintenance bike_rentals",
    "BikeStore",
    "Bicycle Shop;Bicycle repair shop",
  ],
  ["services", "Coworking", "amenity=coworking_space office=coworking", "coworking_space", "", "Coworking space"],
  [
    "services",
    "Dry cleaner",
    "shop=dry_cleaning shop=laundry",
    "dry_cleaning laundromat laundry_services",
    "DryCleaningOrLaundry",
    "Dry cleaner;Laundromat;Laundry service",
  ],
  ["services", "Embassy", "amenity=embassy office=diplomatic", "embassy", "Embassy", "Embassy;Consulate"],
  [
    "services",
    "Hotel",
    "tourism=hotel tourism=motel tourism=guest_house tourism=hostel tourism=apartment",
    "hotel motel hostel bed_and_breakfast inn accommodation resort",
    "Hotel Hostel Motel BedAndBreakfast LodgingBusiness",
    "Hotel;Motel;Hostel;Bed & breakfast;Inn",
  ],
  [
    "services",
    "House of worship",
    "amenity=place_of_worship",
    "church_cathedral religious_organization mosque synagogue hindu_temple buddhist_temple baptist_church catholic_church episcopal_church",
    "PlaceOfWorship Church CatholicChurch Mosque Synagogue HinduTemple BuddhistTemple",
    "Church;Mosque;Synagogue;Baptist church;Catholic church;Place of worship",
  ],
  ["services", "Library", "amenity=library", "library", "Library", "Library;Public library"],
  [
    "services",
    "Police station",
    "amenity=police",
    "police_department law_enforcement",
    "PoliceStation",
    "Police department;Police station",
  ],
  ["services", "Fire station", "amenity=fire_station", "fire_department", "FireStation", "Fire station"],
  ["services", "Post office", "amenity=post_office", "post_office", "PostOffice", "Post office"],
  ["services", "Printer", "shop=copyshop", "printing_services copy_shop", "", "Print shop;Copy shop"],
  [
    "services",
    "Salon",
    "shop=hairdresser shop=beauty shop=nails",
    "hair_salon beauty_salon barber nail_salon beauty_and_spa",
    "HairSalon BeautySalon NailSalon",
    "Hair salon;Beauty salon;Barber shop;Nail salon",
  ],
  [
    "services",
    "Spa",
    "leisure=spa shop=massage",
    "spas massage massage_therapy day_spa",
    "DaySpa",
    "Spa;Day spa;Massage therapist",
  ],
  [
    "services",
    "Car repair",
    "shop=car_repair shop=tyres",
    "automotive_repair auto_body_shop tire_shop",
    "AutoRepair AutoBodyShop TireShop",
    "Auto repair shop;Car repair;Tire shop",
  ],
  ["services", "Gas station", "amenity=fuel", "gas_station", "GasStation", "Gas station"],
  [
    "services",
    "Lawyer",
    "office=lawyer",
    "lawyer attorney_or_law_firm",
    "Attorney LegalService",
    "Law firm;Lawyer;Attorney",
  ],
  [
    "services",
    "Accountant",
    "office=accountant office=tax_advisor",
    "accountant tax_services",
    "AccountingService",
    "Accountant;Tax preparation service",
  ],
  [
    "services",
    "Real estate",
    "office=estate_agent",
    "real_estate_agent real_estate",
    "RealEstateAgent",
    "Real estate agency;Real estate agent",
  ],
  [
    "services",
    "Tailor",
    "shop=tailor craft=tailor craft=shoemaker",
    "sewing_and_alterations shoe_repair",
    "",
    "Tailor;Shoe repair shop",
  ],
  [
    "entertainment",
    "Museum",
    "tourism=museum",
    "museum history_museum childrens_museum",
    "Museum",
    "Museum;History museum",
  ],
  ["entertainment", "Art museum", "", "art_museum", "", "Art museum"],
  ["entertainment", "Science museum", "", "science_museum", "", "Science museum"],
  ["entertainment", "Art gallery", "tourism=gallery", "art_gallery", "ArtGallery", "Art gallery"],
  ["entertainment", "Cinema", "amenity=cinema", "cinema movie_theater", "MovieTheater", "Movie theater"],
  [
    "entertainment",
    "Theater",
    "amenity=theatre",
    "theatre theater performing_arts comedy_club",
    "PerformingArtsTheater ComedyClub",
    "Performing arts theater;Theater company;Comedy club",
  ],
  ["entertainment", "Concert hall", "", "concert_hall auditorium", "", "Concert hall"],
  ["entertainment", "Park", "leisure=park", "park national_park dog_park", "Park", "Park;Dog park"],
  ["entertainment", "Garden", "leisure=garden", "botanical_garden community_gardens", "", "Garden;Botanical garden"],
  ["entertainment", "Playground", "leisure=playground", "playground", "Playground", "Playground"],
  [
    "entertainment",
    "Memorial",
    "historic=memorial historic=monument",
    "monument landmark_and_historical_building memorial_park",
    "LandmarksOrHistoricalBuildings",
    "Historical landmark;Memorial park;Monument",
  ],
  [
    "entertainment",
    "Attraction",
    "tourism=attraction tourism=artwork",
    "attractions_and_activities tourist_attraction",
    "TouristAttraction",
    "Tourist attraction",
  ],
  [
    "entertainment",
    "Recreation center",
    "leisure=sports_centre leisure=stadium_hall amenity=community_centre",
    "community_center recreation_center sports_and_recreation_venue",
    "SportsActivityLocation",
    "Recreation center;Community center",
  ],
  ["entertainment", "Stadium", "leisure=stadium", "stadium_arena", "StadiumOrArena", "Stadium;Arena"],
  ["entertainment", "Zoo", "tourism=zoo tourism=aquarium", "zoo aquarium", "Zoo Aquarium", "Zoo;Aquarium"],
  [
    "entertainment",
    "Bowling alley",
    "leisure=bowling_alley leisure=amusement_arcade leisure=escape_game",
    "bowling_alley arcade escape_rooms",
    "BowlingAlley AmusementPark",
    "Bowling alley;Video arcade;Escape room center",
  ],
  [
    "health",
    "Clinic",
    "amenity=clinic amenity=doctors healthcare=clinic healthcare=doctor healthcare=centre",
    "medical_center doctor urgent_care_clinic family_practice community_health_center dermatologist pediatrician obstetrician_and_gynecologist health_and_medical",
    "MedicalClinic Physician MedicalBusiness",
    "Medical clinic;Doctor;Urgent care center;Pediatrician;Dermatologist",
  ],
  [
    "health",
    "Dental clinic",
    "amenity=dentist healthcare=dentist",
    "dentist orthodontist general_dentistry cosmetic_dentist oral_surgeon",
    "Dentist",
    "Dentist;Orthodontist;Dental clinic",
  ],
  [
    "health",
    "Eye care",
    "shop=optician healthcare=optometrist",
    "eye_care_clinic optometrist eyewear_and_optician",
    "Optician Optometric",
    "Optician;Optometrist;Eye care center",
  ],
  [
    "health",
    "Gym",
    "leisure=fitness_centre leisure=fitness_station",
    "gym fitness_center boot_camp cycling_classes martial_arts_club",
    "ExerciseGym HealthClub SportsClub",
    "Gym;Fitness center",
  ],
  ["health", "Hospital", "amenity=hospital healthcare=hospital", "hospital", "Hospital", "Hospital"],
  [
    "health",
    "Pharmacy",
    "amenity=pharmacy healthcare=pharmacy shop=chemist",
    "pharmacy drugstore",
    "Pharmacy",
    "Pharmacy;Drug store",
  ],
  [
    "health",
    "Physical therapy",
    "healthcare=physiotherapist",
    "physical_therapy chiropractor",
    "Physiotherapy",
    "Physical therapist;Physical therapy clinic;Chiropractor",
  ],
  [
    "health",
    "Mental health",
    "healthcare=psychotherapist healthcare=counselling",
    "counseling_and_mental_health psychotherapist psychologist",
    "",
    "Mental health clinic;Psychologist;Psychotherapist",
  ],
  ["health", "Yoga studio", "sport=yoga leisure=yoga", "yoga_studio pilates_studio", "", "Yoga studio;Pilates studio"],
  ["health", "Indoor pool", "leisure=swimming_pool", "swimming_pool", "PublicSwimmingPool", "Swimming pool"],
  [
    "health",
    "Veterinarian",
    "amenity=veterinary",
    "veterinarian animal_hospital",
    "VeterinaryCare",
    "Veterinarian;Animal hospital",
  ],
  [
    "home-services",
    "Contractor",
    "craft=builder office=construction_company",
    "contractor general_contractor construction_services home_service",
    "GeneralContractor HomeAndConstructionBusiness",
    "General contractor;Construction company;Remodeler",
  ],
  ["home-services", "Electrician", "craft=electrician", "electrician", "Electrician", "Electrician"],
  ["home-services", "Plumber", "craft=plumber", "plumbing plumber", "Plumber", "Plumber"],
  [
    "home-services",
    "Heating and cooling",
    "craft=hvac",
    "hvac_services",
    "HVACBusiness",
    "HVAC contractor;Heating contractor;Air conditioning contractor",
  ],
  ["home-services", "Painter", "craft=painter", "painting", "HousePainter", "Painter;House painter"],
  ["home-services", "Roofer", "craft=roofer", "roofing", "RoofingContractor", "Roofing contractor"],
  [
    "home-services",
    "Locksmith",
    "craft=locksmith shop=locksmith",
    "key_and_locksmith locksmith",
    "Locksmith",
    "Locksmith",
  ],
  [
    "home-services",
    "Mover",
    "office=moving_company shop=storage_rental",
    "movers self_storage_facility",
    "MovingCompany SelfStorage",
    "Moving company;Mover;Self-storage facility",
  ],
  ["home-services", "Landscaping", "craft=gardener", "landscaping gardener", "", "Landscaper;Gardener"],
  [
    "home-services",
    "Cleaning",
    "craft=cleaning",
    "home_cleaning cleaning_services",
    "",
    "House cleaning service;Cleaning service",
  ],
  ["home-services", "Pest control", "craft=pest_control", "pest_control_service", "", "Pest control service"],
  [
    "home-services",
    "Architect",
    "office=architect",
    "architect architectural_designer",
    "",
    "Architect;Architecture firm",
  ],
  [
    "education",
    "School",
    "amenity=school",
    "school elementary_school middle_school high_school private_school public_school education",
    "School ElementarySchool MiddleSchool HighSchool EducationalOrganization",
    "School;Elementary school;Middle school;High school;Private school",
  ],
  [
    "education",
    "Child care",
    "amenity=kindergarten amenity=childcare",
    "preschool day_care_preschool child_care_and_day_care",
    "ChildCare Preschool",
    "Preschool;Day care center;Child care agency",
  ],
  [
    "education",
    "University",
    "amenity=university",
    "college_university university",
    "CollegeOrUniversity",
    "University",
  ],
  ["education", "College", "amenity=college", "college community_college", "", "College;Community college"],
  ["education", "Language school", "amenity=language_school", "language_school", "", "Language school"],
  ["education", "Music school", "amenity=music_school", "music_school", "", "Music school;Music instructor"],
  [
    "education",
    "Training",
    "amenity=training amenity=driving_school",
    "driving_school tutoring_center specialty_school cooking_school dance_school art_school",
    "",
    "Driving school;Tutoring service;Cooking school;Dance school",
  ],
];

const KNOWN_MAPPINGS: ReadonlyMap<string, CategoryMapping> = new Map(
  MAPPING_TABLE.flatMap(([category, type, osm, overture, schemaOrg, google]) => {
    const kind = { category, type };
    const named: [KindScheme, string[]][] = [
      ["osm", osm.split(" ")],
      ["overture", overture.split(" ")],
      ["schema-org", schemaOrg.split(" ")],
      ["google", google.split(";")],
      // A plain table uses everyday words, like Google's.
      ["csv", [...google.split(";"), ...overture.split(" ")]],
    ];
    return named.flatMap(([scheme, keys]) =>
      keys.filter((key) => key !== "").map((key): [string, CategoryMapping] => [mappingKey(scheme, key), kind]),
    );
  }),
);

const MAPPING_BY_TYPE: ReadonlyMap<string, CategoryMapping> = new Map(
  [
    ...MAPPING_TABLE.map(([category, type]) => ({ category, type })),
    ...Object.values(TYPE_BY_CUISINE).map((type): CategoryMapping => ({ category: "food", type })),
  ].map((kind): [string, CategoryMapping] => [kind.type.toLowerCase(), kind]),
);
