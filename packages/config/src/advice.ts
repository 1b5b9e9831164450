import type { Settings } from './settings/index.js';
import { webhookUrls } from './webhooks.js';

/** Dangers of the settings that everybody who can reach the service should see, not only its log. */
export const exposureWarnings = (
  settings: Pick<Settings, 'SERVICE_AUTH_DISABLED' | 'SERVICE_IP'>,
): string[] =>
  settings.SERVICE_AUTH_DISABLED && !isLoopback(settings.SERVICE_IP)
    ? [
        'SERVICE_AUTH_DISABLED is true and SERVICE_IP is no loopback address: ' +
          'everybody who reaches this service may use it without signing in',
      ]
    : [];

/** What the log says at start of settings that are valid and rarely meant so. */
export function adviceOn(settings: Settings): string[] {
  const advice = exposureWarnings(settings);
  if (settings.SERVICE_AUTH_DISABLED && advice.length === 0) {
    advice.push('SERVICE_AUTH_DISABLED is true: nobody has to sign in');
  }
  if (settings.SERVICE_AUTH_PROXY_ENABLED && settings.SERVICE_TRUST_PROXY.length === 0) {
    advice.push(
      'SERVICE_AUTH_PROXY_ENABLED is true and SERVICE_TRUST_PROXY is empty: ' +
        'the headers of the proxy are ignored and let nobody in',
    );
  }
  const isAnyUrl = Object.values(webhookUrls).some((name) => settings[name] !== undefined);
  if (settings.SERVICE_WEBHOOK_ENABLED !== isAnyUrl) {
    advice.push(
      isAnyUrl
        ? 'SERVICE_WEBHOOK_ENABLED is false: no webhook is sent, although receivers are named'
        : 'SERVICE_WEBHOOK_ENABLED is true and no SERVICE_WEBHOOK_…_URL is set: no webhook is sent',
    );
  }
  const { SERVICE_LDAP_URL: url, SERVICE_LDAP_START_TLS: startsTls } = settings;
  const isPlain = url !== undefined && new URL(url).protocol === 'ldap:' && !startsTls;
  if (settings.SERVICE_LDAP_AUTH_ENABLED && isPlain && !isLoopback(new URL(url).hostname)) {
    advice.push(
      'SERVICE_LDAP_URL is ldap:// without SERVICE_LDAP_START_TLS: passwords cross the network unencrypted',
    );
  }
  return advice;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
