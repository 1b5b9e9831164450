import type { components, paths } from './generated/api.js';

type Method = 'get' | 'put' | 'post' | 'delete';

/** The name of an operation of the service, such as `GET /api/batches/{id}`. */
export type Operation = {
  [Path in keyof paths]: {
    [Verb in Method]: paths[Path] extends Record<Verb, object>
      ? `${Uppercase<Verb>} ${Path}`
      : never;
  }[Method];
}[keyof paths];

type Definition<O extends Operation> = O extends `${infer Verb} ${infer Path}`
  ? Path extends keyof paths
    ? Lowercase<Verb> extends keyof paths[Path]
      ? paths[Path][Lowercase<Verb>]
      : never
    : never
  : never;

/** A field that is required, optional or absent, as the operation defines it. */
type Field<Name extends string, Source, Key extends string> =
  Source extends Record<Key, infer Value>
    ? [Value] extends [undefined]
      ? unknown
      : Record<Name, Value>
    : Source extends Partial<Record<Key, infer Value>>
      ? [Value] extends [undefined]
        ? unknown
        : Partial<Record<Name, Value>>
      : unknown;

type BodyField<D> = D extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : D extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? { body?: Body }
    : unknown;

type Parameters<D> = D extends { parameters: infer Given } ? Given : never;

/** Options of a request besides the operation's own parameters. */
export interface SendOptions {
  /** Headers in addition to those of the client. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Aborts the request; the error is the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * Sending it twice has the same effect as sending it once, so that it is retried after a lost response.
   * Always true for GET and for requests with an `idempotency-key`.
   */
  isRepeatable?: boolean | undefined;
}

/** The input of an operation: `path`, `query` and `body`, if it has them. */
export type OperationInput<O extends Operation> = SendOptions &
  Field<'path', Parameters<Definition<O>>, 'path'> &
  Field<'query', Parameters<Definition<O>>, 'query'> &
  BodyField<Definition<O>>;

/** The parsed body of an operation's 200 response. */
export type OperationAnswer<O extends Operation> =
  Definition<O> extends { responses: { 200: { content: { 'application/json': infer Body } } } }
    ? Body
    : undefined;

/** Operations without required input. */
export type PlainOperation = {
  [O in Operation]: SendOptions extends OperationInput<O> ? O : never;
}[Operation];

type Schemas = components['schemas'];

/** A batch with its statements. */
export type Batch = Schemas['Batch'];
/** A part of a sorted, filtered or aggregated result. */
export type View = Schemas['View'];
/** The sort, filters and aggregates of a view. */
export type ViewRequest = Schemas['ViewRequest'];
/** A batch in a list. */
export type BatchListItem = Schemas['BatchListItem'];
/** A statement of a batch. */
export type Statement = Schemas['Statement'];
/** Why a statement ended with an error. */
export type StatementError = Schemas['StatementError'];
/** A column of a result. */
export type ColumnInfo = Schemas['ColumnInfo'];
/** A connection that batches run on. */
export type Connection = Schemas['Connection'];
/** The body of an error response. */
export type ErrorBody = Schemas['Error'];
