export { registerSchema } from './routes.js';
export { textOfStored } from './send-stored.js';
export { createSchemas, type Schemas } from './service.js';
