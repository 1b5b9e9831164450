export { registerFormatSql } from './format-routes.js';
export { formatterThread } from './formatter-thread.js';
export { createSqlFormatter, type SqlFormatter } from './formatter.js';
export { getQuery, type QueryDependencies } from './service.js';
export { aclOf, tagsOf } from './input.js';
export { listToolQueries, type QueryListDependencies } from './lists.js';
export { registerQueries } from './routes.js';
export { registerQueryVersions } from './version-routes.js';
export type { QueryVersionDependencies } from './versions.js';
