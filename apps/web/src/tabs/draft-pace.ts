const MIN_MS = 700;
/** With the time of a request, at most the last two seconds of typing are lost. */
const MAX_MS = 1_500;
const CHARACTERS_PER_MS = 50;

/**
 * Milliseconds from a key until the text is sent. Each draft is sent as a whole, so a long text is sent less often.
 *
 * @param characters length of the text
 */
export const sendAfterMs = (characters: number): number =>
  Math.min(Math.max(MIN_MS, characters / CHARACTERS_PER_MS), MAX_MS);
