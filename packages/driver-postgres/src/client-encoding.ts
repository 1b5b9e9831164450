/**
 * Returns the client encoding that the driver needs. A server cannot convert the text of a database without an encoding
 * (SQL_ASCII) and refuses to send what is not UTF-8 by chance: the driver then gets the bytes and repairs them.
 */
export const clientEncodingOf = (parameters: ReadonlyMap<string, string>): string =>
  parameters.get('server_encoding') === 'SQL_ASCII' ? 'SQL_ASCII' : 'UTF8';
