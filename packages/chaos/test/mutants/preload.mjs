// Loaded into a worker by NODE_OPTIONS=--import: changes the modules that a mutant names while they are
// loaded. It uses the real packages with one defect, rather than a copy that could become outdated.
import { register } from 'node:module';
import { mutants } from './mutants.mjs';

// In the URL, because an executor gets only the environment variables that it needs.
const name = new URL(import.meta.url).searchParams.get('mutant');
const mutant = mutants[name];
if (mutant === undefined) throw new Error(`Unknown mutant ${name}`);
register('./hooks.mjs', import.meta.url, { data: mutant });
