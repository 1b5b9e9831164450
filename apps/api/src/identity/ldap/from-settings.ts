import type { ApiSettings } from '@sluice/config';
import { createDirectory, type Directory } from './directory.js';
import { parseFilter, type FilterTemplate } from './filters.js';

const TIMEOUT_MS = 5_000;

/**
 * Creates the configured directory; null when LDAP is disabled. @throws AppError `configuration`
 */
export function directoryFrom(settings: ApiSettings): Directory | null {
  const {
    SERVICE_LDAP_URL: url,
    SERVICE_LDAP_SEARCH_BASE: searchBase,
    SERVICE_LDAP_SEARCH_FILTER: searchFilter,
    SERVICE_LDAP_BIND_DN: dn,
    SERVICE_LDAP_PASSWORD: password,
  } = settings;
  const isOn = settings.SERVICE_LDAP_AUTH_ENABLED;
  if (!isOn || url === undefined || searchBase === undefined || searchFilter === undefined) {
    return null;
  }
  const admin = roleFilter(settings, 'SERVICE_LDAP_ROLE_ADMIN_FILTER');
  const editor = roleFilter(settings, 'SERVICE_LDAP_ROLE_EDITOR_FILTER');
  return createDirectory({
    url,
    startTls: settings.SERVICE_LDAP_START_TLS,
    ca: settings.SERVICE_LDAP_CA,
    timeoutMs: TIMEOUT_MS,
    searchBase,
    searchFilter: parseFilter('SERVICE_LDAP_SEARCH_FILTER', searchFilter),
    roleFilters: { ...(admin && { admin }), ...(editor && { editor }) },
    account: dn === undefined || password === undefined ? null : { dn, password },
  });
}

function roleFilter(
  settings: ApiSettings,
  name: 'SERVICE_LDAP_ROLE_ADMIN_FILTER' | 'SERVICE_LDAP_ROLE_EDITOR_FILTER',
): FilterTemplate | undefined {
  const text = settings[name];
  return text === undefined ? undefined : parseFilter(name, text);
}
