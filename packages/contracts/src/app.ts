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

/** The signed-in user, as the web app needs them. */
export const currentUserSchema = z
  .object({
    id: z.string().describe('Of the user, or of the service token.'),
    email: z.string().describe('The name where it is a service token.'),
    name: z.string().nullable().describe('What people call them.'),
    role: z.enum(roles).describe('Admins manage users and connections.'),
  })
  .meta({
    id: 'CurrentUser',
    description: 'Who asks.',
    examples: [exampleUser],
  });

/** `GET /api/app`: what a client needs to know before anybody signs in. */
export const appSchema = z
  .object({
    currentUser: currentUserSchema.optional().describe('Absent when nobody is signed in.'),
    config: z
      .object({
        allowCsvDownload: z.boolean().describe('Results may be downloaded.'),
        baseUrl: z.string().describe('Mount path; empty at the root.'),
        defaultConnectionId: z.string().nullable().describe('Chosen until the user chooses.'),
        editorWordWrap: z.boolean().describe('Long lines of SQL are wrapped.'),
        oauthConfigured: z.boolean().describe('Sign-in at /auth/oauth.'),
        localAuthConfigured: z.boolean().describe('Sign-in by e-mail address and password.'),
        publicUrl: z.string().describe('PUBLIC_URL; empty when it is not set.'),
        samlConfigured: z.boolean().describe('Sign-in at /auth/saml.'),
        samlLinkHtml: z.string().describe('What its link shows; harmless HTML.'),
        ldapConfigured: z.boolean().describe('Sign-in by LDAP user name and password.'),
        ldapRolesConfigured: z.boolean().describe('Roles follow LDAP filters.'),
        oidcConfigured: z.boolean().describe('Sign-in at /auth/oidc.'),
        oidcLinkHtml: z.string().describe('What its link shows; harmless HTML.'),
        showServiceTokensUI: z.boolean().describe('Service tokens can be made.'),
      })
      .describe('What this service offers; nothing secret.'),
    needsAdmin: z
      .literal(true)
      .optional()
      .describe('Nobody is signed in, and no admin could be yet: SERVICE_ADMIN makes one.'),
    version: z.string().describe('Of the service.'),
  })
  .meta({
    id: 'App',
    description: 'What a client needs before anybody signs in.',
    examples: [
      { currentUser: exampleUser, config: exampleConfig, version: '0.1.0' },
      { config: exampleConfig, needsAdmin: true, version: '0.1.0' },
    ],
  });

export type App = z.infer<typeof appSchema>;
export type CurrentUser = z.infer<typeof currentUserSchema>;
