import { appSchema, errorBodySchema, type App } from '@sluice/contracts';
import type { ApiSettings } from '@sluice/config';
import type { Identify } from '../plugins/authentication.js';
import type { Scope } from '../scope.js';
import { errorResponses } from './execution-replies.js';
import { sanitizeLink } from '../services/sign-in/link-html.js';

/** `GET /api/app`: what a client needs to know before anybody signs in; for anyone. */
export function registerApp(
  scope: Scope,
  { settings, identify, version }: { settings: ApiSettings; identify: Identify; version: string },
): void {
  const config = configOf(settings);
  scope.route({
    method: 'GET',
    url: '/api/app',
    schema: {
      summary: 'The signed-in user, if any, and what this service offers',
      tags: ['service'],
      security: [],
      response: {
        200: appSchema,
        ...errorResponses,
        429: errorBodySchema.describe('Too many failed sign-ins; see Retry-After.'),
      },
    },
    handler: async (request): Promise<App> => {
      const currentUser = await identify(request);
      return { ...(currentUser === null ? {} : { currentUser }), config, version };
    },
  });
}

const configOf = (settings: ApiSettings): App['config'] => ({
  allowCsvDownload: settings.SERVICE_ALLOW_CSV_DOWNLOAD,
  baseUrl: settings.SERVICE_BASE_URL,
  defaultConnectionId: settings.SERVICE_DEFAULT_CONNECTION_ID ?? null,
  editorWordWrap: settings.SERVICE_EDITOR_WORD_WRAP,
  oauthConfigured: settings.SERVICE_OAUTH_CLIENT_ID !== undefined,
  localAuthConfigured: !settings.SERVICE_USERPASS_AUTH_DISABLED,
  publicUrl: settings.PUBLIC_URL ?? '',
  samlConfigured: settings.SERVICE_SAML_ENTRY_POINT !== undefined,
  samlLinkHtml: sanitizeLink(settings.SERVICE_SAML_LINK_HTML),
  ldapConfigured: settings.SERVICE_LDAP_AUTH_ENABLED,
  ldapRolesConfigured:
    settings.SERVICE_LDAP_ROLE_ADMIN_FILTER !== undefined ||
    settings.SERVICE_LDAP_ROLE_EDITOR_FILTER !== undefined,
  oidcConfigured: settings.SERVICE_OIDC_CLIENT_ID !== undefined,
  oidcLinkHtml: sanitizeLink(settings.SERVICE_OIDC_LINK_HTML),
  showServiceTokensUI: settings.SERVICE_SERVICE_TOKEN_SECRET !== undefined,
});
