import { randomUUID } from 'node:crypto';
import type { SnowflakeBehaviour, SnowflakeFile } from './behaviour.js';
import type { SnowflakeSessionState } from './session.js';

const SELECT = 0x1000;

/** Parameters of a result that the official clients need for its values. */
const parameters = Object.entries({
  TIMEZONE: 'America/Los_Angeles',
  TIMESTAMP_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF3 TZHTZM',
  TIMESTAMP_NTZ_OUTPUT_FORMAT: 'YYYY-MM-DD HH24:MI:SS.FF3',
  TIMESTAMP_LTZ_OUTPUT_FORMAT: '',
  TIMESTAMP_TZ_OUTPUT_FORMAT: '',
  DATE_OUTPUT_FORMAT: 'YYYY-MM-DD',
  TIME_OUTPUT_FORMAT: 'HH24:MI:SS',
  BINARY_OUTPUT_FORMAT: 'HEX',
}).map(([name, value]) => ({ name, value }));

/** Format of rows. */
export type RowFormat = 'json' | 'arrow';

/** A statement on the server, independent of its client. */
export class SnowflakeQuery {
  readonly id = randomUUID();
  status: 'RUNNING' | 'SUCCESS' | 'FAILED_WITH_ERROR' = 'RUNNING';
  private behaviour: SnowflakeBehaviour;
  private readonly waiting = new Set<() => void>();

  constructor(
    readonly sql: string,
    readonly session: SnowflakeSessionState,
    behaviour: SnowflakeBehaviour,
  ) {
    this.behaviour = behaviour;
    if (behaviour.kind !== 'slow') this.settle(behaviour);
  }

  /** Ends a slow statement normally. */
  release(): void {
    if (this.behaviour.kind === 'slow') this.settle(this.behaviour.then);
  }

  /** Cancels the statement; returns false if it does not run. */
  cancel(): boolean {
    if (this.behaviour.kind !== 'slow') return false;
    if (this.behaviour.deaf === true) return true;
    this.settle({
      kind: 'error',
      code: '000604',
      message: 'SQL execution canceled',
      sqlState: '57014',
    });
    return true;
  }

  /** Resolves when it has ended, or after the given time. */
  ended(withinMs: number): Promise<void> {
    if (this.status !== 'RUNNING') return Promise.resolve();
    return new Promise((resolve) => {
      const stop = (): void => {
        clearTimeout(timer);
        this.waiting.delete(stop);
        resolve();
      };
      const timer = setTimeout(stop, withinMs);
      this.waiting.add(stop);
    });
  }

  /** The error of a failed statement; null for others. */
  get error(): { code: string; message: string } | null {
    return this.behaviour.kind === 'error' ? this.behaviour : null;
  }

  get files(): readonly SnowflakeFile[] {
    return this.behaviour.kind === 'rows' ? (this.behaviour.files ?? []) : [];
  }

  /** Returns the response to a result request. `baseUrl` is the announced address of its files. */
  answer(baseUrl: string, format: RowFormat = 'json'): object {
    const { behaviour, id: queryId } = this;
    const body = (data: object): object => ({
      data: { queryId, queryResultFormat: 'json', version: 1, ...data },
      code: null,
      message: null,
      success: true,
    });
    switch (behaviour.kind) {
      case 'slow':
        return {
          data: { queryId, getResultUrl: `/queries/${queryId}/result`, progressDesc: null },
          code: '333333',
          message: null,
          success: true,
        };
      case 'error': {
        const { code, message, sqlState, line, pos } = behaviour;
        return {
          data: { errorCode: code, age: 0, sqlState, queryId, internalError: false, line, pos },
          code,
          message,
          success: false,
        };
      }
      case 'status':
        return body({
          rowtype: [{ name: 'status', type: 'text', nullable: true, length: 16_777_216 }],
          rowset: [[behaviour.message]],
          total: 1,
          returned: 1,
          statementTypeId: behaviour.typeId,
        });
      case 'changes':
        return body({
          rowtype: behaviour.columns.map(([name]) => ({ name, type: 'fixed', scale: 0 })),
          rowset: [behaviour.columns.map(([, count]) => String(count))],
          total: 1,
          returned: 1,
          statementTypeId: behaviour.typeId,
          ...(behaviour.stats ? { stats: behaviour.stats } : {}),
        });
      case 'rows': {
        const { columns, rows, files = [], typeId = SELECT } = behaviour;
        // Rows of files count, too.
        const total = files.reduce((sum, { rowCount }) => sum + rowCount, rows.length);
        return body({
          parameters,
          rowtype: columns,
          ...(format === 'json'
            ? { rowset: rows }
            : { rowsetBase64: '', queryResultFormat: 'arrow' }),
          total,
          returned: total,
          statementTypeId: typeId,
          ...(files.length > 0
            ? {
                qrmk: 'a2V5',
                chunkHeaders: {
                  'x-amz-server-side-encryption-customer-key': 'a2V5',
                  'x-amz-server-side-encryption-customer-key-md5': 'bWQ1',
                },
                chunks: files.map(({ rowCount, bytes, url }, index) => ({
                  url: url ?? `${baseUrl}/storage/${queryId}/${String(index)}`,
                  rowCount,
                  ...(bytes === undefined ? {} : { uncompressedSize: bytes }),
                })),
              }
            : {}),
        });
      }
    }
  }

  /** Returns the description of a statement without executing it. */
  described(): object {
    const typeId = this.behaviour.kind === 'rows' ? (this.behaviour.typeId ?? SELECT) : 0x3000;
    const known = this.behaviour.kind === 'status' || this.behaviour.kind === 'changes';
    const statementTypeId = known ? (this.behaviour as { typeId: number }).typeId : typeId;
    if (this.behaviour.kind === 'error') return this.answer('');
    const data = { queryId: this.id, rowtype: [], rowset: [], statementTypeId };
    return { data, code: null, message: null, success: true };
  }

  private settle(behaviour: SnowflakeBehaviour): void {
    this.behaviour = behaviour;
    this.status = behaviour.kind === 'error' ? 'FAILED_WITH_ERROR' : 'SUCCESS';
    for (const stop of this.waiting) stop();
  }
}
