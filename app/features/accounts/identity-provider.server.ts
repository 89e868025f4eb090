import * as openid from "openid-client";

import type { Env } from "#app/platform/env.server.ts";

import { providerName } from "./member-name.ts";
import { providerPictureUrl } from "./provider-picture.ts";

type Provider = NonNullable<Env["identityProvider"]>;

/** What a provider vouches for. */
export type Identity = {
  issuer: string;
  subject: string;
  /** Lower case; null when the provider doesn't vouch for one. */
  email: string | null;
  name: string;
  pictureUrl: string | null;
};

/** What has to come back unchanged with the answer. */
export type SignInChecks = { state: string; nonce: string; codeVerifier: string };

const ANSWER_SECONDS_MAX = 10;
/** Of a claim; a longer one is cut. */
const CLAIM_LENGTH_MAX = 1_000;

const known = new Map<string, Promise<openid.Configuration>>();

/** Where to send a browser to sign in, and what its answer is to be held against. */
export async function startSignIn(
  provider: Provider,
  redirectUri: string,
): Promise<{ url: string; checks: SignInChecks }> {
  const checks = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    codeVerifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(await configurationOf(provider), {
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
 * Trades the answer's code for who it is.
 *
 * @param answer The whole address that the provider sent the browser back to.
 * @throws When anything of the answer is not as it must be: state, nonce, code, signature, issuer, audience, time.
 */
export async function finishSignIn(provider: Provider, answer: URL, checks: SignInChecks): Promise<Identity> {
  const tokens = await openid.authorizationCodeGrant(await configurationOf(provider), answer, {
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
    name: providerName(text(claims["name"])),
    pictureUrl: providerPictureUrl(text(claims["picture"]), claims.iss),
  };
}

/** Asked for at the first sign-in and not before: the site starts without its provider. A failure is tried again. */
function configurationOf(provider: Provider): Promise<openid.Configuration> {
  const key = JSON.stringify(provider);
  const asked = known.get(key) ?? discover(provider);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

async function discover({ issuer, clientId, clientSecret }: Provider): Promise<openid.Configuration> {
  const url = new URL(issuer);
  // The settings let http through on this machine alone.
  const execute = url.protocol === "http:" ? [openid.allowInsecureRequests] : [];
  const configuration = await openid.discovery(url, clientId, clientSecret, undefined, {
    timeout: ANSWER_SECONDS_MAX,
    execute,
  });
  // Checks the id_token's signature too, though it comes straight from the provider.
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}
