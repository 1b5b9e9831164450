export { createLinkWatch } from './link-watch.js';
export { createOpenLinks } from './open-links.js';
export { createLinkPasses } from './passes.js';
export { registerBatchLinks } from './routes.js';
export { registerVisits } from './visit-routes.js';
export { createVisits } from './visits.js';
