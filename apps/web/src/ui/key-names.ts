/** The names of modifier keys on an operating system. */
export interface KeyNames {
  /** The command key: Cmd or Ctrl. */
  mod: string;
  alt: string;
}

/** Returns the key names of the operating system in a `userAgent`. */
export const keyNamesOf = (userAgent: string): KeyNames =>
  /Mac OS X|iPhone|iPad/.test(userAgent)
    ? { mod: 'Cmd', alt: 'Option' }
    : { mod: 'Ctrl', alt: 'Alt' };

/** Returns the key names of this browser. */
export const keyNames = (): KeyNames => keyNamesOf(navigator.userAgent);
