/**
 * Returns a variable set by the test runner. @throws when it is missing, so that a missing service fails the
 * test.
 */
export function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with \`npm test\``);
  return value;
}
