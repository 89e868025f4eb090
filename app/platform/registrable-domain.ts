import { parse } from "tldts";

/**
 * The registrable domain of a host by the public suffix list, including private suffixes: "example.com" for
 * "mail.shop.example.com", and "shop.github.io" for itself.
 *
 * @returns Null for IP addresses, single labels and unknown suffixes. Server only, because the list is bundled.
 */
export function registrableDomain(host: string): string | null {
  const { domain, isIcann, isPrivate, isIp } = parse(host, { allowPrivateDomains: true });
  return isIp !== true && (isIcann === true || isPrivate === true) ? domain : null;
}

/** Whether a name is a customer's subdomain of a hosting service: "shop.github.io", "shop.myshopify.com". */
export function isHostedName(host: string): boolean {
  return parse(host, { allowPrivateDomains: true }).isPrivate === true;
}
