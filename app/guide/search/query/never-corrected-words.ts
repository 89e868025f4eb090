/**
 * Words that are never corrected as misspellings, and that misspellings are corrected to: those that `parseQuery`
 * understands or skips. In the last line, what people search for that is neither in the list of English words nor, perhaps,
 * in a listing.
 */
export const NEVER_CORRECTED_WORDS: readonly string[] =
  `a an the and or of for to with that is are am i im want need looking find me my some any best good great nice place
places spot spots where what whats which who how do does should we can get have has in at on near around by dc washington please show within off
from close walking walk distance foot away minute minutes min mins metro subway metrorail station stop nearby closest
nearest location here open opens opened opening now currently right late night nite latenight allnight tonight today
tomorrow this every hour hours hrs noon midday midnight morning mornings breakfast lunch lunchtime afternoon afternoons
evening evenings dinner nights day days week weekend weekday weekdays weekends until till til past after before all
monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays
mon tue tues wed thu thur thurs fri sat sun rated reviewed highly top well star stars least over above more under below
cheaper less than most max maximum up better higher cheap cheapest inexpensive budget affordable moderate moderately mid
range midrange priced price prices not too expensive fancy upscale fine dining high end splurge free entry admission
entrance luxury romantic date quiet cozy famous popular cool fun new old big small early
jan feb mar apr jun jul aug sep sept oct nov dec everyday weeknight weeknights closes closed closing daily
isnt arent doesnt dont wont cant whats without needed mothers fathers valentines patricks halloween
christmas xmas thanksgiving easter eve juneteenth july fourth independence memorial labor veterans
presidents columbus indigenous peoples emancipation inauguration mlk martin luther king year years holiday holidays
michelin pilates matcha costco walgreens mcdonalds`.split(/\s+/);
