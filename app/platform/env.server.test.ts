import { expect, test } from "vitest";

import { SettingError } from "#app/lib/setting-error.ts";

import { readEnv, SETTING_NAMES } from "./env.server.ts";

test("without any setting the site runs on this machine with its own database", () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    siteUrl: "http://localhost:3000",
    databaseUrl: null,
    dataDir: "./data",
    trustedProxies: [],
    proxyHeader: "x-forwarded-for",
    socialLinks: [],
    photosApiKey: null,
    photosApiUrl: "https://api.pexels.com/v1",
    sourceHosts: {
      overpass: "https://overpass-api.de/api/interpreter",
      overture: "https://stac.overturemaps.org/catalog.json",
      allThePlaces: "https://data.alltheplaces.xyz/runs/latest.json",
      dcOpenData: "https://maps2.dcgis.dc.gov/dcgis/rest/services",
      wikidata: "https://www.wikidata.org/w/api.php",
      commons: "https://commons.wikimedia.org/w/api.php",
    },
    mail: null,
    mapStyleUrl: null,
    identityProvider: null,
    postalAddress: null,
    storage: null,
    stripe: null,
    billingSandbox: "local",
    devLogin: true,
    trialOnNetwork: false,
    logLevel: "info",
  });
});

test("every setting is read", () => {
  const env = readEnv({
    PORT: "8080",
    HOST: "0.0.0.0",
    SITE_URL: "https://rowhouse.example/",
    DATABASE_URL: "postgresql://rowhouse:secret@db.example:5432/rowhouse",
    DATA_DIR: "/var/lib/rowhouse",
    TRUSTED_PROXIES: "10.0.0.1, 10.0.0.2",
    PROXY_HEADER: "forwarded",
    SOCIAL_LINKS: "https://social.example/@rowhouse",
    PHOTOS_API_KEY: "a-key-of-the-provider",
    PHOTOS_API_URL: "http://127.0.0.1:4771/v1/",
    OVERPASS_URL: "http://127.0.0.1:12345/api/interpreter",
    OVERTURE_URL: "http://127.0.0.1:12345/overture.json",
    ALLTHEPLACES_URL: "http://127.0.0.1:12345/alltheplaces.json",
    DC_OPEN_DATA_URL: "http://127.0.0.1:12345/arcgis",
    WIKIDATA_URL: "http://127.0.0.1:12345/wikidata",
    COMMONS_URL: "http://127.0.0.1:12345/commons",
    MAP_STYLE_URL: "https://tiles.example/style.json?key=1",
    GOOGLE_CLIENT_ID: "rowhouse.apps.example",
    GOOGLE_CLIENT_SECRET: "a-secret",
    SMTP_URL: "smtps://rowhouse:a-password@mail.example:465",
    POSTAL_ADDRESS: "1 Main Street NW, Washington, DC 20001",
    MAIL_FROM: "hello@rowhouse.example",
    MAIL_BOUNCES: "bounces@rowhouse.example",
    OIDC_ISSUER: "http://127.0.0.1:4000",
    BILLING_SANDBOX: "public",
    STORAGE_URL: "s3://AKIA:a%2Fsecret%2B@s3.example:9000/photos/rowhouse?region=eu-west-1",
    STRIPE_SECRET_KEY: "sk_test_0123456789",
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789",
    STRIPE_API_URL: "http://127.0.0.1:12111",
    DEV_LOGIN: "off",
    TRIAL_ON_NETWORK: "yes",
    LOG_LEVEL: "warn",
  });

  expect(env).toEqual({
    port: 8080,
    host: "0.0.0.0",
    siteUrl: "https://rowhouse.example",
    databaseUrl: "postgresql://rowhouse:secret@db.example:5432/rowhouse",
    dataDir: "/var/lib/rowhouse",
    trustedProxies: ["10.0.0.1", "10.0.0.2"],
    proxyHeader: "forwarded",
    socialLinks: ["https://social.example/@rowhouse"],
    photosApiKey: "a-key-of-the-provider",
    photosApiUrl: "http://127.0.0.1:4771/v1",
    sourceHosts: {
      overpass: "http://127.0.0.1:12345/api/interpreter",
      overture: "http://127.0.0.1:12345/overture.json",
      allThePlaces: "http://127.0.0.1:12345/alltheplaces.json",
      dcOpenData: "http://127.0.0.1:12345/arcgis",
      wikidata: "http://127.0.0.1:12345/wikidata",
      commons: "http://127.0.0.1:12345/commons",
    },
    mail: {
      smtpUrl: "smtps://rowhouse:a-password@mail.example:465",
      from: "hello@rowhouse.example",
      bounces: "bounces@rowhouse.example",
    },
    mapStyleUrl: "https://tiles.example/style.json?key=1",
    identityProvider: {
      issuer: "http://127.0.0.1:4000",
      clientId: "rowhouse.apps.example",
      clientSecret: "a-secret",
    },
    stripe: {
      secretKey: "sk_test_0123456789",
      webhookSecret: "whsec_0123456789",
      apiUrl: "http://127.0.0.1:12111",
    },
    postalAddress: "1 Main Street NW, Washington, DC 20001",
    storage: {
      endpoint: "https://s3.example:9000",
      region: "eu-west-1",
      bucket: "photos",
      prefix: "rowhouse/",
      accessKeyId: "AKIA",
      secretAccessKey: "a/secret+",
    },
    billingSandbox: "public",
    devLogin: false,
    trialOnNetwork: true,
    logLevel: "warn",
  });
});

test("an empty setting counts as not set", () => {
  expect(readEnv(Object.fromEntries(SETTING_NAMES.map((name) => [name, " "])))).toEqual(readEnv({}));
});

test("the public origin follows the port unless it is set", () => {
  expect(readEnv({ PORT: "4000" }).siteUrl).toBe("http://localhost:4000");
  expect(readEnv({ PORT: "4000", SITE_URL: "https://rowhouse.example" }).siteUrl).toBe("https://rowhouse.example");
});

test.each([
  ["PORT", "eighty", "a port number from 0 to 65535"],
  ["PORT", "65536", "a port number from 0 to 65535"],
  ["PORT", "-1", "a port number from 0 to 65535"],
  ["PORT", "3000.5", "a port number from 0 to 65535"],
  ["HOST", "h".repeat(256), "an address to listen on, such as 127.0.0.1"],
  ["SITE_URL", "rowhouse.example", "the public origin, such as https://rowhouse.example"],
  ["SITE_URL", "ftp://rowhouse.example", "the public origin, such as https://rowhouse.example"],
  ["SITE_URL", "https://rowhouse.example/guide", "the public origin, such as https://rowhouse.example"],
  ["SOCIAL_LINKS", "http://social.example", "up to 8 https URLs of your profiles, separated by commas"],
  ["SOCIAL_LINKS", "https://a.example ".repeat(9).trim(), "up to 8 https URLs of your profiles, separated by commas"],
  ["PHOTOS_API_URL", "api.pexels.com", "the address of the Pexels API"],
  ["PHOTOS_API_URL", "file:///etc/passwd", "the address of the Pexels API"],
  ["TRIAL_ON_NETWORK", "true", "yes or no"],
  ["LOG_LEVEL", "loud\nand long", "debug, info, warn, error or silent"],
])("a wrong %s (%j) gives one line with its name, the value and what is expected", (name, value, wanted) => {
  const got = JSON.stringify(value.slice(0, 200));

  expect(failureOf({ [name]: value })).toBe(`${name}: got ${got}, wants ${wanted}`);
});

test.each([
  { DATABASE_URL: "mysql://rowhouse:hunter2@db.example/rowhouse" },
  { DATABASE_URL: "rowhouse:hunter2@db.example" },
  { DATABASE_URL: "postgres://rowhouse:hunter2@" },
  { DATABASE_URL: "postgres://rowhouse:hunter2@db.example/rowhouse", PORT: "eighty" },
])("the database password is never part of a message: %#", (variables) => {
  const message = failureOf(variables);

  expect(message).toMatch(/^(?:DATABASE_URL: got an invalid value, wants a postgres:\/\/ URL|PORT: )/);
  expect(message).not.toContain("hunter2");
});

test.each([
  "https://KEY:hunter2@s3.example/bucket",
  "s3://KEY@s3.example/bucket",
  "s3://:hunter2@s3.example/bucket",
  "s3://KEY:hunter2@s3.example/",
  "s3://KEY:hunter2@s3.example/Bucket",
  "s3://KEY:hunter2@s3.example/bucket/Photos",
  "s3://KEY:hunter2@s3.example/bucket?tls=off",
  "s3://KEY:hunter2%zz@s3.example/bucket",
  "s3://KEY:hunter2@s3.example/bucket?region=eu%0awest",
])("an invalid storage URL is refused without showing its secret: %j", (url) => {
  expect(failureOf({ STORAGE_URL: url })).toBe(
    "STORAGE_URL: got an invalid value, wants s3://KEY:SECRET@HOST/BUCKET, or nothing for a folder in DATA_DIR; tls=off only for this machine",
  );
});

test("a storage on this machine may do without TLS", () => {
  expect(readEnv({ STORAGE_URL: "s3://KEY:hunter2@127.0.0.1:9000/bucket?tls=off" }).storage).toMatchObject({
    endpoint: "http://127.0.0.1:9000",
    prefix: "",
    region: "us-east-1",
  });
});

test.each(["short", "two words of a key", "a-key-with-a-line\nbreak"])(
  "an invalid key is refused without being shown: %j",
  (key) => {
    expect(failureOf({ PHOTOS_API_KEY: key })).toBe(
      "PHOTOS_API_KEY: got an invalid value, wants a key of the Pexels API, or nothing for illustrations only",
    );
  },
);

function failureOf(variables: Record<string, string | undefined>): string {
  try {
    readEnv(variables);
  } catch (error) {
    if (error instanceof SettingError && error.cause === undefined) return error.message;
    throw error;
  }
  throw new Error("The settings were accepted");
}
