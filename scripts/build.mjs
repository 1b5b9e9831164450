// `npm run build`: builds the stale packages of the production code.
import { build } from './lib/build.mjs';
import { CommandFailure } from './lib/run-quietly.mjs';

try {
  await build();
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
