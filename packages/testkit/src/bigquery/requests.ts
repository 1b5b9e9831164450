import type { QueryOptions } from './jobs.js';
import { at, keysOf, list, text } from './json.js';
import { parameterError } from './parameters.js';
import { invalidValue, type WireError } from './wire-error.js';

/** Fields of the discovery document 20250928 that a query can have, in `configuration` and in `query`. */
const known = {
  configuration: new Set(['dryRun', 'jobTimeoutMs', 'jobType', 'labels', 'query', 'reservation']),
  query: new Set([
    ...['allowLargeResults', 'clustering', 'connectionProperties', 'continuous', 'createSession'],
    ...['createDisposition', 'defaultDataset', 'destinationTable', 'flattenResults', 'query'],
    ...['maximumBytesBilled', 'parameterMode', 'preserveNulls', 'priority', 'queryParameters'],
    ...['schemaUpdateOptions', 'useLegacySql', 'useQueryCache', 'writeDisposition'],
  ]),
  jobsQuery: new Set([
    ...['connectionProperties', 'continuous', 'createSession', 'defaultDataset', 'dryRun', 'kind'],
    ...['formatOptions', 'jobCreationMode', 'jobTimeoutMs', 'labels', 'location', 'maxResults'],
    ...['maximumBytesBilled', 'parameterMode', 'preserveNulls', 'query', 'queryParameters'],
    ...['requestId', 'reservation', 'timeoutMs', 'useLegacySql', 'useQueryCache'],
  ]),
};

/** Reads the body of jobs.insert. Returns the error of the first field that the service would refuse. */
export function insertOptions(
  body: unknown,
  project: string,
  scopes: readonly string[],
): QueryOptions | WireError {
  const reference = at(body, 'jobReference');
  const configuration = at(body, 'configuration');
  const query = at(configuration, 'query');
  const id = text(at(reference, 'jobId'));
  if (at(reference, 'projectId') !== undefined && at(reference, 'projectId') !== project) {
    return invalidValue('Value for projectId in jobReference does not match the path');
  }
  if (id !== '' && !/^[A-Za-z0-9_-]{1,1024}$/.test(id)) {
    return invalidValue(`Invalid job ID "${id}"`);
  }
  return (
    unknownName(configuration, known.configuration) ??
    unknownName(query, known.query) ??
    commonError(configuration, query) ??
    optionsOf({ id, location: at(reference, 'location'), query, configuration, scopes })
  );
}

/** Reads the body of jobs.query. */
export function queryRequestOptions(
  body: unknown,
  scopes: readonly string[],
): QueryOptions | WireError {
  return (
    unknownName(body, known.jobsQuery) ??
    commonError(body, body) ??
    optionsOf({
      id: '',
      location: at(body, 'location'),
      query: body,
      scopes,
      configuration: { jobType: 'QUERY', query: { query: at(body, 'query'), useLegacySql: false } },
    })
  );
}

function optionsOf(o: {
  id: string;
  location: unknown;
  query: unknown;
  configuration: unknown;
  scopes: readonly string[];
}): QueryOptions | WireError {
  // The location of jobs without one.
  const location = text(o.location) || 'US';
  if (!/^(?:US|EU|[a-z]+(?:-[a-z]+)+\d+)$/i.test(location)) {
    return invalidValue(`Location ${location} does not exist`);
  }
  const session = list(at(o.query, 'connectionProperties')).find(
    (each) => at(each, 'key') === 'session_id',
  );
  const most = at(o.query, 'maximumBytesBilled');
  return {
    id: o.id,
    location,
    sql: text(at(o.query, 'query')),
    configuration: o.configuration,
    scopes: o.scopes,
    createSession: at(o.query, 'createSession') === true,
    sessionId: session === undefined ? null : text(at(session, 'value')),
    maximumBytesBilled: most === undefined ? null : Number(most),
  };
}

function commonError(configuration: unknown, query: unknown): WireError | null {
  if (text(at(query, 'query')) === '') {
    return { reason: 'required', message: 'Required parameter is missing: query' };
  }
  // The service's default, which no caller of this server wants.
  if (at(query, 'useLegacySql') !== false) return invalidValue('This server has no legacy SQL');
  return (
    labelError(at(configuration, 'labels')) ??
    wholeNumberError(configuration, 'jobTimeoutMs') ??
    wholeNumberError(query, 'maximumBytesBilled') ??
    parameterError(query)
  );
}

function unknownName(value: unknown, names: ReadonlySet<string>): WireError | null {
  const found = keysOf(value).find((key) => !names.has(key) && at(value, key) !== undefined);
  if (found === undefined) return null;
  return invalidValue(`Invalid JSON payload received. Unknown name "${found}": Cannot find field.`);
}

function labelError(labels: unknown): WireError | null {
  const keys = keysOf(labels);
  if (keys.length > 64) return invalidValue('More than 64 labels');
  for (const key of keys) {
    const value = at(labels, key);
    if (!/^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u.test(key)) {
      return invalidValue(`Label key "${key}" has invalid characters or length`);
    }
    if (typeof value !== 'string' || !/^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u.test(value)) {
      return invalidValue(`Label value of "${key}" has invalid characters or length`);
    }
  }
  return null;
}

function wholeNumberError(holder: unknown, key: string): WireError | null {
  const value = at(holder, key);
  if (value === undefined || /^\d{1,18}$/.test(text(value)) || Number.isInteger(value)) return null;
  return invalidValue(`Invalid value at '${key}' (TYPE_INT64)`);
}
