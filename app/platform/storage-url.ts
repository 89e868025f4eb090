import { isLoopbackHost } from "#app/lib/loopback-host.ts";

/** An S3-compatible bucket. `prefix` is empty or ends with a slash. */
export type StorageSettings = {
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** /BUCKET as S3 allows bucket names, and /PREFIX as storage keys may begin. */
const PATH = /^\/([a-z0-9][a-z0-9.-]{1,62})(?:\/([a-z0-9-]+(?:\/[a-z0-9-]+)*))?\/?$/;

const REGION = /^[a-z0-9-]{1,40}$/;

/**
 * Reads `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=us-east-1&tls=off]`.
 *
 * @returns Null when a part is missing or invalid.
 */
export function readStorageUrl(text: string): StorageSettings | null {
  const { hostname, host, pathname, searchParams, username, password } = new URL(text);
  const [, bucket = "", prefix = ""] = PATH.exec(pathname) ?? [];
  const [region, tls] = [searchParams.get("region") ?? "us-east-1", searchParams.get("tls") ?? "on"];
  // Uploads are sent there, so TLS is required except on this machine.
  const isSafe = tls === "on" || (tls === "off" && isLoopbackHost(hostname));
  const [accessKeyId, secretAccessKey] = [decoded(username), decoded(password)];
  if (hostname === "" || bucket === "" || accessKeyId === "" || secretAccessKey === "") return null;
  if (!isSafe || !REGION.test(region)) return null;
  return {
    endpoint: `${tls === "on" ? "https" : "http"}://${host}`,
    region,
    bucket,
    prefix: prefix === "" ? "" : `${prefix}/`,
    accessKeyId,
    secretAccessKey,
  };
}

/** Empty for an invalid percent encoding. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return "";
    throw error;
  }
}
