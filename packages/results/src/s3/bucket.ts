import type { Readable } from 'node:stream';

/** Bytes of an object: from `start` to the one before `end`. */
export interface ObjectRange {
  start: number;
  end: number;
}

/** An object or a part of it. The stream must be read to its end or destroyed. */
export interface ObjectBody {
  stream: Readable;
  /** Bytes of the whole object. */
  size: number;
}

/** An object in a list. */
export interface ListedObject {
  key: string;
  modifiedOn: Date;
}

/** A part of an upload, as the server identifies it. */
export interface UploadedPart {
  number: number;
  etag: string;
}

/** Operations of the store on a bucket. Calls are retried where that may help. */
export interface Bucket {
  put(key: string, bytes: Buffer): Promise<void>;
  /** The whole object or a part of it; null when it does not exist. */
  get(key: string, range?: ObjectRange): Promise<ObjectBody | null>;
  /** Bytes of an object; null when it does not exist. */
  sizeOf(key: string): Promise<number | null>;
  /** A missing object is not an error. */
  delete(key: string): Promise<void>;
  /** Ordered by key. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Starts an object that consists of parts. Nothing of it is visible before it is completed. */
  beginUpload(key: string): Promise<string>;
  putPart(key: string, uploadId: string, number: number, bytes: Buffer): Promise<UploadedPart>;
  /** Copies a whole object as a part on the server. */
  copyPart(key: string, uploadId: string, number: number, from: string): Promise<UploadedPart>;
  /** False when the upload does not exist. */
  completeUpload(key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<boolean>;
  /** A missing upload is not an error. */
  abortUpload(key: string, uploadId: string): Promise<void>;
  /** The uploads of this key that are neither completed nor aborted. */
  uploadsOf(key: string): Promise<string[]>;
  /**
   * A presigned URL that reads this object for this many seconds. The response has this content type and is not cached.
   * No call is made.
   */
  addressOf(key: string, contentType: string, seconds: number): Promise<string>;
  /** Checks that the bucket exists and responds. */
  ping(): Promise<void>;
}

/** Location and credentials of a bucket. */
export interface BucketOptions {
  bucket: string;
  region: string;
  /** Unset: Amazon S3 in the region. */
  endpoint?: string | undefined;
  /** URL of the server for clients, when it differs. */
  publicEndpoint?: string | undefined;
  /** The bucket is in the path of URLs and not in the host name. */
  forcePathStyle: boolean;
  /** Unset: the SDK's default credential chain. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Timeout for the start of a response and for stalled bytes. */
  timeoutMs: number;
  /** Maximum tries of a call. */
  attempts: number;
}
