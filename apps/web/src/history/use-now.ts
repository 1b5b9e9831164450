import { useEffect, useState } from 'react';

const tickMs = 500;

/** The time, in milliseconds since 1970, which goes on while somebody needs it. */
export function useNow(isNeeded: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isNeeded) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return nowMs;
}
