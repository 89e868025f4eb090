import { z } from "zod";

import { isLoopbackHost } from "#app/lib/loopback-host.ts";
import { SettingError } from "#app/lib/setting-error.ts";

import { readStorageUrl, type StorageSettings } from "./storage-url.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const origin = z.url({ protocol: /^https?$/ }).transform((text, context) => {
  const url = new URL(text);
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    context.addIssue({ code: "custom", message: "an origin without a path" });
  }
  return url.origin;
});

const list = z.string().transform((text) =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

const sourceUrl = (usual: string, what: string) =>
  z
    .url({ protocol: /^https?$/ })
    .max(500)
    .default(usual)
    .describe(`the http(s) URL of ${what}`);

/** Every setting. The description is shown in the message about a wrong value. */
const SETTINGS = {
  PORT: port.default(3000).describe("a port number from 0 to 65535"),
  HOST: z.string().min(1).max(255).default("127.0.0.1").describe("an address to listen on, such as 127.0.0.1"),
  SITE_URL: origin.optional().describe("the public origin, such as https://rowhouse.example"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe("a postgres:// URL, or nothing to run PostgreSQL on this machine"),
  DATA_DIR: z
    .string()
    .min(1)
    .default("./data")
    .describe("a folder for files and, without DATABASE_URL, for the database"),
  TRUSTED_PROXIES: list.prefault("").describe("addresses of reverse proxies, separated by commas"),
  PROXY_HEADER: z
    .enum(["x-forwarded-for", "forwarded"])
    .default("x-forwarded-for")
    .describe("x-forwarded-for or forwarded, whichever the reverse proxies write"),
  SOCIAL_LINKS: list
    .pipe(z.array(z.url({ protocol: /^https$/ })).max(8))
    .prefault("")
    .describe("up to 8 https URLs of your profiles, separated by commas"),
  PHOTOS_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/)
    .optional()
    .describe("a key of the Pexels API, or nothing for illustrations only"),
  PHOTOS_API_URL: z
    .url({ protocol: /^https?$/ })
    .default("https://api.pexels.com/v1")
    .describe("the address of the Pexels API"),
  OVERPASS_URL: sourceUrl("https://overpass-api.de/api/interpreter", "an Overpass interpreter"),
  OVERTURE_URL: sourceUrl("https://stac.overturemaps.org/catalog.json", "Overture’s catalog of releases"),
  ALLTHEPLACES_URL: sourceUrl("https://data.alltheplaces.xyz/runs/latest.json", "the newest run of All the Places"),
  DC_OPEN_DATA_URL: sourceUrl("https://maps2.dcgis.dc.gov/dcgis/rest/services", "the District’s ArcGIS services"),
  WIKIDATA_URL: sourceUrl("https://www.wikidata.org/w/api.php", "the API of Wikidata"),
  COMMONS_URL: sourceUrl("https://commons.wikimedia.org/w/api.php", "the API of Wikimedia Commons"),
  MAP_STYLE_URL: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional()
    .describe("the http(s) URL of a MapLibre style, or nothing for the built-in style"),
  GOOGLE_CLIENT_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,300}$/)
    .optional()
    .describe("the client ID of Google sign-in, or nothing"),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{1,300}$/)
    .optional()
    .describe("the client secret of Google sign-in"),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .default("https://accounts.google.com")
    .describe("the issuer of an OpenID provider; http only for this machine"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .max(500)
    .optional()
    .describe("an smtp:// or smtps:// URL of a mail server, or nothing"),
  MAIL_FROM: z.email().max(254).optional().describe("the sender address of mail, such as hello@rowhouse.example"),
  MAIL_BOUNCES: z
    .email()
    .max(200)
    // A token of 49 characters is added before the @, where 64 are allowed (RFC 5321, 4.5.3.1.1).
    .regex(/^[^@+]{1,15}@/)
    .optional()
    .describe("an address of at most 15 characters before the @, such as bounces@rowhouse.example, or nothing"),
  POSTAL_ADDRESS: z
    .string()
    .regex(/^[^\p{Cc}]{5,200}$/u)
    .optional()
    .describe("one line, printed at the end of each newsletter, or nothing"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(?:test|live)_[\x21-\x7e]{8,200}$/)
    .optional()
    .describe("a secret or restricted key of Stripe's API, or nothing for the sandbox"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/)
    .optional()
    .describe("the signing secret of Stripe's webhook"),
  STORAGE_URL: z
    .url({ protocol: /^s3$/ })
    .max(500)
    .transform((text, context) => {
      const storage = readStorageUrl(text);
      if (storage === null) context.addIssue({ code: "custom", message: "an s3:// URL with all its parts" });
      return storage;
    })
    .optional()
    .describe("s3://KEY:SECRET@HOST/BUCKET, or nothing for a folder in DATA_DIR; tls=off only for this machine"),
  STRIPE_API_URL: origin.default("https://api.stripe.com").describe("Stripe's API, or a test double on this machine"),
  BILLING_SANDBOX: z.enum(["local", "public"]).default("local").describe("local or public"),
  DEV_LOGIN: z.enum(["on", "off"]).default("on").describe("on or off"),
  TRIAL_ON_NETWORK: z.enum(["yes", "no"]).default("no").describe("yes or no"),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("debug, info, warn, error or silent"),
};

export const SETTING_NAMES = Object.keys(SETTINGS);

export type Env = {
  port: number;
  host: string;
  /** Absolute origin without a trailing slash. */
  siteUrl: string;
  databaseUrl: string | null;
  dataDir: string;
  trustedProxies: string[];
  /** The header in which they write a visitor's address. */
  proxyHeader: "x-forwarded-for" | "forwarded";
  socialLinks: string[];
  photosApiKey: string | null;
  /** Without a slash at the end. */
  photosApiUrl: string;
  /** Where each live source is. Nothing is requested from them before an admin has switched the source on. */
  sourceHosts: {
    overpass: string;
    overture: string;
    allThePlaces: string;
    dcOpenData: string;
    wikidata: string;
    commons: string;
  };
  /** Null: the live map uses the built-in style and files. */
  mapStyleUrl: string | null;
  /** Null: sign-in with Google isn't set up. */
  identityProvider: { issuer: string; clientId: string; clientSecret: string } | null;
  /** Null: mails are saved for the development mailbox and not sent. */
  mail: {
    smtpUrl: string;
    from: string;
    /** Return address of newsletters; each gets its own token before the @. Null: bounces go to `from`. */
    bounces: string | null;
  } | null;
  /** Postal address of the newsletter's sender; null when not set. */
  postalAddress: string | null;
  /** Null: uploads are stored in a folder in DATA_DIR. */
  storage: StorageSettings | null;
  /** Null: the billing sandbox is used, where allowed. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string } | null;
  /** Where sandbox payments are allowed: on this machine only, or at any site URL. */
  billingSandbox: "local" | "public";
  /** The trial build's sign-in without a provider. */
  devLogin: boolean;
  trialOnNetwork: boolean;
  logLevel: "debug" | "info" | "warn" | "error" | "silent";
};

/**
 * Parses the settings of the process, once.
 *
 * @throws SettingError naming the variable, what it got and what it wants.
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  // An empty variable means "not set": `PORT=` in a .env file is a common way to turn one off.
  const given = Object.fromEntries(SETTING_NAMES.map((name) => [name, variables[name]?.trim() || undefined]));
  const parsed = z.object(SETTINGS).safeParse(given);
  if (!parsed.success) throw new SettingError(firstProblem(parsed.error, given));
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    siteUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
    databaseUrl: settings.DATABASE_URL ?? null,
    dataDir: settings.DATA_DIR,
    trustedProxies: settings.TRUSTED_PROXIES,
    proxyHeader: settings.PROXY_HEADER,
    socialLinks: settings.SOCIAL_LINKS,
    photosApiKey: settings.PHOTOS_API_KEY ?? null,
    photosApiUrl: settings.PHOTOS_API_URL.replace(/\/+$/, ""),
    sourceHosts: {
      overpass: settings.OVERPASS_URL,
      overture: settings.OVERTURE_URL,
      allThePlaces: settings.ALLTHEPLACES_URL,
      dcOpenData: settings.DC_OPEN_DATA_URL,
      wikidata: settings.WIKIDATA_URL,
      commons: settings.COMMONS_URL,
    },
    mapStyleUrl: settings.MAP_STYLE_URL ?? null,
    identityProvider: readIdentityProvider(settings),
    mail: readMailSettings(settings),
    postalAddress: settings.POSTAL_ADDRESS ?? null,
    storage: settings.STORAGE_URL ?? null,
    stripe: readStripeSettings(settings),
    billingSandbox: settings.BILLING_SANDBOX,
    devLogin: settings.DEV_LOGIN === "on",
    trialOnNetwork: settings.TRIAL_ON_NETWORK === "yes",
    logLevel: settings.LOG_LEVEL,
  };
}

function readIdentityProvider(settings: {
  GOOGLE_CLIENT_ID?: string | undefined;
  GOOGLE_CLIENT_SECRET?: string | undefined;
  OIDC_ISSUER: string;
}): Env["identityProvider"] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, OIDC_ISSUER: issuer } = settings;
  if (clientId === undefined && clientSecret === undefined) return null;
  if (clientId === undefined) throw new SettingError("GOOGLE_CLIENT_ID: got nothing, but GOOGLE_CLIENT_SECRET is set");
  if (clientSecret === undefined)
    throw new SettingError("GOOGLE_CLIENT_SECRET: got nothing, but GOOGLE_CLIENT_ID is set");
  const { protocol, hostname } = new URL(issuer);
  if (protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(hostname)) {
    throw new SettingError(`OIDC_ISSUER: got ${JSON.stringify(issuer)}, wants https, or http on this machine`);
  }
  return { issuer, clientId, clientSecret };
}

function readMailSettings(settings: {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
  MAIL_BOUNCES?: string | undefined;
}): Env["mail"] {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, MAIL_BOUNCES: bounces } = settings;
  if (smtpUrl === undefined) return null;
  if (from === undefined) throw new SettingError("MAIL_FROM: got nothing, but SMTP_URL is set");
  return { smtpUrl, from, bounces: bounces ?? null };
}

function readStripeSettings(settings: {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string | undefined;
  STRIPE_API_URL: string;
}): Env["stripe"] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = settings;
  if (secretKey === undefined && webhookSecret === undefined) return null;
  if (secretKey === undefined)
    throw new SettingError("STRIPE_SECRET_KEY: got nothing, but STRIPE_WEBHOOK_SECRET is set");
  // Without it no webhook event could be trusted, and payments would be noticed an hour late.
  if (webhookSecret === undefined) {
    throw new SettingError("STRIPE_WEBHOOK_SECRET: got nothing, but STRIPE_SECRET_KEY is set");
  }
  // The secret key is sent to this URL, so only Stripe or this machine is allowed.
  if (apiUrl !== "https://api.stripe.com" && !isLoopbackHost(new URL(apiUrl).hostname)) {
    throw new SettingError(`STRIPE_API_URL: got ${JSON.stringify(apiUrl)}, wants https://api.stripe.com`);
  }
  return { secretKey, webhookSecret, apiUrl };
}

/** A database URL carries a password, a key is one: neither belongs in a log. */
const SECRETS = new Set([
  "DATABASE_URL",
  "PHOTOS_API_KEY",
  "GOOGLE_CLIENT_SECRET",
  "SMTP_URL",
  "STORAGE_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
]);

function firstProblem(error: z.ZodError, given: Record<string, string | undefined>): string {
  const name = String(error.issues[0]?.path[0] ?? "");
  const wanted = Object.entries(SETTINGS).find(([key]) => key === name)?.[1].description ?? "another value";
  const got = SECRETS.has(name) ? "an invalid value" : JSON.stringify(given[name]?.slice(0, 200));
  return `${name}: got ${got}, wants ${wanted}`;
}
