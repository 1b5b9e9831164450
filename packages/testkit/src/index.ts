export type { TestApi } from './api-in-process.js';
export { openChromium, openChromiumProfile, sharedChromium } from './chromium.js';
export {
  createConformance,
  type Conformance,
  type OpenApiDocument,
  type ReceivedAnswer,
} from './conformance.js';
export { certificate } from './certificate.js';
export { createClient, type TestClient } from './client.js';
export {
  createEmptyDatabase,
  createServiceDatabase,
  createServiceTemplate,
  redisUrl,
  type TestDatabase,
} from './databases.js';
export { locatePostgres, startPostgres, type TestPostgres } from './postgres.js';
export { startProcess, type TestProcess } from './process.js';
export { childrenOf, isAlive, residentBytes } from './processes.js';
export { freePort, freeWorkerMetricsPort } from './free-port.js';
export { isDeep } from './is-deep.js';
export { createCluster } from './create-cluster.js';
export { endWithUs } from './end-with-us.js';
export { onStopSignals } from '@sluice/standalone';
export { monitorRedis, startRedis, type TestRedis } from './redis.js';
export { attackedQueues, queueBackends, type QueueBackendName } from './queue.js';
export {
  allowedTargets,
  startService,
  targetConnection,
  type ServiceOptions,
  type TestService,
} from './service.js';
export { startTestServices, type TestServices } from './services.js';
export { noRows } from './statements.js';
export { until } from './until.js';
export { writeAttempts } from './write-attempts.js';
export { runNginx, startNginx, type Nginx, type NginxPlace } from './nginx.js';
export { startPgpool, type Pgpool, type PgpoolMode } from './pgpool.js';
export { balancerConfig, servedByHeader, startBalancer } from './balancer.js';
export { bucketSettings, createBucket, type TestBucket } from './bucket.js';
export { sharedSwift, startSwift, type ObjectStorage, type Swift } from './swift.js';
export {
  startPgbouncer,
  type Pgbouncer,
  type PgbouncerOptions,
  type PoolMode,
} from './pgbouncer.js';
export { startSlapd, type Slapd } from './slapd.js';
export { mountSmallDisk } from './small-disk.js';
export {
  hasFields,
  startReplay,
  withReplay,
  type ReplayAnswer,
  type ReplayEntry,
  type ReplayRequest,
  type ReplayServer,
} from './replay.js';
export { startCuttingRelay, type CuttingRelay } from './relay.js';
export { startMysqlProxy, type MysqlProxy, type MysqlProxyBehaviour } from './mysql-proxy.js';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.js';
export { startSocksProxy, type SocksProxy } from './socks-proxy.js';
export { mariaDbPassword, startMariaDb, type MariaDb } from './mariadb.js';
export {
  integerColumn,
  rows as snowflakeRows,
  textColumn,
  type SnowflakeBehaviour,
  type SnowflakeColumn,
  type SnowflakeFile,
} from './snowflake/behaviour.js';
export {
  startSnowflakeServer,
  type SnowflakeFault,
  type SnowflakeServer,
  type SnowflakeServerOptions,
} from './snowflake/server.js';
export type { SnowflakeRequest } from './snowflake/request.js';
export {
  errorBody,
  resultOf,
  startBigQueryServer,
  type Behaviour,
  type BigQueryRequest,
  type BigQueryServer,
  type BigQueryServerOptions,
  type Fault,
  type Script,
  type WireField,
  type WireResult,
  type WireValue,
} from './bigquery/index.js';
export { forbiddenAddresses, forbiddenSpellings, spellingsOfV4 } from './spellings.js';
