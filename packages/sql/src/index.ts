export { splitStatements, type Dialect, type StatementPiece } from './split.js';
