import { LRUCache } from 'lru-cache';

/** The driver of each connection, as this process last read it. The user of an entry verifies it. */
export type DriverCache = Pick<LRUCache<string, string>, 'get' | 'set' | 'delete'>;

/** Creates an empty cache. */
export const createDriverCache = (): DriverCache => new LRUCache({ max: 10_000 });
