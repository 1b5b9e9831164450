import { badRequest } from '@sluice/errors';
import { isMadeOf, serviceWords, wordsOf } from './context-words.js';

/** Checks new passwords; the contract checks their length. */
export interface PasswordPolicy {
  /**
   * `about` contains what others know about the owner: email address and name.
   *
   * @throws AppError 400 for a common password (case-insensitive), for one that consists of words
   * of the service and its owner, and for one that is the owner's address or the part before the
   * `@`
   */
  requireUncommon(password: string, about: readonly (string | null | undefined)[]): Promise<void>;
}

/**
 * Loads the list of common passwords (18,000 of an allowed length) on first use. `host` is the
 * public host name of the service.
 */
export function createPasswordPolicy(host: string | undefined): PasswordPolicy {
  let loading: Promise<ReadonlySet<string>> | undefined;
  const words = [...serviceWords, ...wordsOf(host === undefined ? '' : `@${host}`)];
  return {
    requireUncommon: async (password, about) => {
      const common = await (loading ??= load());
      if (common.has(password.toLowerCase())) throw refuse('is one of the most common passwords');
      if (isAddress(password, about)) throw refuse('must differ from the email address');
      const theirs = about.flatMap((text) => wordsOf(text ?? ''));
      if (isMadeOf(password, [...words, ...theirs])) {
        throw refuse('consists of easily guessed words');
      }
    },
  };
}

/** Case differences do not make it another password. */
function isAddress(password: string, about: readonly (string | null | undefined)[]): boolean {
  const given = password.trim().toLowerCase();
  return about.some((text) => {
    const address = (text ?? '').trim().toLowerCase();
    const at = address.lastIndexOf('@');
    return at > 0 && (given === address || given === address.slice(0, at));
  });
}

const refuse = (message: string) =>
  badRequest([{ path: 'password', message }], `The password ${message}`);

async function load(): Promise<ReadonlySet<string>> {
  // Bundled CommonJS packages have only a default export.
  const { default: language } = await import('@zxcvbn-ts/language-common');
  return new Set(language.dictionary['passwords-common']);
}
