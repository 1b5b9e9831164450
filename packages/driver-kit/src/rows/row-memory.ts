/**
 * Memory budget that all statements of a process share for rows between server and file. A statement takes a
 * share before it reads more than a few rows, and returns it when its rows are written or paused.
 */
export interface RowMemory {
  /**
   * Requests a share of `bytes`, in call order; `onTaken` is called when memory is available, possibly at once.
   */
  take(bytes: number, onTaken: () => void): RowMemoryShare;
}

/** A requested share; it counts once it is taken. */
export interface RowMemoryShare {
  /** Returns the share or withdraws the request. Can be called twice. */
  giveBack(): void;
}

/** Options of {@link createRowMemory}. */
export interface RowMemoryOptions {
  /** Budget in bytes. A larger request takes the whole budget. */
  maxBytes: number;
}

/** Creates an unused memory budget. */
export function createRowMemory({ maxBytes }: RowMemoryOptions): RowMemory {
  let free = maxBytes;
  const waiting: { bytes: number; onTaken: () => void }[] = [];
  // Strict order: a large request would otherwise starve behind small ones.
  const serve = (): void => {
    for (let first = waiting[0]; first !== undefined && first.bytes <= free; first = waiting[0]) {
      waiting.shift();
      free -= first.bytes;
      first.onTaken();
    }
  };
  return {
    take: (wanted, onTaken) => {
      const bytes = Math.min(wanted, maxBytes);
      let isTaken = false;
      let isOver = false;
      const request = {
        bytes,
        onTaken: () => {
          isTaken = true;
          onTaken();
        },
      };
      waiting.push(request);
      serve();
      return {
        giveBack: () => {
          if (isOver) return;
          isOver = true;
          if (isTaken) free += bytes;
          else waiting.splice(waiting.indexOf(request), 1);
          serve();
        },
      };
    },
  };
}
