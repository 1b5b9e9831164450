import { isDeep } from '@sluice/testkit';
import t from 'tap';
import { raceCancels } from '../src/run/cancel-races.js';
import { sharedServer } from './support.js';

const cancels = isDeep ? 100 : 40;

t.test(
  `${cancels} cancels around the ends of statements never hit the wrong statement`,
  async (t) => {
    const { checks, hits } = await raceCancels({
      servers: { serviceServer: sharedServer(), targetServer: sharedServer() },
      cancels,
      seed: 3,
      concurrency: 4,
    });
    for (const { name, rule, violations } of checks) t.same(violations, [], `${name} ${rule}`);
    const duringStatement = [...hits.keys()].filter((place) => place.startsWith('during'));
    t.ok(duringStatement.length > 0, `some hit a statement: ${JSON.stringify([...hits])}`);
  },
);
