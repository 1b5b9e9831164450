/** The code that the sign-in page explains. */
export type SamlRefusalCode = 'saml_invalid' | 'saml_encrypted' | 'saml_denied' | 'email_missing';

/** A refused response. The message is for the log and quotes nothing of the response. */
export class SamlRefusal extends Error {
  override readonly name = 'SamlRefusal';

  constructor(
    message: string,
    readonly code: SamlRefusalCode = 'saml_invalid',
  ) {
    super(message);
  }
}

/** @throws SamlRefusal with `broken` unless `holds` */
export function demand(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new SamlRefusal(broken);
}
