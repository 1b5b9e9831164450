import { z } from 'zod';
import { text, textOr, flag, optionalFlag, whole, secret, role, words } from './rules.js';

/** Sessions, and sign-in methods without an identity provider. */
export const signInSettings = {
  SERVICE_COOKIE_SECRET: secret().describe('Secret that signs session cookies.'),
  SERVICE_COOKIE_NAME: textOr('sluice.sid')
    .refine((name) => /^[\w.-]+$/.test(name), 'may contain only letters, digits, dots, - and _')
    .describe('Name of the session cookie. The prefixes __Host- and __Secure- need TLS.'),
  SERVICE_COOKIE_SECURE: optionalFlag().describe(
    'Sends the session cookie over TLS only. Unset: when PUBLIC_URL is https.',
  ),
  SERVICE_SESSION_COOKIE_SAME_SITE: z
    .preprocess(
      (value) => (typeof value === 'string' && value !== '' ? value.toLowerCase() : undefined),
      z.enum(['strict', 'lax', 'none']).default('strict'),
    )
    .describe('SameSite attribute of the session cookie: strict, lax or none.'),
  SERVICE_SESSION_MINUTES: whole(60, { min: 1 }).describe(
    'Minutes of inactivity after which a session ends.',
  ),
  SERVICE_ADMIN: text().describe('Email address of the user who is made admin at start.'),
  SERVICE_ADMIN_PASSWORD: text().describe('Password of that admin, set at start.'),
  SERVICE_PASSWORD_HASH_COST: whole(17, { min: 14, max: 20 }).describe(
    'Cost of password hashes: scrypt uses 2^cost KiB of memory. OWASP recommends 17; a lower value logs a warning.',
  ),
  SERVICE_USERPASS_AUTH_DISABLED: flag(false).describe('Disables sign-in by email and password.'),
  SERVICE_AUTH_DISABLED: flag(false).describe('Disables authentication. Every request is allowed.'),
  SERVICE_AUTH_DISABLED_DEFAULT_ROLE: role('editor').describe(
    'Role of anonymous requests when authentication is disabled.',
  ),
  SERVICE_ALLOWED_DOMAINS: words().describe(
    'Email domains whose users may sign in and are created automatically, separated by spaces.',
  ),
  SERVICE_SERVICE_TOKEN_SECRET: secret().describe(
    'Secret that signs service tokens. Unset disables them.',
  ),
  SERVICE_AUTH_PROXY_ENABLED: flag(false).describe(
    'Enables sign-in by headers of an authenticating proxy.',
  ),
  SERVICE_AUTH_PROXY_AUTO_SIGN_UP: flag(false).describe(
    'Authenticating proxy: creates unknown users.',
  ),
  SERVICE_AUTH_PROXY_DEFAULT_ROLE: role('editor').describe(
    'Authenticating proxy: role of new users.',
  ),
  SERVICE_AUTH_PROXY_HEADERS: words().describe(
    'Authenticating proxy: field and header pairs, e.g. `email:X-EMAIL id:X-ID data.tenant:X-TENANT`.',
  ),
} as const;
