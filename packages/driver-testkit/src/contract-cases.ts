import type { Contract } from './contract.js';
import { elsewhere } from './contract/other-session.js';
import { failing } from './contract/failing.js';
import { handedOver } from './contract/handover.js';
import { here } from './contract/local-session.js';
import { limits } from './contract/limits.js';
import { rowsAndColumns } from './contract/rows.js';
import { stopping } from './contract/stopping.js';
import type { Test } from './contract/support.js';

/** Runs the tests that every driver must pass. */
export async function contract(t: Test, c: Contract): Promise<void> {
  await rowsAndColumns(t, c);
  await limits(t, c);
  await stopping(t, c);
  await failing(t, c);
  if (c.handover) await handedOver(t, c, c.handover);
  else await (c.server ? elsewhere(t, c, c.server) : here(t, c));
}
