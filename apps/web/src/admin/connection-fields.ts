import type {
  Connection,
  CreateConnection,
  DriverInfo,
  TestConnection,
  UpdateConnection,
} from '@sluice/contracts';

/** A field of a driver in the form; null: what is stored is to be removed. */
export type FieldValue = string | boolean | null;

/** What the form holds; `null` limits are those of the service. */
export interface ConnectionForm {
  name: string;
  driver: string;
  description: string;
  readOnly: boolean;
  /** Null: the default one. */
  workerPool: string | null;
  multiStatementTransactionEnabled: boolean;
  idleTimeoutSeconds: number | null;
  maxRows: number | null;
  maxConcurrency: number | null;
  queryTimeoutSeconds: number | null;
  data: Record<string, FieldValue>;
}

/** What the form begins as. */
export function formOf(connection: Connection | null, driver: string): ConnectionForm {
  return {
    name: connection?.name ?? '',
    driver: connection?.driver ?? driver,
    description: connection?.description ?? '',
    readOnly: connection?.readOnly ?? false,
    workerPool: connection?.workerPool ?? null,
    multiStatementTransactionEnabled: connection?.multiStatementTransactionEnabled ?? false,
    idleTimeoutSeconds: connection?.idleTimeoutSeconds ?? null,
    maxRows: connection?.maxRows ?? null,
    maxConcurrency: connection?.maxConcurrency ?? null,
    queryTimeoutSeconds: connection?.queryTimeoutSeconds ?? null,
    data: { ...(connection?.data as Record<string, FieldValue> | undefined) },
  };
}

/**
 * The fields that differ from what is stored. One that was emptied is removed, a secret that was left empty
 * stays, and where nothing is stored nothing needs to be said of what is empty.
 */
export function changedData(
  form: ConnectionForm,
  connection: Connection | null,
  driver: DriverInfo,
): Record<string, FieldValue> {
  const stored = connection?.driver === form.driver ? (connection.data ?? {}) : {};
  const entries = driver.fields.flatMap(({ key, secret = false }): [string, FieldValue][] => {
    const value = form.data[key];
    if (value === undefined || value === stored[key]) return [];
    if (value === null) return connection === null ? [] : [[key, null]];
    if (value !== '') return [[key, value]];
    return secret || stored[key] === undefined ? [] : [[key, null]];
  });
  return Object.fromEntries(entries);
}

const settingsOf = ({ data: _, idleTimeoutSeconds, name, ...settings }: ConnectionForm) => ({
  ...settings,
  name: name.trim(),
  ...(idleTimeoutSeconds !== null && { idleTimeoutSeconds }),
});

/** What is sent to write the form. */
export const writeBody = (
  form: ConnectionForm,
  connection: Connection | null,
  driver: DriverInfo,
): CreateConnection & UpdateConnection => ({
  ...settingsOf(form),
  data: changedData(form, connection, driver),
});

/** What is sent to try the form. */
export const testBody = (
  form: ConnectionForm,
  connection: Connection | null,
  driver: DriverInfo,
): TestConnection => ({
  ...(connection !== null && { id: connection.id }),
  driver: form.driver,
  readOnly: form.readOnly,
  workerPool: form.workerPool,
  data: changedData(form, connection, driver),
});
