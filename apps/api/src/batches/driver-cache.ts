/** Which driver each connection had when this process last looked. */
export interface KnownDrivers {
  get(connectionId: string): string | undefined;
  set(connectionId: string, driver: string): void;
  forget(connectionId: string): void;
}

const maxKnown = 10_000;

/** Remembers drivers for as long as nobody says that one has changed; whoever uses one checks it. */
export function createKnownDrivers(): KnownDrivers {
  const known = new Map<string, string>();
  return {
    get: (connectionId) => known.get(connectionId),
    set: (connectionId, driver) => {
      if (known.size >= maxKnown) known.clear();
      known.set(connectionId, driver);
    },
    forget: (connectionId) => void known.delete(connectionId),
  };
}
