import { z } from 'zod';
import { text, textOr, flag, optionalFlag, whole, secret, role, words } from './rules.js';

/** Sessions and who comes in without an identity provider. */
export const signInSettings = {
  SERVICE_COOKIE_SECRET: secret().describe('Signs session cookies.'),
  SERVICE_COOKIE_NAME: textOr('sluice.sid')
    .refine((name) => /^[\w.-]+$/.test(name), 'may hold letters, digits, dots, - and _')
    .describe('Name of the session cookie; the prefixes __Host- and __Secure- need TLS.'),
  SERVICE_COOKIE_SECURE: optionalFlag().describe(
    'Send the cookie over TLS only; unset = where PUBLIC_URL is https.',
  ),
  SERVICE_SESSION_COOKIE_SAME_SITE: z
    .preprocess(
      (value) => (typeof value === 'string' && value !== '' ? value.toLowerCase() : undefined),
      z.enum(['strict', 'lax', 'none']).default('strict'),
    )
    .describe('Same-site mode of the session cookie.'),
  SERVICE_SESSION_MINUTES: whole(60, { min: 1 }).describe('Life of an idle session.'),
  SERVICE_ADMIN: text().describe('E-mail that receives admin permission.'),
  SERVICE_ADMIN_PASSWORD: text().describe('Password set for that admin at start.'),
  SERVICE_PASSWORD_HASH_COST: whole(17, { min: 14, max: 20 }).describe(
    'A password hash takes 2^cost KiB of memory (scrypt). OWASP recommends 17; less is warned of at start.',
  ),
  SERVICE_USERPASS_AUTH_DISABLED: flag(false).describe('No sign-in by e-mail and password.'),
  SERVICE_AUTH_DISABLED: flag(false).describe('Everybody comes in without signing in.'),
  SERVICE_AUTH_DISABLED_DEFAULT_ROLE: role('editor').describe(
    'Role of everybody while nobody signs in.',
  ),
  SERVICE_ALLOWED_DOMAINS: words().describe(
    'E-mail domains whose users are admitted and added by themselves, with spaces between.',
  ),
  SERVICE_SERVICE_TOKEN_SECRET: secret().describe('Signs service tokens; unset = there are none.'),
  SERVICE_AUTH_PROXY_ENABLED: flag(false).describe('A proxy in front says who asks, in headers.'),
  SERVICE_AUTH_PROXY_AUTO_SIGN_UP: flag(false).describe('Users unknown so far are added.'),
  SERVICE_AUTH_PROXY_DEFAULT_ROLE: role('editor').describe('Role of users added so.'),
  SERVICE_AUTH_PROXY_HEADERS: words().describe(
    'Which header holds what, such as email:X-EMAIL id:X-ID data.tenant:X-TENANT.',
  ),
} as const;
