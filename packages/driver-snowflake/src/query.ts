import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.js';
import type { Client } from './client.js';
import { refuseFileCommands } from './command.js';

/** The server answers with this as long as a statement runs. */
const IN_PROGRESS = '333333';

/**
 * Runs a statement of ours to its end; its answer has the first rows. `describeOnly`: the server says
 * what it would do. @throws DriverError
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
