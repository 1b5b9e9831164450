export { chunkedJson } from './chunked-json.js';
export { matchesEtag } from './if-none-match.js';
export { findBadText, isUnstorable } from './text-validation.js';
