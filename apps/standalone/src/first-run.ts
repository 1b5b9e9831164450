/** How the sample database is reached. */
export interface SampleAddress {
  host: string;
  port: number;
  database: string;
  username: string;
  password: string;
}

/** What the first start puts into the service's database. */
export interface FirstRunData {
  /** Of the service's own database, migrations applied. */
  databaseUrl: string;
  /** Encrypts the connection's data. */
  passphrase: string;
  /** Absent when the settings name an admin with a password: then the API makes that one. */
  admin?: { email: string; password: string };
  sample: SampleAddress;
}

/**
 * Makes the first admin and the connection "Sample". Called at every start until one has come to its
 * end, so it must leave alone what an interrupted start has made already.
 */
export function createFirstRunData(_data: FirstRunData): Promise<void> {
  return Promise.resolve();
}

/**
 * Changes host and port of the connection "Sample", if it still exists. Called when the port of the
 * last start was taken and PostgreSQL had to move.
 */
export function moveSampleConnection(
  _data: Pick<FirstRunData, 'databaseUrl' | 'passphrase' | 'sample'>,
): Promise<void> {
  return Promise.resolve();
}
