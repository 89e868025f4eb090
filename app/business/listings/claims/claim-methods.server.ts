import { isHostedName, registrableDomain } from "#app/platform/registrable-domain.ts";

import type { ClaimMethodState } from "./claim.ts";

/** Hosts where anyone can get an email address. */
const FREE_MAIL = namesOf(`
  gmail.com googlemail.com google.com outlook.com hotmail.com live.com msn.com
  yahoo.com ymail.com rocketmail.com aol.com aim.com icloud.com me.com
  mac.com proton.me pm.me protonmail.com gmx.com gmx.net gmx.us
  mail.com email.com zoho.com zohomail.com hey.com yandex.com yandex.ru
  mail.ru fastmail.com fastmail.fm tutanota.com tuta.com duck.com hushmail.com
  inbox.com lycos.com qq.com 163.com 126.com naver.com web.de
  comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net
  earthlink.net rcn.com
`);

/** Sites where each business is one page among many: neither the domain's mail nor its home page proves anything. */
const SHARED_SITES = namesOf(`
  facebook.com fb.com instagram.com threads.net twitter.com x.com tiktok.com
  youtube.com linkedin.com pinterest.com snapchat.com linktr.ee beacons.ai bio.site
  lnk.bio carrd.co yelp.com tripadvisor.com foursquare.com nextdoor.com google.com
  goo.gl g.page apple.com opentable.com resy.com exploretock.com sevenrooms.com
  toasttab.com clover.com chownow.com doordash.com ubereats.com grubhub.com seamless.com
  slicelife.com menufy.com beyondmenu.com mindbodyonline.com vagaro.com booksy.com styleseat.com
  fresha.com schedulicity.com etsy.com eventbrite.com meetup.com thumbtack.com angi.com
  houzz.com patreon.com medium.com wikipedia.org amazon.com ebay.com bit.ly
  tinyurl.com archive.org marriott.com hilton.com
`);

/** Hosts that give each customer a subdomain. The public suffix list has more of them. */
const HOSTED_NAMES = namesOf(`
  wixsite.com wix.com square.site squarespace.com weebly.com weeblysite.com godaddysites.com
  wordpress.com blogspot.com business.site myshopify.com shopify.com webflow.io webnode.com
  site123.me jimdosite.com jimdofree.com strikingly.com mystrikingly.com tumblr.com ueniweb.com
  squareup.com bigcartel.com substack.com getbento.com popmenu.com sites.google.com github.io
`);

function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Too many people have an email address at these for it to prove anything about a place. */
const INSTITUTIONS = /\.(?:edu|gov|mil|k12\.dc\.us)$/;

/** Whether a code can be mailed to the website's domain. */
export function mailMethodState(website: string | null): ClaimMethodState {
  const site = siteOfWebsite(website);
  if ("why" in site) return { isOpen: false, why: site.why };
  const { host, domain } = site;
  if (HOSTED_NAMES.has(domain) || isHostedName(host) || isSubdomainOf(host, HOSTED_NAMES)) {
    return {
      isOpen: false,
      why: `The website is hosted at ${domain}, where you can’t have an email address of your own.`,
    };
  }
  if (INSTITUTIONS.test(domain)) {
    return {
      isOpen: false,
      why: `Too many people have an address at ${domain} for it to prove who manages this place.`,
    };
  }
  return { isOpen: true, domain };
}

/** Whether a place can be claimed by a code on its website. */
export function websiteMethodState(website: string | null): ClaimMethodState {
  const site = siteOfWebsite(website);
  if ("why" in site) return { isOpen: false, why: site.why };
  const { host, domain } = site;
  // A business without its own subdomain has no home page of its own either.
  if (HOSTED_NAMES.has(host.replace(/^www\./, ""))) return { isOpen: false, why: sharedSiteMessage(domain) };
  return { isOpen: true, domain: HOSTED_NAMES.has(domain) ? host : domain };
}

/**
 * Reads an email address at a domain or its subdomains, in lowercase; `problem` says why it isn't one.
 *
 * @param typed Any text.
 */
export function parseClaimEmail(typed: string, domain: string): { address: string } | { problem: string } {
  const address = typed.trim().toLowerCase();
  const [, host] = /^[a-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@([a-z0-9.-]{1,253})$/.exec(address) ?? [];
  if (host === undefined || address.length > 254) return { problem: `Enter an address like name@${domain}.` };
  if (host === domain || host.endsWith(`.${domain}`)) return { address };
  if (FREE_MAIL.has(registrableDomain(host) ?? host)) {
    return { problem: `Anyone can get an address at ${host}. Use one at ${domain}.` };
  }
  return { problem: `Use an address at ${domain}, the domain of the website.` };
}

/** The origin where a code is looked for; null when the text is no website. */
export function websiteOrigin(website: string | null): string | null {
  return website === null ? null : (URL.parse(website)?.origin ?? null);
}

function siteOfWebsite(website: string | null): { host: string; domain: string } | { why: string } {
  if (website === null)
    return { why: "We don’t have a website for this place. Add one with “Suggest an edit” on its page." };
  const host = (URL.parse(website)?.hostname ?? "").replace(/\.$/, "");
  const domain = registrableDomain(host);
  if (domain === null) return { why: "The website we have has no domain of its own." };
  if ((SHARED_SITES.has(domain) || FREE_MAIL.has(domain)) && !isSubdomainOf(host, HOSTED_NAMES)) {
    return { why: sharedSiteMessage(domain) };
  }
  return { host, domain };
}

function sharedSiteMessage(domain: string): string {
  return `The website we have is a page on ${domain}, which many businesses share.`;
}

function isSubdomainOf(host: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) => host === name || host.endsWith(`.${name}`));
}
