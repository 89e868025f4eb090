/**
 * Words that are never corrected as misspellings ("halal" is no "hall"): those that `parseQuery` understands or skips,
 * and at the end things people search for that no listing may mention.
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
halal kosher boba dim sum karaoke trivia salon salons nail nails cleaner cleaners wash gas bank banks atm restroom restrooms
bathroom bathrooms toilet toilets rental rentals repair photos passport notary storage movers optician eyeglasses tutors
tutoring kindergarten christmas xmas thanksgiving easter eve juneteenth july fourth independence memorial labor veterans
presidents columbus indigenous peoples emancipation inauguration mlk martin luther king year years holiday holidays
michelin buffet bottomless mimosas speakeasy arcade bowling skating climbing pilates boxing pottery sauna hostel
hostels matcha handmade crafts knitting costco walgreens mcdonalds`.split(/\s+/);
