/** Resource limits of an engine's process. */
export interface EngineBounds {
  /** Private memory in MiB. */
  memoryMb: number;
  /** Whether the process may write files. */
  writesFiles: boolean;
}

/** Default of SERVICE_LOCAL_ENGINE_MEMORY_MB, in MiB. */
export const DEFAULT_ENGINE_MEMORY_MB = 2048;

/**
 * Writable mappings that Node reserves without using them, in MiB: measured 1,090 for SQLite and 1,150 for
 * DuckDB on Node 26, plus what the engine can allocate between two samples of the memory watch.
 */
const RESERVED_MB = 1_408;

/**
 * Sets kernel limits: no core dump, because it would contain user data; no data segment beyond the limit, which
 * engines report as out of memory; with `ulimit -f 0` no file grows, whichever statement writes to it. An
 * existing lower limit stays.
 */
const script = [
  'ulimit -c 0',
  'ulimit -d "$1"',
  '[ "$2" = write ] || ulimit -f 0',
  'shift 2',
  'exec "$@"',
].join('\n');

/**
 * Returns the command that runs `program` within its limits. On other platforms than Linux the command is
 * unchanged: only Linux counts mapped memory as data.
 */
export function boundedCommand(
  program: string,
  args: readonly string[],
  { memoryMb, writesFiles }: EngineBounds,
): [program: string, args: string[]] {
  if (process.platform !== 'linux') return [program, [...args]];
  const dataKb = (memoryMb + RESERVED_MB) * 1024;
  const files = writesFiles ? 'write' : 'read';
  return ['/bin/sh', ['-c', script, 'sh', String(dataKb), files, program, ...args]];
}
