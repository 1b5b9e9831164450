export { directoryFrom } from './from-settings.js';
export { createLdapSignIn, type LdapSignIn } from './service.js';
