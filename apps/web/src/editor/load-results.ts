/** Loads the code of the results. It is not part of the first load; a run starts to load it before the service answers. */
export const loadResults = () => import('./tab-results.js');
