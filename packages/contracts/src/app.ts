import { z } from 'zod';
import { roles } from './users.js';

/** The signed-in user, as the web app needs them. */
export const currentUserSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(roles),
  })
  .meta({ id: 'CurrentUser' });

/** `GET /api/app`: what a client needs to know before anybody signs in. */
export const appSchema = z
  .object({
    currentUser: currentUserSchema.optional().describe('Absent when nobody is signed in.'),
    config: z.object({
      allowCsvDownload: z.boolean(),
      baseUrl: z.string().describe('Mount path; empty at the root.'),
      defaultConnectionId: z.string().nullable(),
      editorWordWrap: z.boolean(),
      oauthConfigured: z.boolean(),
      localAuthConfigured: z.boolean(),
      publicUrl: z.string(),
      samlConfigured: z.boolean(),
      samlLinkHtml: z.string(),
      ldapConfigured: z.boolean(),
      ldapRolesConfigured: z.boolean(),
      oidcConfigured: z.boolean(),
      oidcLinkHtml: z.string(),
      showServiceTokensUI: z.boolean(),
    }),
    version: z.string(),
  })
  .meta({ id: 'App' });

export type App = z.infer<typeof appSchema>;
export type CurrentUser = z.infer<typeof currentUserSchema>;
