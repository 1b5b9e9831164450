export { createPasswordHasher, type PasswordHasher, type PasswordHasherOptions } from './hasher.js';
