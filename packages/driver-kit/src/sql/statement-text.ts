import { splitStatements, type Dialect } from '@sluice/sql';
import { DriverError } from '../contract/driver.js';

/**
 * Rejects text with a NUL character, which ends the text early in most engines. @throws DriverError outcome
 * `not_run`
 */
export function refuseNul(sql: string): void {
  const nul = sql.indexOf('\0');
  if (nul < 0) return;
  throw new DriverError('sql', 'not_run', 'A statement must not contain a NUL character', {
    position: Array.from(sql.slice(0, nul)).length + 1,
  });
}

/**
 * Rejects text with several statements, for engines that would run only the first, or all of them.
 *
 * @throws DriverError outcome `not_run`
 */
export function refuseSeveral(sql: string, dialect: Dialect): void {
  const [, second] = splitStatements(sql, dialect, 2);
  if (!second) return;
  throw new DriverError('sql', 'not_run', 'Only one statement can be run at a time', {
    position: Array.from(sql.slice(0, second.startOffset)).length + 1,
  });
}
