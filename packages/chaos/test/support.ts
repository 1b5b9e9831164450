/**
 * Returns the URL of the PostgreSQL server that the test runner started. @throws when there is none.
 */
export function sharedServer(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`');
  return url;
}
