export { exposureWarnings } from './advice.js';
export { readCertificates } from './certificates.js';
export { closeDebugging } from './close-debugging.js';
export { connectionPrefix, type EnvironmentConnection } from './connections.js';
export { editDistance, nearest } from './nearest.js';
export type { Environment } from './environment.js';
export { executorEnvironment, workerEnvironment } from './executor-environment.js';
export { requireDataFolder } from './data-folder.js';
export { isCookieSecure } from './cookie.js';
export { settingsPage } from './document.js';
export { loadSettings, type CheckConnections, type LoadedSettings } from './load.js';
export {
  loadApiConfig,
  loadStandaloneConfig,
  loadWorkerConfig,
  resultsStore,
  runningLimits,
  sweepSettings,
  tenancySettings,
  viewOptions,
  type ApiSettings,
  type ProcessConfig,
  type ServiceSettings,
} from './processes.js';
export { parseProxyHeaders, type ProxyHeaders } from './proxy-headers.js';
export { settings, type SettingName, type Settings } from './settings/index.js';
export { isSafeProviderUrl } from './provider-url.js';
export { notedEvents, webhookSettings, type WebhookSettings } from './webhooks.js';
