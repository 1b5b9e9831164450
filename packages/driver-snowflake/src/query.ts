import { randomUUID } from 'node:crypto';
import type { BoundValue } from '@sluice/contracts';
import type { Answer } from './answer.js';
import { bindingsOf } from './bindings.js';
import type { Client } from './client.js';
import { refuseFileCommands } from './command.js';

/** Response code while a statement is running. */
const IN_PROGRESS = '333333';

/** Options of {@link query}. */
export interface QueryOptions {
  /** The server only describes the statement. */
  describeOnly?: boolean;
  /** Values of the text's marks. */
  values?: readonly BoundValue[] | undefined;
}

/**
 * Runs one of the driver's own statements to its end; the response contains the first rows. @throws DriverError
 */
export async function query(
  client: Client,
  sql: string,
  { describeOnly = false, values = [] }: QueryOptions = {},
): Promise<Answer> {
  refuseFileCommands(sql);
  const url = `/queries/v1/query-request?requestId=${randomUUID()}`;
  let answer = await client.request('POST', url, {
    sqlText: sql,
    describeOnly,
    ...bindingsOf(values),
  });
  while (answer.code === IN_PROGRESS) {
    answer = await client.request('GET', `/queries/${String(answer.data['queryId'])}/result`);
  }
  return answer;
}
