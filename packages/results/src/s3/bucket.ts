import type { Readable } from 'node:stream';

/** Bytes of an object: from `start`, to the one before `end`. */
export interface ObjectRange {
  start: number;
  end: number;
}

/** An object, or a part of it, on its way. The stream must be read to its end or destroyed. */
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

/** A part of an upload, as the server knows it. */
export interface UploadedPart {
  number: number;
  etag: string;
}

/** What the store does with a bucket. Calls are tried again by themselves where that may help. */
export interface Bucket {
  put(key: string, bytes: Buffer): Promise<void>;
  /** All of an object, or a part of it; null when there is no such object. */
  get(key: string, range?: ObjectRange): Promise<ObjectBody | null>;
  /** Bytes of an object; null when there is none. */
  sizeOf(key: string): Promise<number | null>;
  /** That there is no such object is no error. */
  delete(key: string): Promise<void>;
  /** In the order of their keys. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** Begins an object that is made of parts; nothing of it can be seen before it is completed. */
  beginUpload(key: string): Promise<string>;
  putPart(key: string, uploadId: string, number: number, bytes: Buffer): Promise<UploadedPart>;
  /** Takes a whole object as a part, without its bytes coming here. */
  copyPart(key: string, uploadId: string, number: number, from: string): Promise<UploadedPart>;
  /** False when there is no such upload (any more). */
  completeUpload(key: string, uploadId: string, parts: readonly UploadedPart[]): Promise<boolean>;
  /** That there is no such upload is no error. */
  abortUpload(key: string, uploadId: string): Promise<void>;
  /** The uploads of this key that were begun, and neither completed nor aborted. */
  uploadsOf(key: string): Promise<string[]>;
  /**
   * An address by which anybody reads this one object for so many seconds; its answer has this type and is
   * kept by no cache. No call is made.
   */
  addressOf(key: string, contentType: string, seconds: number): Promise<string>;
  /** Asks whether the bucket is there and answers. */
  ping(): Promise<void>;
}

/** Where a bucket is and who asks. */
export interface BucketOptions {
  bucket: string;
  region: string;
  /** Unset: Amazon's for the region. */
  endpoint?: string | undefined;
  /** Where clients of the service reach it, when that is elsewhere. */
  publicEndpoint?: string | undefined;
  /** The bucket is in the path of addresses, not in the host's name. */
  forcePathStyle: boolean;
  /** Unset: whatever the SDK finds (environment, files, the machine's role). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** For an answer to begin, and for bytes to move. */
  timeoutMs: number;
  /** How often a call is tried. */
  attempts: number;
}
