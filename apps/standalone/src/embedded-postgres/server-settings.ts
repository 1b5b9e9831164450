/** The only address that the embedded server listens on. */
export const loopback = '127.0.0.1';

/** Connections for the sample: a worker's default slots and a few that are closing. */
export const sampleConnections = 540;

/**
 * Reserved for the service's own pools, whatever runs on the sample: an API and an executor use about 30.
 */
const serviceConnections = 100;

/**
 * Returns settings for a small machine that is shared with the service. They are given on the command line,
 * so that they come from the current code rather than from a file of the day on which the cluster was
 * created.
 */
export function serverSettings(port: number): Record<string, string> {
  return {
    listen_addresses: loopback,
    port: port.toString(),
    // A socket file would need a folder that both users can enter; TCP needs none.
    unix_socket_directories: '',
    max_connections: String(sampleConnections + serviceConnections),
    shared_buffers: '128MB',
    // JIT compilation helps queries of seconds on idle cores; here it only delays short ones.
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    autovacuum: 'on',
    // There are no replicas, and bulk loads into a new table may skip the log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
  };
}

/** Returns the settings as arguments of postgres. */
export const settingArguments = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
