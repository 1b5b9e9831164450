import { useEffect, useState } from 'react';

const TICK_MS = 500;

/** Returns the current time in milliseconds; it updates while `isActive`. */
export function useNow(isActive: boolean): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (!isActive) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isActive]);
  return nowMs;
}
