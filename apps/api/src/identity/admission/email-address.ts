import { maxEmailLength } from '@sluice/contracts';

/** Whether a text can be the address of a user: one `@`, no white space, nothing invisible. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= maxEmailLength && /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(text);
