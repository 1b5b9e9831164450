export type { ConnectionDefinition } from './connection-definition.js';
export { prepareService } from './prepare-service.js';
export { provisionData } from './provision.js';
export { readEnvironmentConnections } from './read-environment.js';
