// `npm run build`: everything that runs.
import { build } from './lib/build.mjs';
import { createProgress } from './lib/progress.mjs';
import { CommandFailure } from './lib/run-quietly.mjs';

try {
  await build(createProgress());
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
