export { createPasswordLinks, NO_LINK, type PasswordLinks } from './links.js';
export { createPasswordPolicy, type PasswordPolicy } from './policy.js';
