// Loaded into a worker by NODE_OPTIONS=--import: has the modules that a mutant names changed on their
// way in. The real packages with one property broken, and no copy of them that could grow old.
import { register } from 'node:module';
import { mutants } from './mutants.mjs';

// In the address: of the environment an executor gets only what it needs.
const name = new URL(import.meta.url).searchParams.get('mutant');
const mutant = mutants[name];
if (mutant === undefined) throw new Error(`There is no mutant ${name}`);
register('./hooks.mjs', import.meta.url, { data: mutant });
