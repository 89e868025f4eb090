/** The parts that we use; the package has no types. https://github.com/panva/node-oidc-provider */
declare module "oidc-provider" {
  import type { RequestListener } from "node:http";

  type Claims = { sub: string; email: string; email_verified: boolean; name: string };
  type Account = { accountId: string; claims: () => Claims };

  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
        conformIdTokenClaims: boolean;
        claims: Record<string, string[]>;
        findAccount: (context: unknown, sub: string) => Account;
      },
    );
    callback(): RequestListener;
  }
}
