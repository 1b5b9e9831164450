/** Binding of the authentication request. */
export const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
/** Binding of the response. */
export const postBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';

/** NameID formats with a defined meaning. */
export const nameIdFormats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
} as const;
