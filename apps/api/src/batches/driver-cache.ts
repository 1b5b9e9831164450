/** The driver of each connection, as this process last read it. */
export interface DriverCache {
  get(connectionId: string): string | undefined;
  set(connectionId: string, driver: string): void;
  forget(connectionId: string): void;
}

const MAX_ENTRIES = 10_000;

/** Caches drivers until they are forgotten. The user of an entry verifies it. */
export function createDriverCache(): DriverCache {
  const known = new Map<string, string>();
  return {
    get: (connectionId) => known.get(connectionId),
    set: (connectionId, driver) => {
      if (known.size >= MAX_ENTRIES) known.clear();
      known.set(connectionId, driver);
    },
    forget: (connectionId) => void known.delete(connectionId),
  };
}
