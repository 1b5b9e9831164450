import { appSchema, errorBodySchema, type App } from '@sluice/contracts';
import type { ApiSettings } from '@sluice/config';
import type { UserRepository } from '@sluice/database';
import { errorResponses, type Identify, type Scope } from '../http/index.js';
import { sanitizeLink } from './link-html.js';

/** Dependencies of {@link registerApp}. */
export interface AppDependencies {
  settings: ApiSettings;
  identify: Identify;
  users: Pick<UserRepository, 'anyAdmin'>;
  version: string;
}

/** `GET /api/app`: what a client needs before the sign-in, for anyone. */
export function registerApp(
  scope: Scope,
  { settings, identify, users, version }: AppDependencies,
): void {
  const config = configOf(settings);
  // Once true it stays true: the last admin cannot be deleted.
  let hasAdmin = false;
  scope.route({
    method: 'GET',
    url: '/api/app',
    schema: {
      summary: 'Get the signed-in user, if any, and the configuration of the service',
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
      if (currentUser !== null) {
        const { id, email, name, role } = currentUser;
        return { currentUser: { id, email, name, role }, config, version };
      }
      hasAdmin ||= await users.anyAdmin();
      return { config, ...(!hasAdmin && { needsAdmin: true }), version };
    },
  });
}

const configOf = (settings: ApiSettings): App['config'] => ({
  allowCsvDownload: settings.SERVICE_ALLOW_CSV_DOWNLOAD,
  allowPublicLinks: settings.SERVICE_PUBLIC_LINKS,
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
