import type { SitePage } from "./parse-page.ts";

/** Marketplaces of domains, and companies that show advertisements on those that nobody uses. */
const PARKING_HOST =
  /(?:^|\.)(?:hugedomains|sedo|sedoparking|dan|afternic|bodis|parkingcrew|above|undeveloped|domainmarket|buydomains|squadhelp|atom|parklogic|uniregistry|domainnameshop|dynadot|brandbucket)\.(?:com|net|org)$/;

const PARKED_PHRASES = [
  /\b(?:this|the) (?:web ?site|domain|domain name)(?: name)? (?:\S+ )?(?:is|may be|might be) (?:available )?for sale\b/i,
  /\bbuy this domain\b/i,
  /\b(?:inquire|enquire) about this domain\b/i,
  /\bdomain (?:name )?(?:has )?expired\b/i,
  /\b(?:this|the) domain (?:name )?(?:is|has been) (?:parked|registered, but)/i,
  /\bparked (?:free|for free|by|domain)\b/i,
  /\bfuture home of something (?:quite )?cool\b/i,
  /\b(?:web ?site|account) (?:has been |is )(?:suspended|disabled by)\b/i,
];

/** A parked page has little text: a page that tells of domains has more. */
const PARKED_CHARACTERS_MAX = 3_000;

/** Whether an address is of a company that sells domains or shows advertisements on unused ones. */
export function isParkingUrl({ hostname, pathname }: URL): boolean {
  const isSale =
    /(?:^|\.)(?:godaddy|namecheap|name|network-?solutions)\.com$/.test(hostname) && /sale|park|domain/i.test(pathname);
  return isSale || PARKING_HOST.test(hostname);
}

/** Whether a page stands where a website was: the domain is for sale, has expired, or nobody uses it. */
export function isParkedPage({ names, lines }: Pick<SitePage, "names" | "lines">): boolean {
  const text = [...names, ...lines].join("\n");
  return text.length <= PARKED_CHARACTERS_MAX && PARKED_PHRASES.some((phrase) => phrase.test(text));
}
