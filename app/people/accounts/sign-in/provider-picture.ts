const URL_LENGTH_MAX = 500;

const GOOGLE_ISSUER = "https://accounts.google.com";

/**
 * The picture URL from a provider's claim, if the provider hosts it. Our server fetches it, so other hosts would allow
 * server-side request forgery.
 *
 * @returns Null for any other URL.
 */
export function providerPictureUrl(claim: string, issuer: string): string | null {
  const url = URL.parse(claim);
  if (url === null || claim.length > URL_LENGTH_MAX || url.username !== "" || url.password !== "") return null;
  if (issuer === GOOGLE_ISSUER) {
    const isGoogleHost =
      url.protocol === "https:" && url.port === "" && /^[\w-]+\.googleusercontent\.com$/.test(url.hostname);
    return isGoogleHost ? url.href : null;
  }
  return url.origin === new URL(issuer).origin ? url.href : null;
}
