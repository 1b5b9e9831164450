/** The only address the embedded server listens on. */
export const loopback = '127.0.0.1';

/** Sessions that the connection "Sample" may have: a worker's default slots, and a few that end. */
export const sampleConnections = 540;

/** Left to the service's own pools, whatever runs on the sample: an API and an executor take about 30. */
const serviceConnections = 100;

/**
 * Settings for a small machine that is shared with the service, given on the command line so that
 * they come from the code of today and not from a file of the day the cluster was made.
 */
export function serverSettings(port: number): Record<string, string> {
  return {
    listen_addresses: loopback,
    port: port.toString(),
    // A socket file would have to lie in a folder that both users can enter; TCP needs none.
    unix_socket_directories: '',
    max_connections: String(sampleConnections + serviceConnections),
    shared_buffers: '128MB',
    // Compiling pays for queries of seconds on idle cores; here it only delays short ones.
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    autovacuum: 'on',
    // There are no replicas. Bulk loads into a new table may then skip the log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
  };
}

/** The settings as arguments of the postgres program. */
export const settingArguments = (settings: Record<string, string>): string[] =>
  Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
