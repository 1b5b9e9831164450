/**
 * Counts the points in the TAP output of a process that runs test files. Each file is a point at the margin, and its
 * subtests are indented by four spaces.
 *
 * @param paths of the files in their order
 * @param onResult receives path, passed, failed, output (lines) and seconds of each file that ended
 */
export function createTapReader(paths, onResult) {
  const waiting = [...paths];
  let result = newResult();
  let startedAtMs = performance.now();
  let hasFailed = false;
  /** Whether the last file has failed. It ends with the process, which may fail after it. */
  let isLastFailed = false;

  const finish = (isFailed) => {
    const { passed, failed } = result;
    // Outside of a test, or without one.
    const hasNoPoint = passed + failed === 0;
    if (failed === 0 && (isFailed || hasNoPoint)) result.failed = 1;
    hasFailed ||= result.failed > 0;
    const seconds = (performance.now() - startedAtMs) / 1000;
    onResult({ path: waiting.shift(), ...result, seconds });
    startedAtMs = performance.now();
    result = newResult();
  };
  return {
    /** Reads one line of TAP. */
    read: (line) => {
      result.output.push(line);
      const point = pointOfFile.exec(line);
      if (point !== null) {
        if (point[1] === undefined && !/# (skip|todo)/i.test(line)) result.passed++;
        else result.failed++;
      }
      const end = endOfFile.exec(line);
      if (end === null) return;
      if (waiting.length > 1) finish(end[1] !== undefined);
      else isLastFailed ||= end[1] !== undefined;
    },
    /** Adds a line to the output of the current file. */
    note: (line) => {
      result.output.push(line);
    },
    /** Ends the last file; files that did not start have failed. An exit code needs a failure that explains it. */
    end: (code) => {
      while (waiting.length > 1) finish(true);
      finish(isLastFailed || (code !== 0 && !hasFailed));
    },
  };
}

const pointOfFile = /^ {4}(not )?ok \d+/;
const endOfFile = /^(not )?ok \d+/;

const newResult = () => ({ passed: 0, failed: 0, output: [] });
