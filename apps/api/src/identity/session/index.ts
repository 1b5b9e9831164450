export { beginSession } from './begin-plugin.js';
export { bySession } from './identifier.js';
export { sessionLifetimesOf } from './lifetimes.js';
export { addSessions, cookiePath } from './plugin.js';
export { registerSessionAdmin, registerSessions } from './routes.js';
export type { SessionDependencies } from './service.js';
