export { registerSchema } from './routes.js';
export { createSchemas, type Schemas } from './service.js';
