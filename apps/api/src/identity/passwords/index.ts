export { createPasswordLinks, noLink, type PasswordLinks } from './links.js';
export { createNewPasswords, type NewPasswords } from './policy.js';
