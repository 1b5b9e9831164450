import type { Contract } from './contract.js';
import { testSharedServer } from './contract/other-session.js';
import { testErrors } from './contract/errors.js';
import { testHandover } from './contract/handover.js';
import { testLocalSession } from './contract/local-session.js';
import { testLimits } from './contract/limits.js';
import { testRows } from './contract/rows.js';
import { testStopping } from './contract/stopping.js';
import type { Test } from './contract/support.js';

/** Runs the tests that every driver must pass. */
export async function testContract(t: Test, c: Contract): Promise<void> {
  await testRows(t, c);
  await testLimits(t, c);
  await testStopping(t, c);
  await testErrors(t, c);
  if (c.handover) await testHandover(t, c, c.handover);
  else await (c.server ? testSharedServer(t, c, c.server) : testLocalSession(t, c));
}
