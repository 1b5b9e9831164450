import { randomBytes } from 'node:crypto';
import samlify from 'samlify';
import { readAssertion, type Assertion } from './assertion.js';
import { checkEnvelope } from './envelope.js';
import { nameIdFormats, postBinding, redirectBinding } from './names.js';
import { demand, SamlRefusal } from './refusal.js';
import { loadSchemas } from './schema.js';
import { createVerifier } from './verify.js';
import { parseXml } from './xml.js';

// A CommonJS package whose named exports Node does not detect.
const { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } = samlify;

/** The SAML service provider. */
export interface SamlService {
  /** The metadata that the identity provider's admin registers. */
  metadata: string;
  /** Creates an authentication request and its redirect URL. */
  request(): { id: string; url: string };
  /**
   * Returns the assertion of a response (Base64) after all checks except for reuse.
   *
   * @throws SamlRefusal
   */
  accept(response: string, requestId: string, nowMs: number): Assertion;
}

/** Options of {@link createSamlService}. */
export interface SamlServiceOptions {
  /** The entity id of this service. */
  entityId: string;
  /** The assertion consumer service URL. */
  callbackUrl: string;
  /** The single sign-on URL of the identity provider. */
  entryPoint: string;
  /** The certificates that sign responses, Base64. */
  certificates: readonly string[];
  idpIssuer: string | undefined;
  authContext: string | undefined;
}

/** Without a NameID format: the identity provider chooses it. */
const template = (hasContext: boolean): string =>
  `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ` +
  `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" ` +
  `IssueInstant="{IssueInstant}" Destination="{Destination}" ProtocolBinding="{ProtocolBinding}" ` +
  `AssertionConsumerServiceURL="{CallbackUrl}"><saml:Issuer>{EntityId}</saml:Issuer>` +
  `<samlp:NameIDPolicy AllowCreate="true"/>` +
  (hasContext
    ? `<samlp:RequestedAuthnContext Comparison="exact">` +
      `<saml:AuthnContextClassRef>{AuthContext}</saml:AuthnContextClassRef>` +
      `</samlp:RequestedAuthnContext>`
    : '') +
  `</samlp:AuthnRequest>`;

/** Reads the certificates and the schemas. Opens nothing. */
export function createSamlService(options: SamlServiceOptions): SamlService {
  const { entityId, callbackUrl, entryPoint, authContext } = options;
  const parseValid = loadSchemas();
  // Responses are already validated before the library sees them, but it requires a validator.
  setSchemaValidator({ validate: (xml) => Promise.resolve(parseValid(xml).name) });
  const { service, identityProvider } = createEntities(options);
  const verify = createVerifier(options.certificates);
  return {
    metadata: service.getMetadata(),
    request: () => {
      // An XML id must not start with a digit.
      const id = `_${randomBytes(20).toString('hex')}`;
      const tags = {
        ID: id,
        IssueInstant: new Date().toISOString(),
        Destination: entryPoint,
        ProtocolBinding: postBinding,
        CallbackUrl: callbackUrl,
        EntityId: entityId,
        ...(authContext === undefined ? {} : { AuthContext: authContext }),
      };
      const { context } = service.createLoginRequest(identityProvider, 'redirect', (text) => ({
        id,
        context: SamlLib.replaceTagsByValue(text, tags),
      }));
      return { id, url: context };
    },
    accept: (response, requestId, nowMs) => {
      const xml = decode(response);
      const assertionId = checkEnvelope(parseValid(xml), { destination: callbackUrl, requestId });
      // No schema validation here: the canonical form lacks parts that the schemas require, such as
      // prefixes that are only used in values.
      const signed = parseXml(verify(xml));
      demand(signed.attributes.get('ID') === assertionId, 'another assertion is signed');
      return readAssertion(
        signed,
        {
          audience: entityId,
          recipient: callbackUrl,
          requestId,
          issuer: options.idpIssuer,
          authContext,
        },
        nowMs,
      );
    },
  };
}

/** The two entities as the library describes them. */
function createEntities({
  entityId,
  callbackUrl,
  entryPoint,
  idpIssuer,
  authContext,
}: SamlServiceOptions) {
  const service = ServiceProvider({
    entityID: entityId,
    authnRequestsSigned: false,
    wantAssertionsSigned: true,
    nameIDFormat: [nameIdFormats.email, nameIdFormats.persistent],
    assertionConsumerService: [{ Binding: postBinding, Location: callbackUrl }],
    loginRequestTemplate: { context: template(authContext !== undefined) },
  });
  const entry = [{ Binding: redirectBinding, Location: entryPoint }];
  const identityProvider = IdentityProvider({
    entityID: idpIssuer ?? entryPoint,
    singleSignOnService: entry,
    // Unused, but without it the library writes a warning to the console.
    singleLogoutService: entry,
    wantAuthnRequestsSigned: false,
  });
  return { service, identityProvider };
}

/** Some identity providers wrap Base64 lines. */
function decode(response: string): string {
  const packed = response.replace(/[\r\n\t ]/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) throw new SamlRefusal('the response is not Base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(packed, 'base64'));
  } catch {
    throw new SamlRefusal('the response is not UTF-8');
  }
}
