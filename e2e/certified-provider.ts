import { createServer } from "node:http";

import { Provider } from "oidc-provider";
import type { Page } from "playwright-core";

export type CertifiedProvider = {
  issuer: string;
  /** Starts to answer requests, for a site that needs the issuer before it starts. */
  serve: (siteUrl: string) => void;
  close: () => void;
};

/** A real OpenID provider on this machine, which signs in anybody who enters a name, as Grace Example. */
export async function startCertifiedProvider(client: { id: string; secret: string }): Promise<CertifiedProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The provider has no port");
  const issuer = `http://localhost:${address.port}`;
  return {
    issuer,
    serve: (siteUrl) => server.on("request", providerFor({ issuer, siteUrl, client }).callback()),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Enters a name and consents, from the provider's first page to the redirect back. */
export async function signInAtProvider(page: Page, issuer: string): Promise<void> {
  await page.waitForURL(`${issuer}/**`);
  await page.getByPlaceholder("Enter any login").fill("grace");
  await page.getByPlaceholder("and password").fill("anything");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

type ProviderOptions = { issuer: string; siteUrl: string; client: { id: string; secret: string } };

function providerFor({ issuer, siteUrl, client }: ProviderOptions) {
  return new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [`${siteUrl}/auth/callback`] }],
    // As at Google, the profile is in the id_token itself.
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true, name: "Grace Example" }),
    }),
  });
}
