import { badRequest } from '@sluice/errors';

/** Judges passwords that somebody chooses; their length is the contract's matter. */
export interface NewPasswords {
  /** @throws AppError 400 for one of the commonest, in whatever case it is written. */
  requireUncommon(password: string): Promise<void>;
}

/** Nobody needs the list (18,000 of a password's length) before one is chosen: it is loaded then. */
export function createNewPasswords(): NewPasswords {
  let loading: Promise<ReadonlySet<string>> | undefined;
  return {
    requireUncommon: async (password) => {
      const common = await (loading ??= load());
      if (!common.has(password.toLowerCase())) return;
      const message = 'is one of the most common passwords';
      throw badRequest([{ path: 'password', message }], `The password ${message}`);
    },
  };
}

async function load(): Promise<ReadonlySet<string>> {
  // Bundled, a CommonJS package has no names but this one.
  const { default: language } = await import('@zxcvbn-ts/language-common');
  return new Set(language.dictionary['passwords-common']);
}
