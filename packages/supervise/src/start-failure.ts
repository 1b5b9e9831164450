/**
 * A start that cannot go on for a reason a person can act on. The launcher prints the message
 * without a stack and exits with code 1; anything else that is thrown is a bug and keeps its stack.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
