/**
 * A failed start that the user can fix. The launcher prints the message without a stack and exits with code
 * 1. Any other error is a bug and is printed with its stack.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
}
