import type { StatementPiece } from '@sluice/sql';

/**
 * Splits a text as the service does. The splitter is loaded with the first call, so that it is not part of the first load.
 *
 * @param dialect the dialect of the driver; the rules for any other name are those of most databases
 */
export async function statementsOf(
  text: string,
  dialect: string | undefined,
): Promise<StatementPiece[]> {
  const { dialectNamed, splitStatements } = await import('@sluice/sql');
  return splitStatements(text, dialectNamed(dialect));
}
