import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";

import type { Env } from "./env.server.ts";
import type { Storage } from "./storage.server.ts";

/** A bucket that doesn't answer for so long is taken for dead; each of these is tried three times. */
const S3_CONNECT_MS_MAX = 5_000;
const S3_ANSWER_MS_MAX = 15_000;
const S3_TRIES_MAX = 3;

/** S3 lists and deletes so many at once. Source: the API's own limit. */
const S3_KEYS_PER_PAGE = 1_000;

/** Files in a bucket that speaks S3. */
export function bucketStorage(settings: NonNullable<Env["storage"]>): Storage {
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Everybody who speaks S3 knows buckets by path; names as hosts are Amazon's own.
    forcePathStyle: true,
    maxAttempts: S3_TRIES_MAX,
    requestHandler: { connectionTimeout: S3_CONNECT_MS_MAX, requestTimeout: S3_ANSWER_MS_MAX },
    // Newer checksums are unknown to many of them.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  const keyOf = (key: string) => settings.prefix + key;
  return {
    put: async (key, Body, ContentType) => {
      await client.send(new PutObjectCommand({ Bucket, Key: keyOf(key), Body, ContentType }));
    },
    get: async (key) => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(key) }));
        return Body === undefined ? null : await Body.transformToByteArray();
      } catch (error) {
        if (error instanceof Error && error.name === "NoSuchKey") return null;
        throw error;
      }
    },
    removeFolder: async (folder) => {
      const Prefix = `${keyOf(folder)}/`;
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
