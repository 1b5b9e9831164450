import { badRequest } from '@sluice/errors';
import { isMadeOf, serviceWords, wordsOf } from './context-words.js';

/** Judges passwords that somebody chooses; their length is the contract's matter. */
export interface NewPasswords {
  /**
   * `about` is what others know of whose it is: address and name.
   *
   * @throws AppError 400 for one of the commonest, in whatever case it is written, and for one that is made of
   * words of the service and of its owner, or that is the owner's address or the part of it before the `@`.
   */
  requireUncommon(password: string, about: readonly (string | null | undefined)[]): Promise<void>;
}

/**
 * Nobody needs the list (18,000 of a password's length) before one is chosen: it is loaded then. `host` is
 * where people reach the service.
 */
export function createNewPasswords(host: string | undefined): NewPasswords {
  let loading: Promise<ReadonlySet<string>> | undefined;
  const words = [...serviceWords, ...wordsOf(host === undefined ? '' : `@${host}`)];
  return {
    requireUncommon: async (password, about) => {
      const common = await (loading ??= load());
      if (common.has(password.toLowerCase())) throw refuse('is one of the most common passwords');
      if (isAddress(password, about)) throw refuse('must differ from the e-mail address');
      const theirs = about.flatMap((text) => wordsOf(text ?? ''));
      if (isMadeOf(password, [...words, ...theirs])) {
        throw refuse('is made of words that anybody would try here');
      }
    },
  };
}

/** Capitals do not make another password of it. */
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
  // Bundled, a CommonJS package has no names but this one.
  const { default: language } = await import('@zxcvbn-ts/language-common');
  return new Set(language.dictionary['passwords-common']);
}
