/** What stands on the keys of a system. */
export interface KeyNames {
  /** The key of commands. */
  mod: string;
  alt: string;
}

/** The names of a browser's system, which its `userAgent` tells. */
export const keyNamesOf = (userAgent: string): KeyNames =>
  /Mac OS X|iPhone|iPad/.test(userAgent)
    ? { mod: 'Cmd', alt: 'Option' }
    : { mod: 'Ctrl', alt: 'Alt' };

/** The names here. */
export const keyNames = (): KeyNames => keyNamesOf(navigator.userAgent);
