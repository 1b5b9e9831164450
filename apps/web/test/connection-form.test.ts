import type { DriverInfo } from '@sluice/contracts';
import t from 'tap';
import { explainFailure } from '../src/admin/connect-failure.js';
import { dataAfterInput } from '../src/admin/connection-fields.js';
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
    files: [],
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

t.test('a connection URL that asks for TLS never loses it', async (t) => {
  const verified = { ssl: true };
  const unverified = { ssl: true, sslSelfSigned: true };
  const cases: [parameters: string, expected: Record<string, boolean>][] = [
    ['', {}],
    ['application_name=x', {}],
    ['sslmode=disable', { ssl: false }],
    ['sslmode=allow', { ssl: false }],
    ['sslmode=prefer', unverified],
    ['sslmode=require', unverified],
    ['sslmode=no-verify', unverified],
    ['sslmode=verify-ca', verified],
    ['sslmode=verify-full&sslrootcert=system', verified],
    ['sslmode=require&sslrootcert=/etc/ca.pem', verified],
    ['sslrootcert=/etc/ca.pem', verified],
    ['sslcert=/etc/client.pem&sslkey=/etc/client.key', verified],
    ['sslmode=require&sslcert=/etc/client.pem', unverified],
    ['sslnegotiation=direct', verified],
    ['sslmode=something-new', verified],
    ['ssl', verified],
    ['ssl=1', verified],
    ['ssl=false', { ssl: false }],
    ['ssl=true&sslmode=disable', { ssl: false }],
    ['ssl=no-verify', unverified],
    ['ssl=true&sslfactory=org.postgresql.ssl.NonValidatingFactory', unverified],
    ['ssl-mode=REQUIRED', unverified],
    ['ssl-mode=PREFERRED', unverified],
    ['ssl-mode=DISABLED', { ssl: false }],
    ['sslMode=VERIFY_CA', verified],
    ['sslMode=VERIFY_IDENTITY', verified],
    ['sslMode=trust', unverified],
    ['useSSL=true', verified],
    ['useSsl=true&trustServerCertificate=true', unverified],
    ['useSSL=true&requireSSL=true&verifyServerCertificate=false', unverified],
    ['ssl={"rejectUnauthorized":true}', verified],
    ['ssl={"rejectUnauthorized":false}', unverified],
    ['ssl=Amazon%20RDS', verified],
    ['sslaccept=strict', verified],
    ['sslmode=prefer&sslaccept=strict', verified],
    ['sslaccept=accept_invalid_certs', unverified],
  ];
  for (const [parameters, expected] of cases) {
    const { ssl, sslSelfSigned } =
      parseConnectionUrl(`mysql://db/x?${parameters}`, drivers)?.data ?? {};
    const read = {
      ...(ssl !== undefined && { ssl }),
      ...(sslSelfSigned !== undefined && { sslSelfSigned }),
    };
    t.same(read, expected, parameters);
  }
});

t.test(
  'the files of a connection URL are named, because only their text can be used',
  async (t) => {
    const url = 'postgres://db/x?sslrootcert=/etc/ca.pem&sslcert=&sslKey=client.key';
    t.match(parseConnectionUrl(url, drivers), { files: ['sslrootcert', 'sslKey'] });
    t.match(parseConnectionUrl('postgres://db/x?sslrootcert=system', drivers), {
      data: { ssl: true },
      files: [],
    });
  },
);

t.test('the first value of a field turns on the check box that it requires', async (t) => {
  const fields: DriverInfo['fields'] = [
    { key: 'ssl', formType: 'CHECKBOX', label: 'Use TLS', impliedBy: ['ca', 'sslSelfSigned'] },
    { key: 'ca', formType: 'TEXTAREA', label: 'CA' },
    { key: 'sslSelfSigned', formType: 'CHECKBOX', label: 'Any' },
    { key: 'host', formType: 'TEXT', label: 'Host' },
  ];
  t.same(dataAfterInput({ fields }, {}, 'host', 'db'), { host: 'db' });
  t.same(dataAfterInput({ fields }, {}, 'ca', 'x'), { ca: 'x', ssl: true });
  t.same(dataAfterInput({ fields }, { ssl: false }, 'sslSelfSigned', true), {
    sslSelfSigned: true,
    ssl: true,
  });
  const off = { ssl: false, ca: 'x' };
  t.same(dataAfterInput({ fields }, off, 'ca', 'xy'), { ssl: false, ca: 'xy' }, 'only the first');
  t.same(dataAfterInput({ fields }, { ssl: false }, 'ca', ''), { ssl: false, ca: '' });
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
