import { isShopKind, type ShopKind } from "./shops/shop-kinds.ts";

/** What a picture shows: a shop with its trade's sign, or a scene of the city. */
export type PictureSubject = ShopKind | SceneSubject;

export const SCENE_SUBJECTS = [
  "bridge",
  "campus",
  "capitol",
  "church",
  "embassy",
  "firehouse",
  "garden",
  "government",
  "historic-house",
  "home",
  "hospital",
  "houses",
  "library",
  "mall",
  "market",
  "memorial",
  "metro",
  "museum",
  "nightlife",
  "park",
  "playing-field",
  "recreation",
  "rooftop",
  "schoolhouse",
  "science-museum",
  "season",
  "stadium",
  "swimming",
  "trail",
  "waterfront",
  "worship",
] as const;

export type SceneSubject = (typeof SCENE_SUBJECTS)[number];

export function isPictureSubject(text: string): text is PictureSubject {
  return isShopKind(text) || SCENE_SUBJECTS.some((subject) => subject === text);
}

/**
 * @param place Category slug and type as free text: "Ethiopian", "Public market", "Jazz club".
 * @returns the category's subject for an unknown type, and a street of houses for an unknown category.
 */
export function pictureSubject(place: { category: string; type: string | null }): PictureSubject {
  return subjectOfType(place) ?? SUBJECT_OF_CATEGORY[place.category] ?? "houses";
}

/** The subject of a type by its words alone. Null if no rule matches. */
export function subjectOfType(place: { category: string; type: string | null }): PictureSubject | null {
  const type = (place.type ?? "").toLowerCase();
  const rules = [...(RULES_BY_CATEGORY[place.category] ?? []), ...RULES];
  return rules.find(([words]) => isInType(words, type))?.[1] ?? null;
}

/** `$` in a rule matches the end of a word. */
function isInType(words: string, type: string): boolean {
  const pattern = compiled.get(words) ?? new RegExp(`\\b(?:${words.replaceAll("$", "\\b")})`);
  compiled.set(words, pattern);
  return pattern.test(type);
}

/** Caches one pattern per rule. Otherwise a list of 1,000 places would build 100,000 patterns. */
const compiled = new Map<string, RegExp>();

const SUBJECT_OF_CATEGORY: Partial<Record<string, PictureSubject>> = {
  food: "restaurant",
  nightlife: "bar",
  shopping: "gift",
  services: "coworking",
  entertainment: "museum",
  health: "clinic",
  "home-services": "contractor",
  education: "school",
};

/** Alternatives, each matched from the start of a word. */
type Rule = readonly [words: string, subject: PictureSubject];

/** Words with a different meaning in a category. */
const RULES_BY_CATEGORY: Partial<Record<string, readonly Rule[]>> = {
  food: [
    ["wine", "wine-bar"],
    ["market hall|food hall|public market", "market"],
    ["lunch counter|luncheonette", "burger"],
    [
      "balkan|bulgar|czech|danish|dutch|east europ|georgian|hungar|polish|scandinav|swedish|swiss|ukrain|uzbek",
      "restaurant",
    ],
  ],
  nightlife: [
    ["wine", "wine-bar"],
    ["pool hall", "games"],
    ["strip club", "nightlife"],
    ["beer garden|beer hall", "pub"],
    ["rooftop", "rooftop"],
    ["jazz|blues|go-go|live music|music|concert", "music"],
    ["dance|night ?club|disco|gay|lgbt|drag", "nightlife"],
  ],
  shopping: [
    ["wine|liquor|spirits|beer", "liquor-store"],
    ["bookshop|bookstore|second-hand book|used book", "bookshop"],
    ["fish market", "crab"],
    [".*grocer", "grocery"],
    ["farmers|public market|flea market|market hall|food hall", "market"],
    [".*market", "grocery"],
    ["warehouse club", "grocery"],
    ["outdoor|hiking|camping|sporting", "shoes"],
    ["home improvement|building", "hardware"],
  ],
  services: [
    ["funeral|mortician|mortuary", "historic-house"],
    ["bike|bicycle", "bicycles"],
    [".*hotel|hostel", "hotel"],
    ["convention|conference|event (space|hall|venue)", "government"],
  ],
  entertainment: [
    ["gallery|studio|arts (and|center)", "gallery"],
    ["public stairs|stairs|steps|film location|landmark", "houses"],
    ["garden|arboretum|conservatory|greenhouse|zoo$", "garden"],
    ["historic house|house museum|home$", "historic-house"],
    ["library and exhibitions", "library"],
  ],
  health: [
    ["pool|swim|aquatic", "swimming"],
    ["eye|optom|optic|vision", "optician"],
    ["physical therap|rehabilit", "gym"],
    ["yoga|pilates|massage|meditat|acupunct|wellness|mental|counsel|therap(y|ist)|psych", "spa"],
  ],
  "home-services": [
    ["home improvement|hardware|lumber", "hardware"],
    ["garden|landscap|lawn|tree", "landscaping"],
    ["paint", "painter"],
  ],
  education: [
    ["music", "music-school"],
    ["language", "language-school"],
    ["art$|painting|pottery", "art-supplies"],
    [".*librar", "library"],
  ],
};

/** The first match wins, so specific words come before general ones. */
const RULES: readonly Rule[] = [
  // Landmarks and culture
  ["capitol$", "capitol"],
  ["metro$|subway|train station|railway station|transit", "metro"],
  ["museum shop", "gift"],
  ["science museum|natural history|air and space|planetarium|observatory", "science-museum"],
  ["museum|exhibition", "museum"],
  ["memorial|monument|statue", "memorial"],
  ["historic mill|mill$", "trail"],
  ["cemetery", "trail"],
  ["bridge$", "bridge"],
  ["stadium|arena|ballpark|ball park|sports venue", "stadium"],
  ["aquatic|swim|pool$", "swimming"],
  ["tennis|golf|soccer|softball|baseball|field$|bowling|skat|ice rink", "playing-field"],
  ["recreation|playground|basketball|community center", "recreation"],
  ["waterfront|riverfront|wharf|marina|boat|kayak|canal|riverwalk|pier$", "waterfront"],
  ["trail|hiking|forest|nature|creek", "trail"],
  ["garden|arboretum|zoo$|greenhouse", "garden"],
  ["park$|square|circle|plaza", "park"],
  ["historic (house|home|site|district)|mansion|landmark", "historic-house"],
  ["cinema|movie|film", "cinema"],
  ["comedy|improv$", "comedy"],
  ["concert|music hall|music club|jazz|opera|symphony|live music|music venue|karaoke|venue$", "music"],
  ["theat(er|re)|playhouse|performing|dance company|ballet", "theater"],
  ["gallery|galleries", "gallery"],
  ["game|arcade|chess|escape room|billiard|axe throwing", "games"],
  ["library|archive", "library"],
  // Nightlife
  ["rooftop", "rooftop"],
  ["wine bar", "wine-bar"],
  ["brew|distiller|cider|taproom|meadery", "brewery"],
  ["dance club|night ?club|disco|gay bar", "nightlife"],
  ["pub$|tavern|saloon|beer|dive bar|sports bar|irish|gastropub", "pub"],
  ["barber", "barber"],
  ["ice cream|gelato|frozen|custard|dessert|chocolate|candy", "ice-cream"],
  ["(coffee|juice|tea|salad|milk) ?bar|caf[eé]|coffee|espresso|$tea$|tea ?(room|house)", "coffee"],
  ["cocktail|speakeasy|lounge|$bar$", "bar"],
  // Food
  ["pizz", "pizza"],
  [
    "ramen|noodle|dim sum|pho$|vietnam|thai|chinese|korean|lao|burm|cambod|malay|sichuan|szechuan|dumpling|asian|hot ?pot|soup",
    "noodles",
  ],
  ["sushi|japan|poke$|izakaya|omakase", "sushi"],
  ["taco|mexic|salvador|pupus|tex-mex|latin|burrito|arepa|venezuel|guatemal|hondur|empanada", "taco"],
  ["burger|diner$", "burger"],
  ["steak|argentin", "steak"],
  ["half-?smoke|hot ?dog|sausage|chili", "half-smoke"],
  ["chicken|wings|soul food|southern|peruvian", "chicken"],
  ["barbe?cue|bbq|smokehouse|kebab|caribbean|jamaic|trinidad|grill|afghan|turkish|persian|filipino|brazil", "barbecue"],
  ["seafood|crab|oyster|fish|lobster|cajun|creole", "crab"],
  ["ethiop|eritre|kenya", "ethiopian"],
  ["bakery|patisserie|pastr|doughnut|donut|bagel|bread|cake|sandwich|deli$|delicatessen", "bakery"],
  ["farmers|public market|market hall|food hall|flea market", "market"],
  ["italian|pasta|trattoria|osteria|sicilian|tuscan", "italian"],
  ["french|bistro|brasserie|creperie|belgian", "french"],
  ["indian|pakistan|bangla|nepal|sri lanka|himalay|tibet|curry", "indian"],
  [
    "mediterran|middle east|greek|leban|levant|palestin|syrian|israel|egypt|moroc|tunis|mezze|falafel|spanish|tapas|portugu|yemen|iraq|armenia",
    "mediterranean",
  ],
  ["vegan|vegetarian|salad", "vegetarian"],
  ["american|brunch|breakfast|comfort food", "american"],
  [
    "restaurant|german|austri|african|european|russian|cuban|dominican|puerto ric|kitchen|eatery|supper|fusion|global|tasting|seasonal|fine dining",
    "restaurant",
  ],
  // Shopping
  ["book|comics|magazine", "bookshop"],
  ["hardware|paint store|lumber|appliance", "hardware"],
  ["grocer|supermarket|food co-?op|corner store|bodega|convenience|health food|butcher|cheese|spice", "grocery"],
  ["market$", "market"],
  ["liquor|wine|spirits|cigar", "liquor-store"],
  ["record|vinyl", "records"],
  ["musical|guitar|instrument", "music-school"],
  ["shoe|sneaker|cobbler", "shoes"],
  ["department|shopping center|shopping mall|$mall$", "department-store"],
  ["cloth|fashion|boutique|apparel|vintage|thrift|tailor|consign|menswear|dress|bridal", "clothing"],
  ["flor|flower|plant|nursery", "florist"],
  ["bike|bicycle|cycle", "bicycles"],
  ["pet$|pets|veterin|animal|dog|groom", "pet"],
  ["eyewear|optic|optom|glasses|eye$", "optician"],
  ["jewel|watch", "jewelry"],
  ["art suppl|craft|stationer|framing|frame", "art-supplies"],
  ["toy|gift|card|souvenir|home goods|housewares|furniture|antique|decor|variety", "gift"],
  ["photo|camera", "photography"],
  // Services
  ["hotel|inn$|hostel|bed and breakfast|guest ?house|lodging", "hotel"],
  ["bank|credit union|financ|accountant|tax", "bank"],
  ["post office|mail|shipping|courier", "post-office"],
  ["police|sheriff", "police"],
  ["fire ?house|fire station|fire and|ambulance", "firehouse"],
  ["embass|consul|chancery|diplomatic", "embassy"],
  ["church|chapel|cathedral|basilica|parish|abbey|monastery", "church"],
  ["worship|mosque|synagogue|temple|congregation|meeting house|meetinghouse", "worship"],
  [
    "city hall|government|employment|motor vehicle|licens|passport|visitor|agency|department of|court|federal|dmv|civic|council|legal|law|notary|attorney",
    "government",
  ],
  ["cowork|office|consult|insur|real estate|realt|architects? office|computer|electronics|phone", "coworking"],
  ["print|copy|sign shop|engrav", "printer"],
  ["dry clean|laundr|wash$", "laundry"],
  ["nail|spa$|massage|tattoo|waxing|tanning", "spa"],
  ["salon|hair|beauty|brow", "salon"],
  ["auto|car$|garage|mechanic|gas station|tire|taxi|parking|charging", "auto"],
  // Health
  ["hospital|medical center|emergency", "hospital"],
  ["pharmac|drug ?store|apothec|dispensary", "pharmacy"],
  ["dent|orthodon", "dentist"],
  ["gym$|fitness|crossfit|boxing|martial|climbing|barre|cycling studio|physical therap|rehabilit|sports", "gym"],
  ["yoga|pilates|meditat|acupunct|wellness|mental health|counsel|therap", "spa"],
  ["clinic|doctor|medical|health|physician|urgent|pediatric|dermatolog|nurs", "clinic"],
  // Home services
  ["plumb|drain|sewer", "plumber"],
  ["electric|solar", "electrician"],
  ["roof|gutter|chimney", "roofer"],
  ["heat|cool|hvac|air condition|furnace", "heating-cooling"],
  ["clean|maid|janitor|window wash", "cleaning"],
  ["pest|extermin|termite", "pest-control"],
  ["mov(er|ing)|storage|haul|junk", "mover"],
  ["lock|key$|security", "locksmith"],
  ["architect|interior design|engineer|design", "architect"],
  ["landscap|lawn|tree (service|care)|arborist", "landscaping"],
  ["paint", "painter"],
  [
    "contract|remodel|construct|mason|brick|carpent|floor|window|handy|restoration|builder|tile|cabinet|renovat",
    "contractor",
  ],
  // Education
  ["universit|college|law school|medical school|campus", "campus"],
  ["child ?care|day ?care|preschool|kindergarten|nursery|early learning|montessori", "daycare"],
  ["language", "language-school"],
  ["music (school|lesson)", "music-school"],
  ["(public|charter|elementary|middle|high|independent|private|boarding|primary) school|academy", "schoolhouse"],
  ["school|training|tutor|class|education|course", "school"],
];
