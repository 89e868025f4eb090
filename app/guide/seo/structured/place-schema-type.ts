import type { CategorySlug } from "#app/guide/places/facts/categories.ts";

/**
 * The most specific schema.org type for a place, from the words of its type, else its category. The first match wins
 * ("Music venue and bakery"), or the longer one at the same word ("Beer garden").
 *
 * @see https://schema.org/LocalBusiness and https://schema.org/CivicStructure
 */
export function placeSchemaType(place: { category: CategorySlug; type: string }): SchemaType {
  const text = place.type.toLowerCase();
  let best: { at: number; length: number; type: SchemaType } | null = null;
  for (const [words, type] of TYPES_BY_WORDS) {
    const match = words.exec(text);
    if (match === null) continue;
    const [{ length }, at] = [match[0], match.index];
    if (best === null || at < best.at || (at === best.at && length > best.length)) best = { at, length, type };
  }
  return best?.type ?? TYPES_BY_CATEGORY[place.category];
}

/** Only a LocalBusiness may carry a price range. */
export function isLocalBusiness(type: SchemaType): boolean {
  return !NON_BUSINESSES.has(type);
}

/** Only a FoodEstablishment may have a cuisine and accept reservations. */
export function isFoodEstablishment(type: SchemaType): boolean {
  return FOOD_ESTABLISHMENTS.has(type);
}

export type SchemaType =
  | (typeof TYPES_BY_WORDS)[number][1]
  | (typeof TYPES_BY_CATEGORY)[keyof typeof TYPES_BY_CATEGORY];

const TYPES_BY_WORDS = [
  [/\bbaker(?:y|ies)\b|\bbagels?\b|\bpatisserie\b/, "Bakery"],
  [/\bcaf(?:e|é)s?\b|\bcoffee/, "CafeOrCoffeeShop"],
  [/\bice cream\b|\bgelato\b/, "IceCreamShop"],
  [/\brestaurant\b|\bdiner\b|\bgrill\b|\blunch counter\b|\bsteakhouse\b|\bpizz(?:a|eria)\b/, "Restaurant"],
  [/\bbrewery\b/, "Brewery"],
  [/\bwinery\b/, "Winery"],
  [/\bdistillery\b/, "Distillery"],
  [/\b(?:wine |cocktail |sports |dive |gay |rooftop )?bar\b|\bpub\b|\btavern\b|\bsaloon\b|\bbeer garden\b/, "BarOrPub"],
  [/\bnight ?club\b|\bdance club\b/, "NightClub"],
  [/\b(?:jazz|music) club\b|\bmusic (?:venue|hall)\b|\bconcert hall\b/, "MusicVenue"],
  [/\bcomedy club\b/, "ComedyClub"],
  [/\bbook ?(?:shop|store)\b/, "BookStore"],
  [/\bgrocery\b|\bgrocer\b|\bsupermarket\b/, "GroceryStore"],
  [/\bhardware\b|\bhome improvement\b/, "HardwareStore"],
  [/\bliquor\b|\bwine shop\b/, "LiquorStore"],
  [/\bclothing\b|\bboutique\b/, "ClothingStore"],
  [/\bdepartment store\b/, "DepartmentStore"],
  [/\bwarehouse club\b/, "WholesaleStore"],
  [/\bshopping (?:center|mall)\b|\bfood hall\b|\bmarket hall\b/, "ShoppingCenter"],
  [/\brecord (?:store|shop)\b/, "MusicStore"],
  [/\belectronics\b/, "ElectronicsStore"],
  [/\bhome goods\b/, "HomeGoodsStore"],
  [/\bfurniture\b/, "FurnitureStore"],
  [/\bflorist\b|\bflower shop\b/, "Florist"],
  [/\btoy (?:store|shop)\b/, "ToyStore"],
  [/\bpet (?:store|shop)\b/, "PetStore"],
  [/\bjewel/, "JewelryStore"],
  [/\boutdoor gear\b|\bsporting goods\b/, "SportingGoodsStore"],
  [/\bbike (?:shop|store|repair)\b|\bbicycle/, "BikeStore"],
  [/\bmarket\b|\b(?:gift|museum|spice) shop\b/, "Store"],
  [/\bhotel\b|\binn\b/, "Hotel"],
  [/\bhostel\b/, "Hostel"],
  [/\bpost office\b/, "PostOffice"],
  [/\bbank\b|\bcredit union\b/, "BankOrCreditUnion"],
  [/\bdry cleaner|\blaund/, "DryCleaningOrLaundry"],
  [/\bhair salon\b|\bbarber/, "HairSalon"],
  [/\bsalon\b/, "BeautySalon"],
  [/\bspa\b/, "DaySpa"],
  [/\b(?:government|motor vehicle|employment) office\b/, "GovernmentOffice"],
  [/\bembassy\b/, "Embassy"],
  [/\bpolice\b/, "PoliceStation"],
  [/\bfire station\b/, "FireStation"],
  [/\btrain station\b/, "TrainStation"],
  [/\bchurch\b|\bcathedral\b|\bbasilica\b/, "Church"],
  [/\bmosque\b/, "Mosque"],
  [/\bsynagogue\b/, "Synagogue"],
  [/\bhouse of worship\b|\btemple\b|\bmeeting house\b/, "PlaceOfWorship"],
  [/\b(?:\w+ )?library\b/, "Library"],
  [/\b(?:\w+ )?museum\b/, "Museum"],
  [/\b(?:art )?gallery\b/, "ArtGallery"],
  [/\btheaters?\b|\bplayhouse\b/, "PerformingArtsTheater"],
  [/\bcinema\b|\bmovie theater\b/, "MovieTheater"],
  [/\bstadium\b|\bballpark\b|\barena\b/, "StadiumOrArena"],
  [/\bzoo\b/, "Zoo"],
  [/\baquarium\b/, "Aquarium"],
  [/\bamusement park\b/, "AmusementPark"],
  [/\b(?:\w+ )?park\b|\b(?:botanical )?gardens?\b/, "Park"],
  [/\bplayground\b/, "Playground"],
  [/\b(?:historic )?cemetery\b/, "Cemetery"],
  [/\bhistoric\b|\blandmark\b|\bmemorial\b|\bmonument\b|\bpublic stairs\b/, "LandmarksOrHistoricalBuildings"],
  [/\barts\b|\bcommunity center\b/, "CivicStructure"],
  [/\bpool\b|\baquatic/, "PublicSwimmingPool"],
  [/\bboathouse\b|\brecreation center\b/, "SportsActivityLocation"],
  [/\bgym\b|\bfitness\b|\bclimbing\b/, "ExerciseGym"],
  [/\byoga\b|\bpilates\b/, "HealthClub"],
  [/\bhospital\b/, "Hospital"],
  [/\bpharmacy\b|\bdrugstore\b/, "Pharmacy"],
  [/\bdental(?: clinic)?\b|\bdentist\b/, "Dentist"],
  [/\beye care\b|\bopti(?:cian|cal)/, "Optician"],
  [/\bclinic\b|\b(?:community )?health center\b|\burgent care\b/, "MedicalClinic"],
  [/\bveterinar/, "VeterinaryCare"],
  [/\buniversity\b|\bcollege\b/, "CollegeOrUniversity"],
  [/\b(?:language|music|cooking|driving) school\b/, "EducationalOrganization"],
  [/\bpreschool\b/, "Preschool"],
  [/\belementary school\b/, "ElementarySchool"],
  [/\bmiddle school\b/, "MiddleSchool"],
  [/\bhigh school\b/, "HighSchool"],
  [/\b(?:\w+ )?school\b/, "School"],
  [/\bchild ?care\b|\bday ?care\b/, "ChildCare"],
  [/\bplumb/, "Plumber"],
  [/\belectrician\b/, "Electrician"],
  [/\broof(?:er|ing)\b/, "RoofingContractor"],
  [/\bheating\b|\bhvac\b|\bair conditioning\b/, "HVACBusiness"],
  [/\bpainter\b|\bhouse painting\b/, "HousePainter"],
  [/\blocksmith\b/, "Locksmith"],
  [/\bmover\b|\bmoving\b/, "MovingCompany"],
  [/\bcontractor\b/, "GeneralContractor"],
] as const satisfies readonly (readonly [RegExp, string])[];

const TYPES_BY_CATEGORY = {
  food: "Restaurant",
  nightlife: "BarOrPub",
  shopping: "Store",
  services: "LocalBusiness",
  entertainment: "TouristAttraction",
  health: "MedicalBusiness",
  "home-services": "HomeAndConstructionBusiness",
  education: "EducationalOrganization",
} as const satisfies Record<CategorySlug, string>;

const NON_BUSINESSES: ReadonlySet<SchemaType> = new Set<SchemaType>([
  "Aquarium",
  "Cemetery",
  "Church",
  "CivicStructure",
  "CollegeOrUniversity",
  "EducationalOrganization",
  "ElementarySchool",
  "Embassy",
  "HighSchool",
  "LandmarksOrHistoricalBuildings",
  "MiddleSchool",
  "Mosque",
  "Museum",
  "MusicVenue",
  "Park",
  "PerformingArtsTheater",
  "PlaceOfWorship",
  "Playground",
  "Preschool",
  "School",
  "Synagogue",
  "TouristAttraction",
  "TrainStation",
  "Zoo",
]);

const FOOD_ESTABLISHMENTS: ReadonlySet<SchemaType> = new Set<SchemaType>([
  "Bakery",
  "BarOrPub",
  "Brewery",
  "CafeOrCoffeeShop",
  "Distillery",
  "IceCreamShop",
  "Restaurant",
  "Winery",
]);
