import * as openid from "openid-client";

import type { Env } from "#app/platform/env.server.ts";

import { normalizeProviderName } from "../member-name.ts";
import { providerPictureUrl } from "./provider-picture.ts";

type Provider = NonNullable<Env["identityProvider"]>;

/** What the provider asserts about a user. */
export type Identity = {
  issuer: string;
  subject: string;
  /** Lower case. Null if the provider hasn't verified it. */
  email: string | null;
  name: string;
  pictureUrl: string | null;
};

/** Values that the provider's callback must match. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string };

const TIMEOUT_SECONDS = 10;
/** Longer claims are truncated. */
const CLAIM_LENGTH_MAX = 1_000;

const configurations = new Map<string, Promise<openid.Configuration>>();

/** The URL to redirect the browser to, and the checks for the callback. */
export async function startSignIn(
  provider: Provider,
  redirectUri: string,
): Promise<{ url: string; checks: SignInChecks }> {
  const checks = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    codeVerifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(await loadConfiguration(provider), {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    code_challenge: await openid.calculatePKCECodeChallenge(checks.codeVerifier),
    code_challenge_method: "S256",
    state: checks.state,
    nonce: checks.nonce,
  });
  return { url: url.href, checks };
}

/**
 * Exchanges the code for the user's identity.
 *
 * @param callbackUrl The URL of the provider's redirect.
 * @throws If state, nonce, code, signature, issuer, audience or time is invalid.
 */
export async function finishSignIn(provider: Provider, callbackUrl: URL, checks: SignInChecks): Promise<Identity> {
  const tokens = await openid.authorizationCodeGrant(await loadConfiguration(provider), callbackUrl, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error("The provider sent no id_token");
  const text = (value: unknown) => (typeof value === "string" ? value.trim().slice(0, CLAIM_LENGTH_MAX) : "");
  const email = text(claims["email"]).toLowerCase();
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims["email_verified"] === true && /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(email) ? email : null,
    name: normalizeProviderName(text(claims["name"])),
    pictureUrl: providerPictureUrl(text(claims["picture"]), claims.iss),
  };
}

/** Discovered at the first sign-in, so that the site starts even if the provider is down. Failures aren't cached. */
function loadConfiguration(provider: Provider): Promise<openid.Configuration> {
  const key = JSON.stringify(provider);
  const configuration = configurations.get(key) ?? discover(provider);
  configurations.set(key, configuration);
  configuration.catch(() => configurations.delete(key));
  return configuration;
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<openid.Configuration> {
  const url = new URL(issuer);
  // The settings allow http only for localhost.
  const execute = url.protocol === "http:" ? [openid.allowInsecureRequests] : [];
  const configuration = await openid.discovery(url, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    execute,
  });
  // Verifies the id_token's signature too, although it comes directly from the provider.
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}
