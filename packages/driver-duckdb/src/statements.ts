import {
  StatementType,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
} from '@duckdb/node-api';

/**
 * The statements that DuckDB makes of one text, in their order. It expands `PIVOT`, `ALTER TABLE … DEFAULT
 * nextval('s')` or `COPY FROM DATABASE` into several, some in a transaction of their own, and prepares only what finds
 * the results of those before: each is prepared when it is asked for, and must have run when the next one is.
 */
export async function* expanded(
  connection: DuckDBConnection,
  sql: string,
): AsyncGenerator<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(sql);
  const isExpanded = statements.count > 1;
  let isTransaction = false;
  try {
    for (let index = 0; index < statements.count; index++) {
      const statement = await statements.prepare(index);
      try {
        // Inside of a transaction of the user's an expansion only sets what a failure does to it; the configuration is
        // locked, and a failure ends the transaction as one of any other statement does.
        if (isExpanded && statement.statementType === StatementType.SET) continue;
        if (isExpanded && isTransactionControl(statement)) {
          await statement.run();
          isTransaction = !isTransaction;
        } else yield statement;
      } finally {
        statement.destroySync();
      }
    }
    isTransaction = false;
  } finally {
    if (isTransaction) await connection.run('rollback');
  }
}

const isTransactionControl = ({ statementType }: DuckDBPreparedStatement): boolean =>
  statementType === StatementType.TRANSACTION;
