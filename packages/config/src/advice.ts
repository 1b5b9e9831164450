import type { Settings } from './settings/index.js';
import { webhookUrls } from './webhooks.js';

/** Risks that are shown to every client of the service and not only in the log. */
export const exposureWarnings = (
  settings: Pick<Settings, 'SERVICE_AUTH_DISABLED' | 'SERVICE_IP'>,
): string[] =>
  settings.SERVICE_AUTH_DISABLED && !isLoopback(settings.SERVICE_IP)
    ? [
        'SERVICE_AUTH_DISABLED is true and SERVICE_IP is not a loopback address: ' +
          'anyone who can reach this service can use it without signing in',
      ]
    : [];

/** Warnings for the log at start about valid but risky settings. */
export function adviceOn(settings: Settings): string[] {
  const advice = exposureWarnings(settings);
  if (settings.SERVICE_AUTH_DISABLED && advice.length === 0) {
    advice.push('SERVICE_AUTH_DISABLED is true: authentication is disabled');
  }
  if (settings.SERVICE_AUTH_PROXY_ENABLED && settings.SERVICE_TRUST_PROXY.length === 0) {
    advice.push(
      'SERVICE_AUTH_PROXY_ENABLED is true and SERVICE_TRUST_PROXY is empty: ' +
        'the headers of the proxy are ignored, so users cannot sign in with them',
    );
  }
  const isAnyUrl = Object.values(webhookUrls).some((name) => settings[name] !== undefined);
  if (settings.SERVICE_WEBHOOK_ENABLED !== isAnyUrl) {
    advice.push(
      isAnyUrl
        ? 'SERVICE_WEBHOOK_ENABLED is false: no webhooks are sent although receivers are configured'
        : 'SERVICE_WEBHOOK_ENABLED is true and no SERVICE_WEBHOOK_…_URL is set: no webhooks are sent',
    );
  }
  const { SERVICE_LDAP_URL: url, SERVICE_LDAP_START_TLS: startsTls } = settings;
  const isPlain = url !== undefined && new URL(url).protocol === 'ldap:' && !startsTls;
  if (settings.SERVICE_LDAP_AUTH_ENABLED && isPlain && !isLoopback(new URL(url).hostname)) {
    advice.push(
      'SERVICE_LDAP_URL is ldap:// without SERVICE_LDAP_START_TLS: passwords are sent unencrypted',
    );
  }
  return advice;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
