import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { serviceCodeOf } from '../errors.js';
import type { Bucket, BucketOptions, ListedObject } from './bucket.js';

/** Each stalled reader holds a connection and must not block other readers. */
const maxConnections = 1024;
const connectTimeoutMs = 5_000;

/** A bucket through Amazon's SDK. This module is imported only when the store needs it, because loading takes long. */
export const openSdkBucket = (options: BucketOptions): Bucket => {
  const { bucket: Bucket, region, endpoint, forcePathStyle, credentials } = options;
  const clientOf = (address: string | undefined) =>
    new S3Client({
      region,
      forcePathStyle,
      ...(address !== undefined && { endpoint: address }),
      ...(credentials && { credentials }),
      maxAttempts: options.attempts,
      // Uploads have a checksum already, and whole results are compared with the service's own checksum.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: Math.min(connectTimeoutMs, options.timeoutMs),
        requestTimeout: options.timeoutMs,
        throwOnRequestTimeout: true,
        socketTimeout: options.timeoutMs,
        httpAgent: { maxSockets: maxConnections },
        httpsAgent: { maxSockets: maxConnections },
      },
    });
  const client = clientOf(endpoint);
  // The signature includes the host. Nothing is sent to this one.
  const signer = options.publicEndpoint === undefined ? client : clientOf(options.publicEndpoint);

  return {
    async put(Key, Body) {
      await client.send(
        new PutObjectCommand({ Bucket, Key, Body, ChecksumCRC32: checksumOf(Body) }),
      );
    },

    async get(Key, range) {
      const Range = range && `bytes=${range.start}-${range.end - 1}`;
      const found = await orNull(client.send(new GetObjectCommand({ Bucket, Key, Range })));
      if (found === null) return null;
      const { Body, ContentRange, ContentLength } = found;
      if (!(Body instanceof Readable)) throw new Error('The object storage response has no body');
      if (ContentRange === undefined && range !== undefined && range.start > 0) {
        Body.destroy();
        throw new Error('The object storage does not support range requests');
      }
      const size = Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1] ?? ContentLength);
      return { stream: Body, size };
    },

    async sizeOf(Key) {
      const found = await orNull(client.send(new HeadObjectCommand({ Bucket, Key })));
      return found === null ? null : (found.ContentLength ?? 0);
    },

    async delete(Key) {
      await orNull(client.send(new DeleteObjectCommand({ Bucket, Key })));
    },

    async *list(Prefix): AsyncGenerator<ListedObject> {
      for (let ContinuationToken: string | undefined; ;) {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key !== undefined && LastModified !== undefined) {
            yield { key: Key, modifiedOn: LastModified };
          }
        }
        ContinuationToken = page.NextContinuationToken;
        if (ContinuationToken === undefined) return;
      }
    },

    async beginUpload(Key) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
      if (UploadId === undefined) throw new Error('The object storage returned no upload ID');
      return UploadId;
    },

    async putPart(Key, UploadId, PartNumber, Body) {
      const { ETag } = await client.send(
        new UploadPartCommand({
          Bucket,
          Key,
          UploadId,
          PartNumber,
          Body,
          ChecksumCRC32: checksumOf(Body),
        }),
      );
      return { number: PartNumber, etag: ETag ?? '' };
    },

    async copyPart(Key, UploadId, PartNumber, from) {
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({
          Bucket,
          Key,
          UploadId,
          PartNumber,
          CopySource: `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`,
        }),
      );
      return { number: PartNumber, etag: CopyPartResult?.ETag ?? '' };
    },

    async completeUpload(Key, UploadId, parts) {
      const Parts = parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag }));
      const completed = await orNull(
        client.send(
          new CompleteMultipartUploadCommand({
            Bucket,
            Key,
            UploadId,
            MultipartUpload: { Parts },
          }),
        ),
      );
      return completed !== null;
    },

    async abortUpload(Key, UploadId) {
      await orNull(client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
    },

    async uploadsOf(Key) {
      const ids: string[] = [];
      for (let KeyMarker: string | undefined, UploadIdMarker: string | undefined; ;) {
        const page = await client.send(
          new ListMultipartUploadsCommand({ Bucket, Prefix: Key, KeyMarker, UploadIdMarker }),
        );
        for (const upload of page.Uploads ?? []) {
          if (upload.Key === Key && upload.UploadId !== undefined) ids.push(upload.UploadId);
        }
        if (page.IsTruncated !== true) return ids;
        KeyMarker = page.NextKeyMarker;
        UploadIdMarker = page.NextUploadIdMarker;
      }
    },

    addressOf(Key, ResponseContentType, expiresIn) {
      const command = new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentType,
        ResponseCacheControl: 'private, no-store',
      });
      return getSignedUrl(signer, command, { expiresIn });
    },

    async ping() {
      await client.send(new HeadBucketCommand({ Bucket }));
    },
  };
};

/** Lets the server verify what arrives. The cost is small: `zlib` computes 3 GB/s. */
const checksumOf = (bytes: Buffer): string => {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(bytes));
  return checksum.toString('base64');
};

const absences = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

const orNull = async <T>(call: Promise<T>): Promise<T | null> => {
  try {
    return await call;
  } catch (error) {
    if (absences.has(serviceCodeOf(error))) return null;
    throw error;
  }
};
