import type { SnowflakeBehaviour } from './behaviour.js';
import { SnowflakeQuery, type RowFormat } from './query.js';
import type { SnowflakeRequest } from './request.js';
import { SnowflakeSessionState } from './session.js';
import { statements } from './statements.js';
import { refusalOf, type SnowflakeUsers } from './users.js';

type Body = Readonly<Record<string, unknown>>;

const failed = (code: string, message: string, data: object | null = null): object => ({
  data,
  code,
  message,
  success: false,
});
const succeeded = (data: object | null = null): object => ({
  data,
  code: null,
  message: null,
  success: true,
});

/** The real server sends this one error with HTTP status 401. */
const invalidToken = failed('390104', 'Session token is invalid.');

/** The implementation behind the server's paths: sessions, statements and their outcomes. */
export class SnowflakeEngine {
  readonly sessions: SnowflakeSessionState[] = [];
  readonly queries = new Map<string, SnowflakeQuery>();
  readonly scripts: [pattern: RegExp, behaviour: SnowflakeBehaviour][] = [];
  private readonly byRequest = new Map<string, SnowflakeQuery>();

  constructor(
    private readonly users: SnowflakeUsers,
    private readonly holdMs: number,
  ) {}

  /** Returns the response to a request, with its HTTP status. `url` is the address of the server. */
  async obey(request: SnowflakeRequest, url: string): Promise<{ status: number; body: object }> {
    const body = await this.bodyOf(request, url);
    return { status: body === invalidToken ? 401 : 200, body };
  }

  private async bodyOf(request: SnowflakeRequest, url: string): Promise<object> {
    const { path, body } = request;
    if (path === '/session/v1/login-request') return this.login((body['data'] ?? {}) as Body);
    if (path === '/session/token-request') return this.renew(request);
    const token = tokenOf(request);
    const session = this.sessions.find(
      (each) => each.sessionToken === token || each.expired.has(token),
    );
    if (!session) return invalidToken;
    if (session.ended) return failed('390111', 'Session no longer exists.');
    if (session.expired.has(token)) return failed('390112', 'Session token has expired.');
    switch (path) {
      case '/session':
        session.ended = true;
        return succeeded();
      case '/session/heartbeat':
        return succeeded();
      case '/queries/v1/query-request':
        return this.submit(request, session, url);
      case '/queries/v1/abort-request':
        this.byRequest.get(String(body['requestId']))?.cancel();
        return succeeded();
      default:
        return path.startsWith('/monitoring/')
          ? this.monitored(path)
          : this.query(path, url, formatFor(request));
    }
  }

  private login(data: Body): object {
    const refusal = refusalOf(this.users, data);
    if (refusal) return failed(...refusal);
    const session = new SnowflakeSessionState();
    this.sessions.push(session);
    return succeeded({
      token: session.sessionToken,
      masterToken: session.masterToken,
      validityInSeconds: 3600,
      masterValidityInSeconds: 14_400,
      sessionId: session.id,
      parameters: [{ name: 'SERVICE_NAME', value: 'of-this-tenant' }],
    });
  }

  private renew(request: SnowflakeRequest): object {
    const token = tokenOf(request);
    const session = this.sessions.find(({ masterToken }) => masterToken === token);
    if (!session || session.ended || session.expired.has(session.masterToken)) {
      return failed('390114', 'Authentication token has expired.');
    }
    session.renew();
    return succeeded({
      sessionToken: session.sessionToken,
      masterToken: session.masterToken,
      validityInSecondsST: 3600,
      validityInSecondsMT: 14_400,
    });
  }

  private async submit(
    request: SnowflakeRequest,
    session: SnowflakeSessionState,
    url: string,
  ): Promise<object> {
    const { sqlText, asyncExec, describeOnly } = request.body;
    const requestId = request.query['requestId'] ?? '';
    const sql = typeof sqlText === 'string' ? sqlText : '';
    let query = this.byRequest.get(requestId);
    if (!query) {
      query = new SnowflakeQuery(sql, session, this.behaviourOf(sql, session));
      this.byRequest.set(requestId, query);
      this.queries.set(query.id, query);
    }
    if (describeOnly === true) return query.described();
    // An error of an asynchronous statement, also of its compilation, comes only with its result.
    if (asyncExec === true) {
      return {
        data: {
          queryId: query.id,
          getResultUrl: `/queries/${query.id}/result`,
          queryAbortsAfterSecs: 300,
          progressDesc: null,
        },
        code: '333334',
        message: 'Query execution in progress in asynchronous mode.',
        success: true,
      };
    }
    await query.ended(this.holdMs);
    return query.answer(url, formatFor(request));
  }

  private behaviourOf(sql: string, session: SnowflakeSessionState): SnowflakeBehaviour {
    const text = sql.trim();
    const scripted = this.scripts.findLast(([pattern]) => pattern.test(text));
    if (scripted) return scripted[1];
    const [, cancelled] = /^select system\$cancel_query\('(.*)'\)$/i.exec(text) ?? [];
    if (cancelled !== undefined) {
      const done = this.queries.get(cancelled)?.cancel() === true;
      return oneText(done ? 'query [id] terminated.' : 'Identified SQL is not executing.');
    }
    const [, aborted] = /^select system\$abort_session\((\d+)\)$/i.exec(text) ?? [];
    if (aborted !== undefined) {
      for (const each of this.sessions) if (each.id === aborted) each.ended = true;
      return oneText('Session aborted.');
    }
    for (const [pattern, statement] of statements) {
      const match = pattern.exec(text);
      if (match) return statement(match, session);
    }
    const word = text.split(/\s/)[0] ?? '';
    const message = `SQL compilation error:\nsyntax error line 1 at position 0 unexpected '${word}'.`;
    return { kind: 'error', code: '001003', message, sqlState: '42000', line: 1, pos: 0 };
  }

  private monitored(path: string): object {
    const query = this.queries.get(path.split('/').at(-1) ?? '');
    if (!query) return succeeded({ queries: [] });
    const { id, status, session, error } = query;
    const { code: errorCode = '', message: errorMessage = '' } = error ?? {};
    return succeeded({
      queries: [{ id, status, state: '', errorCode, errorMessage, sessionId: session.id }],
    });
  }

  private async query(path: string, url: string, format: RowFormat): Promise<object> {
    const [, id = '', what = ''] = /^\/queries\/([^/]+)\/(result|abort-request)$/.exec(path) ?? [];
    const query = this.queries.get(id);
    if (!query) return failed('000709', `Statement ${id} not found`, { sqlState: '02000' });
    if (what === 'abort-request') {
      query.cancel();
      return succeeded();
    }
    await query.ended(this.holdMs);
    return query.answer(url, format);
  }
}

/** Only clients that ask for it receive rows as JSON. */
const formatFor = ({ headers }: SnowflakeRequest): RowFormat =>
  headers.accept === 'application/snowflake' ? 'json' : 'arrow';

const tokenOf = ({ headers }: SnowflakeRequest): string =>
  /^Snowflake Token="(.*)"$/.exec(headers.authorization ?? '')?.[1] ?? '';

const oneText = (value: string): SnowflakeBehaviour => ({
  kind: 'rows',
  columns: [{ name: 'RESULT', type: 'text' }],
  rows: [[value]],
});
