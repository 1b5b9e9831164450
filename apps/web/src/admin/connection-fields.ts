import type {
  Connection,
  CreateConnection,
  DriverInfo,
  EnvironmentColor,
  TestConnection,
  UpdateConnection,
} from '@sluice/contracts';

/** The value of a driver field in the form; null removes the stored value. */
export type FieldValue = string | boolean | null;

/** The state of the form. A null limit uses the limit of the service. */
export interface ConnectionForm {
  name: string;
  driver: string;
  description: string;
  readOnly: boolean;
  /** Null uses the default pool. */
  workerPool: string | null;
  /** Empty shows no label. */
  environment: string;
  environmentColor: EnvironmentColor;
  multiStatementTransactionEnabled: boolean;
  idleTimeoutSeconds: number | null;
  maxRows: number | null;
  maxConcurrency: number | null;
  queryTimeoutSeconds: number | null;
  data: Record<string, FieldValue>;
}

/** Returns the initial state of the form. */
export function formOf(connection: Connection | null, driver: string): ConnectionForm {
  return {
    name: connection?.name ?? '',
    driver: connection?.driver ?? driver,
    description: connection?.description ?? '',
    readOnly: connection?.readOnly ?? false,
    workerPool: connection?.workerPool ?? null,
    environment: connection?.environment ?? '',
    environmentColor: connection?.environmentColor ?? 'gray',
    multiStatementTransactionEnabled: connection?.multiStatementTransactionEnabled ?? false,
    idleTimeoutSeconds: connection?.idleTimeoutSeconds ?? null,
    maxRows: connection?.maxRows ?? null,
    maxConcurrency: connection?.maxConcurrency ?? null,
    queryTimeoutSeconds: connection?.queryTimeoutSeconds ?? null,
    data: { ...(connection?.data as Record<string, FieldValue> | undefined) },
  };
}

/**
 * Returns the data after an input. The first value of a field turns on the check box that it requires, as the service
 * does, so that the form shows what is saved.
 */
export function dataAfterInput(
  { fields }: Pick<DriverInfo, 'fields'>,
  data: ConnectionForm['data'],
  key: string,
  value: FieldValue,
): ConnectionForm['data'] {
  const isFirst = isEmpty(data[key]) && !isEmpty(value);
  const boxes = fields.filter(({ impliedBy = [] }) => isFirst && impliedBy.includes(key));
  return { ...data, [key]: value, ...Object.fromEntries(boxes.map((box) => [box.key, true])) };
}

const isEmpty = (value: FieldValue | undefined): boolean =>
  value === undefined || value === null || value === false || value === '';

/**
 * Returns the driver fields that differ from the stored ones. An emptied field is removed (null). An empty secret
 * keeps its stored value. An empty field without stored value is left out.
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

/** Returns the request body that saves the form. */
export const writeBody = (
  form: ConnectionForm,
  connection: Connection | null,
  driver: DriverInfo,
): CreateConnection & UpdateConnection => ({
  ...settingsOf(form),
  data: changedData(form, connection, driver),
});

/** Returns the request body that tests the form. */
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
