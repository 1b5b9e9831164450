/** More than the processors: a test often waits for a lease, a lock or a browser. */
const USUAL = 5;

/** One for each of two processors: with more, files would reach the time limits of the product. */
const ON_SLOW_MACHINE = 2;

/** Bytes that a measurement touches for the first time: on slow virtual machines, page faults take most of the time. */
const TOUCHED_BYTES = 32 * 1024 * 1024;

/** Milliseconds from which a measurement shows a slow machine. */
const SLOW_TOUCH_MS = 60;

const MEASUREMENTS = 5;

/** Returns how many test processes run side by side: fewer on a machine where memory is slow to touch. */
export function parallelProcesses() {
  const touchMs = Array.from({ length: MEASUREMENTS }, () => {
    const begunAtMs = performance.now();
    Buffer.alloc(TOUCHED_BYTES, 1);
    return performance.now() - begunAtMs;
  }).sort((one, other) => one - other)[Math.floor(MEASUREMENTS / 2)];
  if (touchMs < SLOW_TOUCH_MS) return USUAL;
  console.log(
    ` This machine is slow (32 MiB in ${touchMs.toFixed(0)} ms): ${ON_SLOW_MACHINE} test processes`,
  );
  return ON_SLOW_MACHINE;
}
