export { importSqlpad, type ImportOptions } from './import-sqlpad.js';
export { reportLines, type ImportReport, type ReportedKind } from './report.js';
