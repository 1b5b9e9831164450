export type { GivenConnection } from './connection-definition.js';
export { prepareService } from './prepare-service.js';
export { writeGivenData } from './provision.js';
export { readEnvironmentConnections } from './read-environment.js';
