export { chunkedJson } from './chunked-json.js';
export { matchesEtag } from './if-none-match.js';
export { findInvalidText, isUnstorable } from './text-validation.js';
