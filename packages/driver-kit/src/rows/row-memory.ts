/**
 * Memory that all statements of a process share for rows between their servers and their files. A statement
 * takes a share before it reads more than a few rows, and gives it back when its rows are written or pause.
 */
export interface RowMemory {
  /** Takes a share of `bytes`, in the order of the calls; `onTaken` is called when there is room, maybe at once. */
  take(bytes: number, onTaken: () => void): RowMemoryShare;
}

/** A share that was asked for; it counts once it was taken. */
export interface RowMemoryShare {
  /** Gives the share back, or asks for it no more. May be called twice. */
  giveBack(): void;
}

/** Options of {@link createRowMemory}. */
export interface RowMemoryOptions {
  /** A share that is larger takes all of it. */
  maxBytes: number;
}

/** Makes memory of which nothing is taken. */
export function createRowMemory({ maxBytes }: RowMemoryOptions): RowMemory {
  let free = maxBytes;
  const waiting: { bytes: number; onTaken: () => void }[] = [];
  // Strictly in order: a large share would wait for ever behind small ones otherwise.
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
