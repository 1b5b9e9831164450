import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import type { Swift } from './swift.js';

/** A bucket of a test, seen from behind the service's back. */
export interface TestBucket {
  name: string;
  /** Keys of all objects, in order. */
  keys(): Promise<string[]>;
  /** Keys of uploads that were begun and neither completed nor aborted. */
  uploads(): Promise<string[]>;
  read(key: string): Promise<Buffer>;
  write(key: string, bytes: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
  beginUpload(key: string): Promise<void>;
}

/** Settings of a service that keeps its results in a bucket of such a server. */
export const bucketSettings = (
  { endpoint, region, credentials }: Pick<Swift, 'endpoint' | 'region' | 'credentials'>,
  { name }: Pick<TestBucket, 'name'>,
): Record<string, string> => ({
  SERVICE_RESULTS_STORE: 's3',
  SERVICE_RESULTS_S3_BUCKET: name,
  SERVICE_RESULTS_S3_PREFIX: 'sluice',
  SERVICE_RESULTS_S3_ENDPOINT: endpoint,
  SERVICE_RESULTS_S3_REGION: region,
  SERVICE_RESULTS_S3_PATH_STYLE: 'true',
  SERVICE_RESULTS_S3_ACCESS_KEY_ID: credentials.accessKeyId,
  SERVICE_RESULTS_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
});

/** Makes a bucket with a name of its own. */
export async function createBucket({
  endpoint,
  region,
  credentials,
}: Pick<Swift, 'endpoint' | 'region' | 'credentials'>): Promise<TestBucket> {
  const Bucket = `test-${randomUUID()}`;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket }));
  return {
    name: Bucket,
    keys: async () => {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key = '' }) => Key);
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
