import { isDeep } from '@sluice/testkit';
import t from 'tap';
import { enumeratePoints } from '../src/crash-points/enumerate.js';
import { describePoint } from '../src/crash-points/point.js';
import { sharedServer } from './support.js';

t.test('a worker killed at any effect of a batch violates no rule', async (t) => {
  const servers = { serviceServer: sharedServer(), targetServer: sharedServer() };
  // A kill before an effect leaves the same state as one after the previous effect: between them, every
  // second effect shows all states. The deep test tries every fourth, with two lanes per way, and `npm test`
  // every 28th with one service for both ways; the command tries the others.
  const step = isDeep ? 8 : 28;
  const modes = (['before', 'after'] as const).map(
    (when) => ({ role: 'worker', when, how: 'kill' }) as const,
  );
  const lanes = isDeep
    ? modes.flatMap((mode, index) =>
        [1, 1 + step / 2].map((first) => ({
          servers,
          modes: [mode],
          first: first + (step / 4) * index,
          step,
        })),
      )
    : [{ servers, modes, first: 1, step }];
  const { points, checks } = await enumeratePoints(lanes, lanes.length);
  t.ok(points.length >= (isDeep ? 10 : 3), `${points.length} points`);
  for (const point of points) t.same(point.violations, [], describePoint(point));
  for (const { name, rule, violations } of checks) t.same(violations, [], `${name} ${rule}`);
});
