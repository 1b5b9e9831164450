import { DriverError, type ConnectionConfig, type SessionOptions } from '@sluice/driver-kit';
import { flag, required, textField } from '@sluice/driver-kit/fields';
import { endpointOf } from './endpoint.js';
import { readServiceAccount, type ServiceAccount } from './service-account.js';

/** A dataset with the project that it belongs to. */
export interface DatasetReference {
  projectId: string;
  datasetId: string;
}

/** A connection's fields after their check. */
export interface Settings {
  project: string;
  location: string;
  dataset: DatasetReference | null;
  /** Null = the machine's own credentials. */
  account: ServiceAccount | null;
  /** Bytes, in digits; null = no limit of ours. */
  maximumBytesBilled: string | null;
  /** Without a slash at its end. */
  endpoint: string;
}

const refuse = (what: string): DriverError => new DriverError('connection', 'not_run', what);

/** Checks the fields. @throws DriverError kind `connection`, never with a field's value in it */
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
    maximumBytesBilled: bytesOf(textField(config, 'maximumBytesBilled').trim()),
    endpoint,
  };
}

/** A project's id; old ones have a domain and a colon in front. They become part of an address. */
export function projectOf(text: string): string {
  if (!/^(?:[a-z0-9.-]{1,100}:)?[a-z0-9-]{1,63}$/.test(text)) {
    throw refuse('project must be the id of a project');
  }
  return text;
}

/** A location, such as `EU` or `europe-west3`. */
export function locationOf(text: string): string {
  if (!/^[A-Za-z0-9-]{1,63}$/.test(text)) throw refuse('location must be one such as EU');
  return text;
}

function datasetOf(text: string, project: string): DatasetReference | null {
  if (text === '') return null;
  const [, owner, datasetId] = /^(?:(.+)[.:])?([\p{L}\p{N}_-]{1,1024})$/u.exec(text) ?? [];
  if (datasetId === undefined) throw refuse('dataset must be dataset or project.dataset');
  return { projectId: owner === undefined ? project : projectOf(owner), datasetId };
}

function accountOf(
  config: ConnectionConfig,
  endpoint: string,
  machineAllowed: boolean,
): ServiceAccount | null {
  const text = textField(config, 'serviceAccountKey').trim();
  const machine = flag(config, 'useMachineCredentials');
  if (text !== '' && machine) {
    throw refuse('serviceAccountKey and useMachineCredentials cannot both be given');
  }
  if (!machine) return readServiceAccount(required(config, 'serviceAccountKey'), endpoint);
  if (!machineAllowed) {
    throw refuse("This service does not let connections use the machine's own credentials");
  }
  return null;
}

function bytesOf(text: string): string | null {
  if (text === '') return null;
  if (!/^[1-9]\d{0,17}$/.test(text)) throw refuse('maximumBytesBilled must be a count of bytes');
  return text;
}
