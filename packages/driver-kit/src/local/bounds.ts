/** What an engine's process may use of the machine. */
export interface EngineBounds {
  /** MiB of memory of its own. */
  memoryMb: number;
  /** Whether it may write files. */
  writesFiles: boolean;
}

/** MiB of memory where no setting says otherwise. */
export const DEFAULT_ENGINE_MEMORY_MB = 2048;

/**
 * MiB of writable mappings that Node reserves and does not use, measured at 1,090 for SQLite and 1,150 for DuckDB on
 * Node 26, and as much again as the engine may take between two looks of the memory watch.
 */
const RESERVED_MB = 1_408;

/**
 * The kernel's own limits: no core dump of customers' data; data beyond the bound is refused, which engines report as
 * out of memory; with `ulimit -f 0` no file gets a byte, whatever statement tries it. A limit that is already lower
 * stays.
 */
const script = [
  'ulimit -c 0',
  'ulimit -d "$1"',
  '[ "$2" = write ] || ulimit -f 0',
  'shift 2',
  'exec "$@"',
].join('\n');

/** The command that runs `program` within its bounds. Only Linux counts mapped memory as data. */
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
