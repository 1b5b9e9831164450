// Loaded into a worker by NODE_OPTIONS=--import: has the modules that a mutant names changed on their
// way in. The real packages with one property broken, and no copy of them that could grow old.
import { register } from 'node:module';
import { mutants } from './mutants.mjs';

const mutant = mutants[process.env.CHAOS_MUTANT];
if (mutant === undefined) throw new Error(`There is no mutant ${process.env.CHAOS_MUTANT}`);
register('./hooks.mjs', import.meta.url, { data: mutant });
