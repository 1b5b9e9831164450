/** Something that must be closed. */
export interface Closer {
  /** Closes it gracefully. */
  close(): Promise<void>;
  /** Closes it at once; `close` then returns quickly. */
  kill?(): void;
}

/** A stack of opened resources. */
export interface Closers {
  /**
   * Registers `closer`. @throws when everything is already being closed; `closer` is closed first.
   */
  add(closer: Closer): Promise<void>;
  /** Closes everything, the last opened first. May be called twice. */
  closeAll(): Promise<void>;
  /** Kills everything; call `closeAll` afterwards. */
  killAll(): void;
  readonly closing: boolean;
}

/** Creates an empty stack. A failed close does not prevent the others. */
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
