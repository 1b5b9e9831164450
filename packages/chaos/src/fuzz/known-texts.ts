import type { IdPool } from './id-pool.js';
import type { KnownTexts } from './values.js';

/** The user who signs in; requests are never given the admin's id. */
const admin = { email: 'admin@example.com', password: 'correct horse battery staple' };

const sql = [
  'select 1',
  'select 1; select 2 as b, null as c',
  'select * from generate_series(1, 100)',
  'select nothing',
  'select 1 +; select 2',
  "select 'ü💥', E'\\\\x00'",
  'create table if not exists fuzz (n int); insert into fuzz values (1); select * from fuzz',
  'begin; select 1; rollback',
  'select pg_sleep(0.05)',
  ';;;',
  '-- nothing',
  "select '",
  'do $$ begin raise notice $n$x$n$; end $$',
];

const filters = [
  'status|eq|error',
  'queryText|contains|select,rowCount|gt|0',
  'queryText|regex|^(a+)+$',
  'queryText|regex|(',
  'userEmail|like|%25@%25',
  'startTime|after|2026-01-01',
  'durationMs|lt|1e3',
  'incomplete|ne|true',
  'queryText|contains|%00',
  '|||,,|',
];

/**
 * Returns the usual values of fields, so that requests reach the database. Connections lead only to this
 * machine, and never to an engine that would be contacted over the network.
 */
export function knownTexts(pool: IdPool, target: URL, connectionId: string): KnownTexts {
  return (field) => {
    switch (field) {
      case 'connectionId':
        return [
          ...Array<string>(30).fill(connectionId),
          ...pool.named('connections'),
          '__EVERY_CONNECTION__',
        ];
      case 'userId':
      case 'actorId':
        return [...pool.named('users'), '__EVERYONE__', 'nobody'];
      case 'connectionClientId':
        return [...pool.named('connection-clients'), 'none'];
      case 'batchText':
      case 'selectedText':
        return sql;
      case 'driver':
        return ['postgres', 'postgres', 'mysql', 'sqlite', 'none'];
      case 'host':
        return ['127.0.0.1'];
      case 'port':
        return [target.port, target.port, target.port, '1', '65536', 'x'];
      case 'database':
        return [target.pathname.slice(1), target.pathname.slice(1), 'none', '{{user.name}}'];
      case 'username':
        return [decodeURIComponent(target.username), 'none'];
      case 'password':
      case 'passwordConfirmation':
      case 'currentPassword':
        return [decodeURIComponent(target.password), admin.password, admin.password, 'short'];
      case 'invitationId':
        return pool.named('password-reset');
      case 'name':
        return ['A name', '  padded ', 'ü💥'];
      case 'email':
        return [admin.email, ...Array.from({ length: 20 }, (_, at) => `person-${at}@example.com`)];
      case 'id':
        return ['chosen', 'chosen-2', 'a b', ...pool.named('connections')];
      case 'queryId':
        return [...pool.named('queries'), 'none'];
      case 'groupId':
        return ['__EVERYONE__'];
      case 'queryText':
      case 'query':
        return sql;
      case 'tags':
      case 'tags[]':
        return ['orders', ' weekly ', 'ü💥', ''];
      case 'filter':
        return filters;
      case 'sortBy':
        return ['name', '-name', '+updatedAt', '-updatedAt'];
      case 'reload':
        return ['true', 'false'];
      default:
        return undefined;
    }
  };
}
