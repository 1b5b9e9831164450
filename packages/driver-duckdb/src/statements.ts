import {
  StatementType,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
} from '@duckdb/node-api';

/**
 * Yields the statements of one text in order. DuckDB expands `PIVOT`, `ALTER TABLE … DEFAULT nextval('s')` and
 * `COPY FROM DATABASE` into several, some in their own transaction. A later one can depend on results of an
 * earlier one, so each is prepared when requested and must have run before the next.
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
        // Inside the user's transaction an expansion only sets the behaviour on failure; the configuration is
        // locked, and a failure ends the transaction like that of any other statement.
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
