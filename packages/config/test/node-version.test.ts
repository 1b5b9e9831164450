import t from 'tap';
import { nodeProblems } from '../src/node-version.js';

t.test('an old Node version is reported with the required version', (t) => {
  t.same(nodeProblems('20.20.2'), [
    { path: 'node', message: 'Node 26 or newer is required; this is 20.20.2' },
  ]);
  t.same(nodeProblems('26.0.0'), []);
  t.same(nodeProblems('127.1.0'), []);
  t.same(nodeProblems(), [], 'the running version is supported');
  t.end();
});
