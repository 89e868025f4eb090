import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";

import { DRAWABLE_PNG } from "./pexels-double.ts";

export type Claims = Record<string, unknown>;

/** How a response is corrupted; by default it is right. */
export type CorruptedResponse = {
  /** Merged into the right claims of the id_token; undefined removes a claim. */
  claims?: Claims;
  /** The signing algorithm that the id_token claims. */
  algorithm?: "RS256" | "HS256" | "none";
  /** Sign with a key that the provider doesn't publish. */
  unknownKey?: boolean;
  withoutIdToken?: boolean;
  /** The returned state. */
  state?: string;
  /** The issuer in the response (RFC 9207). */
  iss?: string;
};

export type OpenidDouble = {
  issuer: string;
  /** Sets the person that the next sign-ins return. */
  setPerson: (claims: Claims) => void;
  corrupt: (spoiled: CorruptedResponse) => void;
  close: () => Promise<void>;
};

type AuthorizationRequest = { nonce: string; challenge: string };

/** An OpenID provider on this machine that signs everybody in at once, and can be made to lie. */
export async function startOpenidDouble(clientId: string): Promise<OpenidDouble> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { privateKey: strangeKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const codes = new Map<string, AuthorizationRequest>();
  let person: Claims = {};
  let spoiled: CorruptedResponse = {};
  let issuer = "";

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname === "/.well-known/openid-configuration") return sendJson(response, metadataOf(issuer));
    if (url.pathname === "/jwks") {
      const key = { ...publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "one" };
      return sendJson(response, { keys: [key] });
    }
    if (url.pathname === "/picture.png") {
      response.writeHead(200, { "content-type": "image/png" }).end(DRAWABLE_PNG);
      return;
    }
    if (url.pathname === "/authorize") {
      const code = randomBytes(16).toString("hex");
      const {
        nonce = "",
        code_challenge: challenge = "",
        redirect_uri = "",
        state = "",
      } = Object.fromEntries(url.searchParams);
      codes.set(code, { nonce, challenge });
      const answer = new URL(redirect_uri);
      answer.searchParams.set("code", code);
      answer.searchParams.set("state", spoiled.state ?? state);
      if (spoiled.iss !== undefined) answer.searchParams.set("iss", spoiled.iss);
      response.writeHead(302, { location: answer.href }).end();
      return;
    }
    void readBody(request).then((body) => {
      const { code = "", code_verifier: verifier = "" } = Object.fromEntries(new URLSearchParams(body));
      const pending = codes.get(code);
      codes.delete(code);
      if (pending === undefined || createHash("sha256").update(verifier).digest("base64url") !== pending.challenge) {
        return sendJson(response, { error: "invalid_grant" }, 400);
      }
      const seconds = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: clientId, iat: seconds, exp: seconds + 300, nonce: pending.nonce, ...person };
      const token = tokenOf({ ...claims, ...spoiled.claims }, { spoiled, key: privateKey, strangeKey });
      return sendJson(response, {
        access_token: "an-access-token",
        token_type: "Bearer",
        ...(spoiled.withoutIdToken === true ? {} : { id_token: token }),
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The double has no port");
  issuer = `http://127.0.0.1:${address.port}`;
  return {
    issuer,
    setPerson: (claims) => {
      person = claims;
    },
    corrupt: (given) => {
      spoiled = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function metadataOf(issuer: string): Claims {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
    code_challenge_methods_supported: ["S256"],
  };
}

function tokenOf(
  claims: Claims,
  { spoiled, key, strangeKey }: { spoiled: CorruptedResponse; key: KeyObject; strangeKey: KeyObject },
): string {
  const { algorithm = "RS256" } = spoiled;
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: algorithm, kid: "one", typ: "JWT" })}.${part(claims)}`;
  if (algorithm === "none") return `${text}.`;
  if (algorithm === "HS256") return `${text}.${createHash("sha256").update(text).digest("base64url")}`;
  return `${text}.${sign("sha256", Buffer.from(text), spoiled.unknownKey === true ? strangeKey : key).toString("base64url")}`;
}

async function readBody(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
