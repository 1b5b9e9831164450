import t from 'tap';
import { openApi } from './fixtures.js';

t.test('following the page links returns every row once, in order', async (t) => {
  const api = await openApi(t);
  for (let index = 0; index < 9; index++) {
    await api.addUser({ email: `user${index}@example.com`, role: 'editor' });
  }
  const emails = (body: string) =>
    (JSON.parse(body) as { email: string }[]).map((user) => user.email);
  const all = emails((await api.admin('GET', '/api/users')).body);
  t.equal(all.length, 11);
  const linkIn = (header: unknown, relation: string): string | undefined =>
    new RegExp(`<([^>]+)>; rel="${relation}"`).exec(String(header))?.[1];

  const forward: string[] = [];
  let url: string | undefined = '/api/users?x=a%26b&limit=4';
  let last = url;
  while (url !== undefined) {
    const response = await api.admin('GET', url);
    forward.push(...emails(response.body));
    last = url;
    url = linkIn(response.headers.link, 'next');
  }
  t.same(forward, all);
  t.match(last, /x=a%26b/, 'other query parameters are kept');

  const backward: string[] = [];
  url = last;
  while (url !== undefined) {
    const response = await api.admin('GET', url);
    backward.unshift(...emails(response.body));
    url = linkIn(response.headers.link, 'prev');
  }
  t.same(backward, all);
  const beyond = await api.admin('GET', '/api/users?limit=5&offset=100');
  t.same(beyond.json(), []);
});
