import type { DriverInfo } from '@sluice/contracts';
import t from 'tap';
import { explainFailure } from '../src/admin/connect-failure.js';
import { parseConnectionUrl } from '../src/admin/connection-url.js';
import { fieldGroupsOf } from '../src/admin/field-groups.js';

const keys = ['host', 'port', 'database', 'username', 'password', 'ssl', 'sslSelfSigned', 'ca'];
const driver = (id: string): DriverInfo => ({
  id,
  name: id,
  fields: [...keys, 'useSocks', 'socksHost'].map((key) => ({ key, formType: 'TEXT', label: key })),
  supportsConnectionClient: true,
  supportsCancel: true,
  isAsynchronous: false,
  dialect: id,
});
const drivers = [driver('postgres'), driver('mysql')];

t.test('a connection URL fills in driver and fields', async (t) => {
  t.same(parseConnectionUrl('postgres://ada:p%40ss@db.example.com:5433/shop', drivers), {
    driver: 'postgres',
    data: {
      host: 'db.example.com',
      port: '5433',
      database: 'shop',
      username: 'ada',
      password: 'p@ss',
    },
  });
  t.same(parseConnectionUrl(' jdbc:mysql://db/shop?user=ada&useSSL=true ', drivers)?.data, {
    host: 'db',
    database: 'shop',
    username: 'ada',
    ssl: true,
  });
  t.match(parseConnectionUrl('postgresql://[::1]/x?sslmode=require', drivers)?.data, {
    host: '::1',
    ssl: true,
    sslSelfSigned: true,
  });
  t.match(parseConnectionUrl('postgresql://db/x?sslmode=verify-full', drivers)?.data, {
    ssl: true,
  });
});

t.test('other texts are no connection URL', async (t) => {
  for (const text of ['', 'db.example.com', 'https://db/x', 'postgres://', 'oracle://db/x']) {
    t.equal(parseConnectionUrl(text, drivers), null, text);
  }
  t.equal(parseConnectionUrl('mysql://db/x', [driver('postgres')]), null, 'the driver is missing');
});

t.test('the fields of a driver are grouped', async (t) => {
  const groups = fieldGroupsOf(driver('postgres').fields);
  t.same(
    groups.map(({ title, fields }) => [title, fields.map(({ key }) => key)]),
    [
      ['Connect', ['host', 'port', 'database', 'username', 'password']],
      ['TLS', ['ssl', 'sslSelfSigned', 'ca']],
      ['Tunnel and proxy', ['useSocks', 'socksHost']],
    ],
  );
  t.same(fieldGroupsOf([]), []);
});

t.test('messages of drivers are explained', async (t) => {
  const explained: [message: string, title: RegExp][] = [
    ['password authentication failed for user "ada"', /user name or password/],
    ["Access denied for user 'ada'@'10.0.0.7' (using password: YES)", /user name or password/],
    ['database "shop" does not exist', /does not exist/],
    ["Unknown database 'shop'", /does not exist/],
    ['no pg_hba.conf entry for host "10.0.0.7", user "ada"', /address of the worker/],
    ['getaddrinfo ENOTFOUND db.example', /host name/],
    ['connect ECONNREFUSED 127.0.0.1:5432', /refused the connection/],
    ['self-signed certificate in certificate chain', /certificate/],
    [
      "Hostname/IP does not match certificate's altnames: Host: db. is not in the cert",
      /certificate/,
    ],
    ['The server does not support SSL connections', /TLS/],
    ['connect ETIMEDOUT 10.0.0.1:5432', /in time/],
    ['sorry, too many clients already', /no more connections/],
  ];
  for (const [message, title] of explained) {
    const failure = explainFailure(message);
    t.match(failure?.title, title, message);
    t.ok((failure?.checks.length ?? 0) > 0);
  }
  t.equal(explainFailure('syntax error'), null);
});
