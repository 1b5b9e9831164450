import type { LookupAddress } from 'node:dns';
import { DriverError, type Targets } from '@sluice/driver-kit';

type Answer = LookupAddress[] | DriverError;

/** Returns targets that resolve as the test decides, also behind a proxy. */
export function targetsThat(
  answer: (...target: Parameters<Targets['resolve']>) => Answer | Promise<Answer>,
): Targets {
  const resolve: Targets['resolve'] = async (...target) => {
    const found = await answer(...target);
    if (found instanceof DriverError) throw found;
    return found;
  };
  return {
    resolve,
    behindProxy: async (...target) => (await resolve(...target))[0]?.address ?? '',
    checkSocket: () => Promise.resolve(),
  };
}

/** Returns the error of a host that is not allowed. */
export const notAllowed = (): DriverError =>
  new DriverError('connection', 'not_run', 'This host is not allowed', {
    detail: 'Decided by the test.',
  });
