/** What the sign-in page says of a response that does not sign anybody in. */
export type SamlRefusalCode = 'saml_invalid' | 'saml_encrypted' | 'saml_denied' | 'email_missing';

/** A response that does not sign anybody in; the message is for the log and quotes nothing of it. */
export class SamlRefusal extends Error {
  override readonly name = 'SamlRefusal';

  constructor(
    message: string,
    readonly code: SamlRefusalCode = 'saml_invalid',
  ) {
    super(message);
  }
}

/** @throws SamlRefusal unless the rule holds. */
export function demand(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new SamlRefusal(broken);
}
