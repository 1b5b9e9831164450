import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import type { ObjectStorage } from './swift.js';

/** Direct access to a test's bucket. */
export interface TestBucket {
  name: string;
  /** Returns the keys of all objects, in order. */
  keys(): Promise<string[]>;
  /** Returns the keys of uploads that were neither completed nor aborted. */
  uploads(): Promise<string[]>;
  read(key: string): Promise<Buffer>;
  write(key: string, bytes: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  beginUpload(key: string): Promise<void>;
}

/** Settings of the service for results in a bucket. */
export const bucketSettings = (
  { endpoint, region, credentials }: ObjectStorage,
  { name }: Pick<TestBucket, 'name'>,
): Record<string, string> => ({
  SERVICE_RESULTS_STORE: 's3',
  SERVICE_RESULTS_S3_BUCKET: name,
  SERVICE_RESULTS_S3_ENDPOINT: endpoint,
  SERVICE_RESULTS_S3_REGION: region,
  SERVICE_RESULTS_S3_PATH_STYLE: 'true',
  SERVICE_RESULTS_S3_ACCESS_KEY_ID: credentials.accessKeyId,
  SERVICE_RESULTS_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

/** Creates a bucket with a unique name. */
export async function createBucket({
  endpoint,
  region,
  credentials,
}: ObjectStorage): Promise<TestBucket> {
  const Bucket = `test-${randomUUID()}`;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket }));
  return {
    name: Bucket,
    keys: async () => {
      const found: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket })) {
        found.push(...Contents.map(({ Key = '' }) => Key));
      }
      return found;
    },
    uploads: async () => {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      return Uploads.map(({ Key = '' }) => Key);
    },
    read: async (Key) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    write: async (Key, Body) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body }));
    },
    remove: async (Key) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
    },
    beginUpload: async (Key) => {
      await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    },
  };
}
