export { registerDrafts } from './routes.js';
export type { DraftDependencies } from './service.js';
