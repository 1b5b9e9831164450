/** How the browser takes our request along. */
export const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
/** How it brings the response. */
export const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

/** Formats of a NameID that say what it is. */
export const nameIdFormats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
} as const;
