import { resultsPathOf } from '../paths.js';
import { OrderedResultWriter } from '../result-writer.js';
import type {
  ExpectedResult,
  ListedResult,
  Page,
  PartialReading,
  ReadOptions,
  ResultReading,
  ResultStore,
  ResultWriter,
} from '../store.js';
import type { Bucket, BucketOptions } from './bucket.js';
import { inParallel } from './in-parallel.js';
import { keysOf, resultOf, type ResultKeys } from './keys.js';
import { openPage, openPartialPage, openWhole, requireSize } from './s3-reader.js';
import { S3ResultOutput } from './s3-output.js';

/** Location of the store. */
export interface S3ResultStoreOptions extends Pick<
  BucketOptions,
  'bucket' | 'region' | 'endpoint' | 'publicEndpoint' | 'forcePathStyle' | 'credentials'
> {
  /** Prefix of all keys: the bucket may contain other objects. */
  prefix?: string | undefined;
  /** Timeout for the start of a response and for stalled bytes; default 30 s. */
  timeoutMs?: number;
  /** Maximum tries of a call; default 8, within about 15 s. */
  attempts?: number;
}

/**
 * Opens a bucket as a results store. Several processes may open it. No call is made yet: `freeBytes` reports an
 * unavailable bucket.
 */
export const openS3ResultStore = async ({
  prefix = '',
  timeoutMs = 30_000,
  attempts = 8,
  ...where
}: S3ResultStoreOptions): Promise<ResultStore> => {
  // The SDK is loaded only here: it is as large as the rest of a program.
  const { openSdkBucket } = await import('./sdk-bucket.js');
  const folder = prefix.split('/').filter((part) => part !== '');
  return new S3ResultStore(
    openSdkBucket({ ...where, timeoutMs, attempts }),
    folder.map((part) => `${part}/`).join(''),
  );
};

/** A result as it is stored. */
const contentType = 'application/json; charset=utf-8';

class S3ResultStore implements ResultStore {
  constructor(
    private readonly bucket: Bucket,
    private readonly prefix: string,
  ) {}

  create(statementId: string, startedOn: Date, adoption = 0): Promise<ResultWriter> {
    return this.#with(resultsPathOf(statementId, startedOn, adoption), (keys) =>
      Promise.resolve(
        new OrderedResultWriter(keys.resultsPath, new S3ResultOutput(this.bucket, keys)),
      ),
    );
  }

  openWhole(
    resultsPath: string,
    expected: ExpectedResult,
    options: ReadOptions = {},
  ): Promise<ResultReading> {
    return this.#with(resultsPath, (keys) => openWhole(this.bucket, keys, expected, options));
  }

  openPage(resultsPath: string, expected: ExpectedResult, page: Page): Promise<ResultReading> {
    return this.#with(resultsPath, (keys) => openPage(this.bucket, keys, expected, page));
  }

  openPartialPage(
    statementId: string,
    startedOn: Date,
    page: Page,
    adoption = 0,
  ): Promise<PartialReading | null> {
    return this.#with(resultsPathOf(statementId, startedOn, adoption), (keys) =>
      openPartialPage(this.bucket, keys, page),
    );
  }

  linkTo(resultsPath: string, { bytes }: ExpectedResult, seconds: number): Promise<string> {
    return this.#with(resultsPath, async (keys) => {
      requireSize(keys, bytes, await this.bucket.sizeOf(keys.data));
      return this.bucket.addressOf(keys.data, contentType, seconds);
    });
  }

  localPath(): Promise<null> {
    return Promise.resolve(null);
  }

  has(resultsPath: string): Promise<boolean> {
    return this.#with(resultsPath, async (keys) => (await this.bucket.sizeOf(keys.data)) !== null);
  }

  remove(resultsPath: string): Promise<void> {
    return this.#with(resultsPath, async (keys) => {
      // Uploads first: while anything else exists, the result is listed and removed again.
      const uploads = await this.bucket.uploadsOf(keys.data);
      await inParallel(uploads, (id) => this.bucket.abortUpload(keys.data, id));
      await this.bucket.delete(keys.partialIndex);
      await this.#removePartials(keys);
      await this.bucket.delete(keys.data);
      await this.bucket.delete(keys.index);
    });
  }

  async *list(before: Date): AsyncGenerator<ListedResult> {
    for await (const { key, modifiedOn } of this.bucket.list(this.prefix)) {
      const result = resultOf(this.prefix, key);
      if (result !== null && modifiedOn < before) yield { ...result, modifiedOn };
    }
  }

  async freeBytes(): Promise<number> {
    try {
      await this.bucket.ping();
      return Number.MAX_SAFE_INTEGER;
    } catch {
      // An unavailable bucket has no free space: a worker could not store results.
      return 0;
    }
  }

  async #removePartials({ partial }: ResultKeys): Promise<void> {
    const found: string[] = [];
    for await (const { key } of this.bucket.list(partial)) found.push(key);
    await inParallel(found, (key) => this.bucket.delete(key));
  }

  async #with<T>(resultsPath: string, work: (keys: ResultKeys) => Promise<T>): Promise<T> {
    return work(keysOf(this.prefix, resultsPath));
  }
}
