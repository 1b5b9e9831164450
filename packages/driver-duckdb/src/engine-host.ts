import { serveEngine } from '@sluice/driver-kit/engine-host/serve';

// Entry point of the process of one session. The engine is imported when the database is opened, so that a
// library that does not load is reported to the worker.
await serveEngine(async (open) => (await import('./engine.js')).openDuckdb(open));
