import type { SessionOptions } from '@sluice/driver-kit';
import { Api } from './api.js';
import { createCredentials } from './credentials.js';
import { Http } from './http.js';
import type { Settings } from './settings.js';

/** Opens the REST API with a connection's credentials. `signal` aborts token requests. */
export function openApi(
  { endpoint, account, googleDrive }: Pick<Settings, 'endpoint' | 'account' | 'googleDrive'>,
  { targets, applicationName }: Pick<SessionOptions, 'targets' | 'applicationName'>,
  signal: AbortSignal,
): { api: Api; http: Http } {
  const http = new Http(targets);
  const credentials = createCredentials({ account, googleDrive }, http, signal);
  const userAgent = applicationName.replaceAll(/[^A-Za-z0-9._/-]/g, '_') || 'sluice';
  return { api: new Api(endpoint, http, credentials, userAgent), http };
}
