import { randomBytes } from 'node:crypto';
import samlify from 'samlify';
import { readAssertion, type Assertion } from './assertion.js';
import { checkEnvelope } from './envelope.js';
import { nameIdFormats, postBinding, redirectBinding } from './names.js';
import { demand, SamlRefusal } from './refusal.js';
import { loadSchemas } from './schema.js';
import { createVerifier } from './verify.js';
import { parseXml } from './xml.js';

// A CommonJS package, whose names Node does not see.
const { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } = samlify;

/** This service, as an identity provider sees it. */
export interface SamlService {
  /** What an identity provider's admin registers. */
  metadata: string;
  /** A request for a sign-in, and where the browser takes it. */
  request(): { id: string; url: string };
  /**
   * The assertion of a response (Base64), once it has passed every check but that for a second use.
   *
   * @throws SamlRefusal
   */
  accept(response: string, requestId: string, nowMs: number): Assertion;
}

/** Options of {@link createSamlService}. */
export interface SamlServiceOptions {
  /** Our own name. */
  entityId: string;
  /** Where we take responses. */
  callbackUrl: string;
  /** Where the browser takes requests. */
  entryPoint: string;
  /** That sign responses, Base64. */
  certificates: readonly string[];
  idpIssuer: string | undefined;
  authContext: string | undefined;
}

/** Without a wish for a format of the NameID: which one is sent is for the identity provider to say. */
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

/** Reads the certificates and the schemas; opens nothing. */
export function createSamlService(options: SamlServiceOptions): SamlService {
  const { entityId, callbackUrl, entryPoint, authContext } = options;
  const parseValid = loadSchemas();
  // Responses have been held against the schemas before the library sees them; it wants to do so too.
  setSchemaValidator({ validate: (xml) => Promise.resolve(parseValid(xml).name) });
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
    entityID: options.idpIssuer ?? entryPoint,
    singleSignOnService: entry,
    // Never used; the library complains on the console where it is missing.
    singleLogoutService: entry,
    wantAuthnRequestsSigned: false,
  });
  const verify = createVerifier(options.certificates);
  return {
    metadata: service.getMetadata(),
    request: () => {
      // As XML wants it: an id does not begin with a digit.
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
      // Its canonical form lacks what the schemas need, such as prefixes that only values use.
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

/** Some identity providers break the lines of Base64. */
function decode(response: string): string {
  const packed = response.replace(/[\r\n\t ]/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) throw new SamlRefusal('the response is not Base64');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(packed, 'base64'));
  } catch {
    throw new SamlRefusal('the response is not UTF-8');
  }
}
