import { DriverError, type ConnectionConfig, type SessionOptions } from '@sluice/driver-kit';
import { flag, required, textField } from '@sluice/driver-kit/fields';
import { readAccount, type Account } from './account.js';
import { endpointOf } from './endpoint.js';

/** A dataset with its project. */
export interface DatasetReference {
  projectId: string;
  datasetId: string;
}

/** Validated fields of a connection. */
export interface Settings {
  project: string;
  location: string;
  dataset: DatasetReference | null;
  /** Null uses the machine's credentials. */
  account: Account | null;
  /** Requests access to Google Drive, too. */
  googleDrive: boolean;
  /** Limit in bytes as digits; null = none. */
  maximumBytesBilled: string | null;
  /** Without a trailing slash. */
  endpoint: string;
}

const refuse = (what: string): DriverError => new DriverError('connection', 'not_run', what);

/** Validates the fields. @throws DriverError kind `connection`, without field values */
export function readSettings(
  config: ConnectionConfig,
  options: Pick<SessionOptions, 'machine'>,
): Settings {
  const project = projectOf(required(config, 'project'));
  const endpoint = endpointOf(textField(config, 'apiEndpoint').trim());
  return {
    project,
    location: locationOf(required(config, 'location')),
    dataset: datasetOf(textField(config, 'dataset').trim(), project),
    account: accountOf(config, endpoint, options.machine?.credentials === true),
    googleDrive: flag(config, 'googleDrive'),
    maximumBytesBilled: bytesOf(textField(config, 'maximumBytesBilled').trim()),
    endpoint,
  };
}

/** Validates a project id; old ones have a domain prefix with a colon. The id becomes part of a URL. */
export function projectOf(text: string): string {
  if (!/^(?:[a-z0-9.-]{1,100}:)?[a-z0-9-]{1,63}$/.test(text)) {
    throw refuse('project must be a project ID');
  }
  return text;
}

/** Validates a location, such as `EU` or `europe-west3`. */
export function locationOf(text: string): string {
  if (!/^[A-Za-z0-9-]{1,63}$/.test(text))
    throw refuse('location must be a BigQuery location, such as EU');
  return text;
}

/** Returns whether a text is a dataset id, which needs no escapes in SQL. */
export const isDatasetId = (text: string): boolean => /^[\p{L}\p{N}_-]{1,1024}$/u.test(text);

/** Parses `dataset` or `project.dataset`; null for an empty text. @throws DriverError if it is neither */
export function datasetOf(text: string, project: string): DatasetReference | null {
  if (text === '') return null;
  const [, owner, datasetId] = /^(?:(.+)[.:])?([\p{L}\p{N}_-]{1,1024})$/u.exec(text) ?? [];
  if (datasetId === undefined)
    throw refuse('dataset must have the form dataset or project.dataset');
  return { projectId: owner === undefined ? project : projectOf(owner), datasetId };
}

function accountOf(
  config: ConnectionConfig,
  endpoint: string,
  machineAllowed: boolean,
): Account | null {
  const text = textField(config, 'serviceAccountKey').trim();
  const machine = flag(config, 'useMachineCredentials');
  if (text !== '' && machine) {
    throw refuse('serviceAccountKey and useMachineCredentials are mutually exclusive');
  }
  if (!machine) return readAccount(required(config, 'serviceAccountKey'), endpoint);
  if (!machineAllowed) {
    throw refuse("This service does not let connections use the machine's own credentials");
  }
  return null;
}

function bytesOf(text: string): string | null {
  if (text === '') return null;
  if (!/^[1-9]\d{0,17}$/.test(text)) throw refuse('maximumBytesBilled must be a number of bytes');
  return text;
}
