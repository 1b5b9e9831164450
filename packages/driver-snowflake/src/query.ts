import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.js';
import type { Client } from './client.js';
import { refuseFileCommands } from './command.js';

/** Response code while a statement is running. */
const IN_PROGRESS = '333333';

/**
 * Runs one of the driver's own statements to its end; the response contains the first rows. With `describeOnly`
 * the server only describes it. @throws DriverError
 */
export async function query(client: Client, sql: string, describeOnly = false): Promise<Answer> {
  refuseFileCommands(sql);
  const url = `/queries/v1/query-request?requestId=${randomUUID()}`;
  let answer = await client.request('POST', url, { sqlText: sql, describeOnly });
  while (answer.code === IN_PROGRESS) {
    answer = await client.request('GET', `/queries/${String(answer.data['queryId'])}/result`);
  }
  return answer;
}
