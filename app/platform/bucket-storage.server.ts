import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";

import type { Env } from "./env.server.ts";
import type { Storage } from "./storage.server.ts";

/** Timeouts of a bucket. Each request is tried three times. */
const S3_CONNECT_MS_MAX = 5_000;
const S3_ANSWER_MS_MAX = 15_000;
const S3_ATTEMPTS_MAX = 3;

/** Keys that S3 lists and deletes at once. Source: the API's limit. */
const S3_KEYS_PER_PAGE = 1_000;

/** Files in an S3-compatible bucket. */
export function bucketStorage(settings: NonNullable<Env["storage"]>): Storage {
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // All S3-compatible servers support buckets in the path; buckets as host names are specific to Amazon.
    forcePathStyle: true,
    maxAttempts: S3_ATTEMPTS_MAX,
    requestHandler: { connectionTimeout: S3_CONNECT_MS_MAX, requestTimeout: S3_ANSWER_MS_MAX },
    // Many S3-compatible servers don't support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const prefixedKey = (key: string) => settings.prefix + key;
  return {
    put: async (key, Body, ContentType) => {
      await client.send(new PutObjectCommand({ Bucket, Key: prefixedKey(key), Body, ContentType }));
    },
    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: prefixedKey(key) }));
        return Body === undefined ? null : await Body.transformToByteArray();
      } catch (error) {
        if (error instanceof Error && error.name === "NoSuchKey") return null;
        throw error;
      }
    },
    removeFolder: async (folder) => {
      const Prefix = `${prefixedKey(folder)}/`;
      for (;;) {
        const { Contents = [], IsTruncated } = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: S3_KEYS_PER_PAGE }),
        );
        const Objects = Contents.flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
        if (Objects.length === 0) return;
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        if (IsTruncated !== true) return;
      }
    },
  };
}
