/** Something that was opened and must be closed. */
export interface Closer {
  /** Closes it in good order. */
  close(): Promise<void>;
  /** Closes it at once; `close` is then quick. */
  kill?(): void;
}

/** What a start has opened so far. */
export interface Closers {
  /** @throws when everything is being closed already; `closer` is closed first. */
  add(closer: Closer): Promise<void>;
  /** Closes everything, the last opened first; may be called twice. */
  closeAll(): Promise<void>;
  /** Closes everything at once; `closeAll` still has to be awaited. */
  killAll(): void;
  readonly closing: boolean;
}

/** Nothing opened yet. A failure to close one thing keeps no other open. */
export function createClosers(onError: (error: unknown) => void): Closers {
  const open: Closer[] = [];
  let closed: Promise<void> | undefined;
  const closeEach = async () => {
    for (const closer of open.toReversed()) await closer.close().catch(onError);
  };
  return {
    async add(closer) {
      if (closed === undefined) {
        open.push(closer);
        return;
      }
      await closer.close();
      throw new Error('The start was interrupted');
    },
    closeAll: () => (closed ??= closeEach()),
    killAll() {
      for (const closer of open) closer.kill?.();
    },
    get closing() {
      return closed !== undefined;
    },
  };
}
