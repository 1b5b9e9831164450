/**
 * Counts the points in the TAP output of a process that runs test files. With one file, its points are at the
 * margin; with several, each file is a point at the margin whose subtests are indented by four spaces.
 *
 * @param paths of the files in their order
 * @param onResult receives path, passed, failed, output (lines) and seconds of each file that ended
 */
export function createTapReader(paths, onResult) {
  const waiting = [...paths];
  const pointOfFile = paths.length === 1 ? /^(not )?ok \d+/ : /^ {4}(not )?ok \d+/;
  const endOfFile = paths.length === 1 ? undefined : /^(not )?ok \d+/;
  let result = newResult();
  let startedAtMs = performance.now();

  const finish = (isFailed) => {
    const { passed, failed } = result;
    // Outside of a test, or without one.
    const hasNoPoint = passed + failed === 0;
    if (failed === 0 && (isFailed || hasNoPoint)) result.failed = 1;
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
      const end = endOfFile?.exec(line);
      if (end && waiting.length > 0) finish(end[1] !== undefined);
    },
    /** Adds a line to the output of the current file. */
    note: (line) => {
      result.output.push(line);
    },
    /** Ends the current file; files that did not start have failed. */
    end: (code) => {
      if (paths.length === 1) finish(code !== 0);
      while (waiting.length > 0) finish(true);
    },
  };
}

const newResult = () => ({ passed: 0, failed: 0, output: [] });
