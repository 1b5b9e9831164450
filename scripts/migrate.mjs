// `npm run migrate`: applies the migrations that the service's database has not seen, by DATABASE_URL. Every API does
// the same at its start; a deployment that does it beforehand sees early whether it works.
import { loadWorkerConfig } from '@sluice/config';
import { migrate } from '@sluice/database/migrate';

const { settings } = loadWorkerConfig();
const report = await migrate(settings.DATABASE_URL);
const applied = [...report.applied, ...report.functions];
console.log(applied.length === 0 ? 'Up to date.' : `Applied: ${applied.join(', ')}`);
