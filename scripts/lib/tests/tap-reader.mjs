/**
 * Counts the points in the TAP output of a process that runs test files. Each file is a point at the margin, and its
 * subtests are indented by four spaces.
 *
 * @param first the path of the first file
 * @param next called when a file has ended; starts the next one and returns its path, or undefined if it was the last
 * @param onResult receives path, passed, failed, output (lines) and seconds of each file that ended
 */
export function createTapReader(first, next, onResult) {
  let path = first;
  let result = newResult();
  let startedAtMs = performance.now();
  /** Whether the process has begun with the current file. */
  let isBegun = false;
  let hasFailed = false;
  /** Whether the last file has ended. Its result waits for the process, which may fail after it. */
  let isLastEnded = false;
  let isLastFailed = false;

  const finish = (isFailed) => {
    const { passed, failed } = result;
    // Outside of a test, or without one.
    const hasNoPoint = passed + failed === 0;
    if (failed === 0 && (isFailed || hasNoPoint)) result.failed = 1;
    hasFailed ||= result.failed > 0;
    const seconds = (performance.now() - startedAtMs) / 1000;
    onResult({ path, ...result, seconds });
    startedAtMs = performance.now();
    result = newResult();
  };
  return {
    /** Reads one line of TAP. */
    read: (line) => {
      result.output.push(line);
      isBegun ||= line === `# Subtest: ${path}`;
      const point = pointOfFile.exec(line);
      if (point !== null) {
        if (point[1] === undefined && !/# (skip|todo)/i.test(line)) result.passed++;
        else result.failed++;
      }
      const end = endOfFile.exec(line);
      if (end === null) return;
      const isFailed = end[1] !== undefined;
      const following = isLastEnded ? undefined : next();
      if (following === undefined) {
        isLastEnded = true;
        isLastFailed ||= isFailed;
        return;
      }
      finish(isFailed);
      path = following;
      isBegun = false;
    },
    /** Adds a line to the output of the current file. */
    note: (line) => {
      result.output.push(line);
    },
    /**
     * Ends the current file, which has failed if it did not end. An exit code needs a failure that explains it.
     * Returns the path of the file instead if the process ended by a failure of an earlier one before it began.
     */
    end: (code) => {
      if (!isBegun && !isLastEnded && hasFailed) return path;
      finish(!isLastEnded || isLastFailed || (code !== 0 && !hasFailed));
      return undefined;
    },
  };
}

const pointOfFile = /^ {4}(not )?ok \d+/;
const endOfFile = /^(not )?ok \d+/;

const newResult = () => ({ passed: 0, failed: 0, output: [] });
