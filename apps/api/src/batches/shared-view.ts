import type { Statement, StatementError } from '@sluice/contracts';

/** Titles of errors whose message can name the host, the database or the user of the connection. */
const neutralTitles: Readonly<Record<string, string>> = {
  connect_failed: 'The connection could not be opened',
  connection_lost: 'The connection to the database was lost',
  connection_paused: 'The connection is paused',
  internal: 'Internal error. See the worker log.',
};

const mayNameTarget = new RegExp(`"code":"(${Object.keys(neutralTitles).join('|')})"`);

/**
 * Returns a statement for a reader of a shared batch, who may have no access to the connection:
 * errors outside the SQL keep their code and outcome only.
 */
export function sharedStatement(statement: Statement): Statement {
  const { error } = statement;
  const title = neutralTitles[error?.code ?? ''];
  if (error === null || title === undefined) return statement;
  const { outcome, code, kind } = error;
  const neutral: StatementError = { title, outcome, code, ...(kind && { kind }) };
  return { ...statement, error: neutral };
}

/** Returns a batch for a reader of a shared batch; see {@link sharedStatement}. */
export function sharedSnapshot<T extends { statementsJson: string }>(snapshot: T): T {
  if (!mayNameTarget.test(snapshot.statementsJson)) return snapshot;
  const statements = JSON.parse(snapshot.statementsJson) as Statement[];
  return { ...snapshot, statementsJson: JSON.stringify(statements.map(sharedStatement)) };
}
