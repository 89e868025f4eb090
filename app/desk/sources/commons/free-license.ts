/** A license under which everybody may show a picture, with the address of its text. */
export type FreeLicense = { license: string; licenseUrl: string; needsAuthor: boolean };

const PUBLIC_DOMAIN = {
  license: "Public domain",
  licenseUrl: "https://creativecommons.org/publicdomain/mark/1.0/",
  needsAuthor: false,
};
const CC0 = {
  license: "CC0 1.0",
  licenseUrl: "https://creativecommons.org/publicdomain/zero/1.0/",
  needsAuthor: false,
};

type Attribution = { kind: string; version: string; port: string };

const VERSIONS = new Set(["1.0", "2.0", "2.1", "2.5", "3.0", "4.0"]);

/**
 * The license of a file by what Commons says of it. Only CC0, the public domain, CC BY and CC BY-SA are let in: anything else, and
 * what contradicts itself, is null.
 *
 * @param said.code "cc-by-sa-4.0". @param said.name "CC BY-SA 4.0". @param said.url Of the license's text. Empty: not said.
 */
export function readLicense(said: { code: string; name: string; url: string }): FreeLicense | null {
  const terms = [said.code, said.name].map((term) => term.trim().toLowerCase()).filter((term) => term !== "");
  const url = said.url.trim().toLowerCase();
  if (terms.length === 0) return null;
  if (terms.every(isCc0)) return url === "" || /\/publicdomain\/zero\/1\.0\b/.test(url) ? CC0 : null;
  if (terms.every(isPublicDomain)) return url.includes("/licenses/") ? null : PUBLIC_DOMAIN;
  const read = terms.map(readAttribution);
  if (url !== "") read.push(readAttributionUrl(url));
  const [first] = read;
  if (first === undefined || first === null || !VERSIONS.has(first.version)) return null;
  if (read.some((other) => other === null || other.kind !== first.kind || other.version !== first.version)) return null;
  const { kind, version } = first;
  const port = read.map((each) => each?.port ?? "").find((each) => each !== "") ?? "";
  return {
    license: `CC ${kind.toUpperCase()} ${version}${port === "" ? "" : ` ${port.toUpperCase()}`}`,
    licenseUrl: `https://creativecommons.org/licenses/${kind}/${version}/${port === "" ? "" : `${port}/`}`,
    needsAuthor: true,
  };
}

function isCc0(term: string): boolean {
  return /^cc(?:0|[ -]zero)(?:[ -]1\.0)?$/.test(term);
}

function isPublicDomain(term: string): boolean {
  return term === "public domain" || /^pd(?:-[a-z0-9-]{1,80})?$/.test(term) || /^pdm(?:[ -]1\.0|-owner)?$/.test(term);
}

/** Of several versions, as "cc-by-sa-4.0,3.0,2.5", the first. "igo" and codes of countries are its ports. */
function readAttribution(term: string): Attribution | null {
  const [, kind, version, port = ""] =
    /^cc[ -](by|by-sa)[ -](\d\.\d)(?:[-,]\d\.\d)*(?:[ -]([a-z]{2,3}|scotland))?$/.exec(term) ?? [];
  return kind === undefined || version === undefined ? null : { kind, version, port };
}

function readAttributionUrl(url: string): Attribution | null {
  const [, kind, version, port = ""] =
    /^https?:\/\/creativecommons\.org\/licenses\/(by|by-sa)\/(\d\.\d)(?:\/([a-z]{2,3}|scotland))?(?:\/(?:deed|legalcode)(?:\.[a-z-]{2,12})?)?\/?$/.exec(
      url,
    ) ?? [];
  return kind === undefined || version === undefined ? null : { kind, version, port };
}
