import { parse } from "tldts";

/**
 * The part of a host's name that somebody registered: "example.com" of "mail.shop.example.com", and "shop.github.io" of
 * itself, as the public suffix list has it with its private part. Null for addresses, for names of one part, and for
 * whatever ends in nothing that is on the list. Bundled with the list: for the server alone.
 */
export function registrableDomain(host: string): string | null {
  const { domain, isIcann, isPrivate, isIp } = parse(host, { allowPrivateDomains: true });
  return isIp !== true && (isIcann === true || isPrivate === true) ? domain : null;
}

/** Whether a name is given out below somebody else's: "shop.github.io", "shop.myshopify.com". */
export function isHostedName(host: string): boolean {
  return parse(host, { allowPrivateDomains: true }).isPrivate === true;
}
