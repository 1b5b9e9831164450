/** Bounds how many sessions of one connection are being opened at the same time. */
export interface ConnectGate {
  /** Calls `connect` in its turn; others of the same connection are called in the order of theirs. */
  run<T>(connectionId: string, connect: () => Promise<T>): Promise<T>;
}

/**
 * A start of a session takes some ten milliseconds of processor on both sides. Of hundreds that begin at once
 * the last would meet the time-out for connecting, which counts from its turn here.
 */
const mostAtOnce = 16;

/** Makes a gate that nobody waits at. */
export function createConnectGate(most = mostAtOnce): ConnectGate {
  const gates = new Map<string, { open: number; waiting: (() => void)[] }>();
  return {
    run: async (connectionId, connect) => {
      const gate = gates.get(connectionId) ?? { open: 0, waiting: [] };
      gates.set(connectionId, gate);
      if (gate.open < most) gate.open += 1;
      else await new Promise<void>((resolve) => gate.waiting.push(resolve));
      try {
        return await connect();
      } finally {
        const next = gate.waiting.shift();
        if (next !== undefined) next();
        else gate.open -= 1;
        if (gate.open === 0) gates.delete(connectionId);
      }
    },
  };
}
