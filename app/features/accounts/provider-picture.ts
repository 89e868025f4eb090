const ADDRESS_LENGTH_MAX = 500;

const GOOGLE_ISSUER = "https://accounts.google.com";

/**
 * The address of a picture that an identity provider names, if the picture lies with the provider itself: our server
 * fetches it, and must not be sent anywhere else. Google keeps its people's pictures on hosts of their own.
 *
 * @returns Null for any other address.
 */
export function providerPictureUrl(claim: string, issuer: string): string | null {
  const url = URL.parse(claim);
  if (url === null || claim.length > ADDRESS_LENGTH_MAX || url.username !== "" || url.password !== "") return null;
  if (issuer === GOOGLE_ISSUER) {
    const isGoogles =
      url.protocol === "https:" && url.port === "" && /^[\w-]+\.googleusercontent\.com$/.test(url.hostname);
    return isGoogles ? url.href : null;
  }
  return url.origin === new URL(issuer).origin ? url.href : null;
}
