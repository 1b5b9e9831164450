import { maxEmailLength } from '@sluice/contracts';

/**
 * Returns whether a text is a usable email address: one `@`, no white space, no invisible
 * characters.
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= maxEmailLength && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(text);
