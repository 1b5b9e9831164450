/** Retention and repair: expired results, lost results, orphaned statements. */
export { retain } from './retention.js';
export { stopOrphan } from './stop-orphan.js';
