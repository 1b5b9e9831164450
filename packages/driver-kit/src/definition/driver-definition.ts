import type { Dialect } from '@sluice/sql';

/** How a form shows a field. */
export type FormType = 'TEXT' | 'PASSWORD' | 'CHECKBOX' | 'TEXTAREA';

/** One setting of a connection, as stored under `data`. */
export interface DriverField {
  key: string;
  /** Other names that the field is accepted under; what is stored has `key`. None is the name of another field. */
  aliases?: readonly string[];
  formType: FormType;
  label: string;
  description?: string;
  placeholder?: string;
  required?: boolean;
  /** Never returned by the API; kept when an update leaves it out. */
  secret?: boolean;
  /** Says where the connection points: a change of it needs the secrets again. */
  endpoint?: boolean;
}

/** A driver as data: what the API may know of it without loading the engine. */
export interface DriverDefinition {
  id: string;
  name: string;
  dialect: Dialect;
  /** Names of the engine that other services begin its fields with, as in `postgresSsl`; in lower case. */
  fieldPrefixes: readonly string[];
  fields: DriverField[];
  /** Sessions can be kept open between batches. */
  supportsConnectionClient: boolean;
  supportsCancel: boolean;
  /** The query lives on the server under an id and is polled. */
  isAsynchronous: boolean;
  /** Each session is a process of the worker's machine. */
  isLocal: boolean;
}
