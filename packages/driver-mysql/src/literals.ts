/** Returns a literal of bytes. Hexadecimal needs no escapes, which depend on `sql_mode`. */
export const binaryLiteral = (text: string): string => `x'${Buffer.from(text).toString('hex')}'`;

/** Returns a literal of text. */
export const textLiteral = (text: string): string => `_utf8mb4 ${binaryLiteral(text)}`;
