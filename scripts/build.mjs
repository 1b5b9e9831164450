// `npm run build`: everything that runs, and the testkit with it.
import { build, projects } from './lib/build.mjs';
import { createProgress } from './lib/progress.mjs';
import { CommandFailure } from './lib/run-quietly.mjs';

try {
  await build(createProgress(), [...projects, 'packages/testkit']);
} catch (error) {
  if (!(error instanceof CommandFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
