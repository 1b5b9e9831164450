import { z } from 'zod';
import { roles } from './enums.js';

const exampleUser = {
  id: '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'editor',
};

const exampleConfig = {
  allowCsvDownload: true,
  allowPublicLinks: false,
  baseUrl: '',
  defaultConnectionId: null,
  editorWordWrap: false,
  oauthConfigured: false,
  localAuthConfigured: true,
  publicUrl: 'https://sql.example.com',
  samlConfigured: false,
  samlLinkHtml: 'Sign in with SSO',
  ldapConfigured: false,
  ldapRolesConfigured: false,
  oidcConfigured: false,
  oidcLinkHtml: '',
  showServiceTokensUI: true,
};

/** The authenticated principal, as the web app needs it. */
export const currentUserSchema = z
  .object({
    id: z.string().describe('ID of the user or service token.'),
    email: z.string().describe('Email address of the user or name of the service token.'),
    name: z.string().nullable().describe('Display name.'),
    role: z.enum(roles).describe('Admins manage users and connections.'),
  })
  .meta({
    id: 'CurrentUser',
    description: 'The authenticated principal.',
    examples: [exampleUser],
  });

/** `GET /api/app`: configuration for clients, available without authentication. */
export const appSchema = z
  .object({
    currentUser: currentUserSchema
      .optional()
      .describe('Absent when the request is not authenticated.'),
    config: z
      .object({
        allowCsvDownload: z.boolean().describe('Downloads of results are allowed.'),
        allowPublicLinks: z.boolean().describe('Public links to results are allowed.'),
        baseUrl: z.string().describe('Path prefix; empty at the root.'),
        defaultConnectionId: z.string().nullable().describe('Connection that is selected first.'),
        editorWordWrap: z.boolean().describe('The editor wraps long lines.'),
        oauthConfigured: z.boolean().describe('Sign-in at /auth/oauth.'),
        localAuthConfigured: z.boolean().describe('Sign-in by email and password.'),
        publicUrl: z.string().describe('PUBLIC_URL; empty when it is not set.'),
        samlConfigured: z.boolean().describe('Sign-in at /auth/saml.'),
        samlLinkHtml: z.string().describe('Sanitized HTML of the sign-in link.'),
        ldapConfigured: z.boolean().describe('Sign-in by LDAP user name and password.'),
        ldapRolesConfigured: z.boolean().describe('LDAP filters set the roles.'),
        oidcConfigured: z.boolean().describe('Sign-in at /auth/oidc.'),
        oidcLinkHtml: z.string().describe('Sanitized HTML of the sign-in link.'),
        showServiceTokensUI: z.boolean().describe('Service tokens are enabled.'),
      })
      .describe('Public configuration.'),
    needsAdmin: z
      .literal(true)
      .optional()
      .describe('The request is not authenticated and no admin exists. Set SERVICE_ADMIN.'),
    version: z.string().describe('Version of the service.'),
  })
  .meta({
    id: 'App',
    description: 'Configuration for clients.',
    examples: [
      { currentUser: exampleUser, config: exampleConfig, version: '1.0.0' },
      { config: exampleConfig, needsAdmin: true, version: '1.0.0' },
    ],
  });

/** See {@link appSchema}. */
export type App = z.infer<typeof appSchema>;
/** See {@link currentUserSchema}. */
export type CurrentUser = z.infer<typeof currentUserSchema>;
