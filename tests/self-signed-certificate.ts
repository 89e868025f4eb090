import { createSign, generateKeyPairSync } from "node:crypto";

import { DAY_MS } from "#app/lib/duration.ts";

/**
 * A new self-signed certificate and key for a name, valid from a day ago to a day ahead (RFC 5280). Generated each
 * time, so that the project contains no key and none expires.
 */
export function createSelfSignedCertificate(name: string): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = Date.now();
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    named(name),
    sequence(time(now - DAY_MS), time(now + DAY_MS)),
    named(name),
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(extension(BASIC_CONSTRAINTS, sequence(TRUE)), extension(ALT_NAME, sequence(dnsName(name))))),
  );
  const signature = createSign("sha256").update(body).sign(privateKey);
  const der = sequence(body, ECDSA_SHA256, tagged(0x03, Buffer.from([0]), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    certificate: `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

const TRUE = Buffer.from([0x01, 0x01, 0xff]);

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.from([value]));
}

function identifier(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, "hex"));
}

/** 1.2.840.10045.4.3.2, 2.5.29.19, 2.5.29.17 and 2.5.4.3. */
const ECDSA_SHA256 = sequence(identifier("2a8648ce3d040302"));
const BASIC_CONSTRAINTS = identifier("551d13");
const ALT_NAME = identifier("551d11");
const COMMON_NAME = identifier("550403");

function named(name: string): Buffer {
  return sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(name)))));
}

function dnsName(name: string): Buffer {
  return tagged(0x82, Buffer.from(name));
}

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(id, tagged(0x04, value));
}

/** "270113170000Z" */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]/g, "").slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}
