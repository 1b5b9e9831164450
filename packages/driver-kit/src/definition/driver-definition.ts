import type { Dialect } from '@sluice/sql';

/** Input type of a field in a form. */
export type FormType = 'TEXT' | 'PASSWORD' | 'CHECKBOX' | 'TEXTAREA';

/** A field of a connection, stored under `data`. */
export interface DriverField {
  key: string;
  /**
   * Aliases under which the field is accepted; it is stored under `key`. No alias is the name of another field.
   */
  aliases?: readonly string[];
  formType: FormType;
  label: string;
  description?: string;
  placeholder?: string;
  required?: boolean;
  /** Never returned by the API; kept if an update omits it. */
  secret?: boolean;
  /** Part of the connection's target: changing it requires the secrets again. */
  endpoint?: boolean;
  /** Only for a check box: the other fields that turn it on. */
  impliedBy?: ImpliedBy;
  /** Content of the PEM text; the service checks it when the field is saved. */
  pem?: PemContent;
}

/** Fields that have an effect only if a check box is on. */
export interface ImpliedBy {
  /** A value in one of these fields turns an absent check box on. */
  keys: readonly string[];
  /** Whether an explicit false beside such a value is an error, or turns the fields off. */
  whenFalse: 'refused' | 'off';
}

/** PEM text of a field. */
export type PemContent =
  /** One or more certificates. */
  | { type: 'authorities' }
  /** A certificate, then its intermediate certificates. `key` names the field of its private key. */
  | { type: 'certificate'; key: string }
  /** A private key. `passphrase` names the field of its passphrase; without it the key must not be encrypted. */
  | { type: 'privateKey'; passphrase?: string }
  /** JSON text of a key file. `member` contains the private key; files with one of the types `without` have none. */
  | { type: 'keyFile'; member: string; without: readonly string[] };

/** A driver as data, for the API, which loads no engine. */
export interface DriverDefinition {
  id: string;
  name: string;
  dialect: Dialect;
  /** Prefixes that other services put before field names, as in `postgresSsl`; in lower case. */
  fieldPrefixes: readonly string[];
  fields: DriverField[];
  /** Supports connection clients: sessions kept open across batches. */
  supportsConnectionClient: boolean;
  supportsCancel: boolean;
  /** Queries live on the server under an id and are polled. */
  isAsynchronous: boolean;
  /** Each session is a process on the worker's machine. */
  isLocal: boolean;
}
