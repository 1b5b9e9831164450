export { createRenewed } from './refreshing-value.js';
export { type BriefMemory, createBriefMemory } from './short-lived-cache.js';
