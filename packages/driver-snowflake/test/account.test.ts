import { snowflakeDriver as driver } from '@sluice/driver-snowflake';
import t from 'tap';
import { failure, sessionOptions } from '@sluice/driver-testkit/contract';
import { notAllowed, targetsThat } from '@sluice/driver-testkit/targets';

const region = 'xy12345.eu-central-1.snowflakecomputing.com';
const host = 'myorg-myaccount.snowflakecomputing.com';

/** Returns the host and port that a connection with these fields asks for. */
async function targetOf(fields: Record<string, string>): Promise<string> {
  const asked: string[] = [];
  const targets = targetsThat((name, port) => {
    asked.push(`${name}:${String(port)}`);
    return notAllowed();
  });
  const config = { username: 'reader', password: 'secret', ...fields };
  await failure(driver.connect(config, sessionOptions({ targets })));
  return asked.join();
}

const accounts: [account: string, host: string][] = [
  ['myorg-myaccount', host],
  ['MYORG.MYACCOUNT', host],
  [host, host],
  ['MyOrg-MyAccount.snowflakecomputing.com', host],
  [`https://${host}`, host],
  [`http://${host}/`, host],
  [`https://${host}/console/login#/`, host],
  ['https://app.snowflake.com/myorg/myaccount/', host],
  ['https://app.snowflake.com/myorg/myaccount/#/worksheets', host],
  ['app.snowflake.com/myorg/myaccount', host],
  ['https://app.snowflake.com/eu-central-1/xy12345/worksheets', region],
  ['https://app.snowflake.com/us-west-2/xy12345/', 'xy12345.snowflakecomputing.com'],
  ['xy12345', 'xy12345.snowflakecomputing.com'],
  ['xy12345.eu-central-1', region],
  [region, region],
  [
    'xy12345.west-europe.azure.snowflakecomputing.com',
    'xy12345.west-europe.azure.snowflakecomputing.com',
  ],
  [
    'myorg-myaccount.privatelink.snowflakecomputing.com',
    'myorg-myaccount.privatelink.snowflakecomputing.com',
  ],
  ['myorg-myaccount.privatelink', 'myorg-myaccount.privatelink.snowflakecomputing.com'],
  ['xy12345.cn-north-1.snowflakecomputing.cn', 'xy12345.cn-north-1.snowflakecomputing.cn'],
];

await t.test('an account is understood in every form that users paste', async (t) => {
  for (const [account, expected] of accounts) {
    t.equal((await targetOf({ account })).toLowerCase(), `${expected}:443`, account);
  }
});

await t.test(
  'the address of an account is understood without scheme and with a path',
  async (t) => {
    const link = 'myorg-myaccount.privatelink.snowflakecomputing.com';
    for (const accessUrl of [link, `https://${link}`, `https://${link}/console/login`]) {
      t.equal(await targetOf({ account: 'myorg-myaccount', accessUrl }), `${link}:443`, accessUrl);
    }
    const web = 'https://app.snowflake.com/myorg/myaccount/';
    t.equal(await targetOf({ account: 'myorg-myaccount', accessUrl: web }), `${host}:443`);
    t.equal(
      await targetOf({ account: 'a-b', accessUrl: 'https://proxy.example:8443' }),
      'proxy.example:8443',
    );
  },
);

await t.test('a host that does not exist is reported with what to check', async (t) => {
  const targets = targetsThat(() => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' });
  });
  const config = { account: 'myorg-typo', username: 'reader', password: 'secret' };
  const error = await failure(driver.connect(config, sessionOptions({ targets })));
  t.match(error, { kind: 'connection', outcome: 'not_run', title: /ENOTFOUND/, hint: /account/ });
});
