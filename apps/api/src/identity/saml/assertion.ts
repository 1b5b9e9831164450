import { demand } from './refusal.js';
import { childrenOf, ns, onlyChild, type Xml } from './xml.js';

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Allowed clock difference between the identity provider and this service. */
const SKEW_MS = 60_000;

/** The values that an assertion must match. */
export interface Expected {
  /** The entity id of this service. */
  audience: string;
  /** The assertion consumer service URL. */
  recipient: string;
  requestId: string;
  /** The entity id of the identity provider; undefined: its certificate is sufficient. */
  issuer: string | undefined;
  /** The required authentication context; undefined: any. */
  authContext: string | undefined;
}

/** A valid assertion. */
export interface Assertion {
  id: string;
  issuer: string;
  nameId: { value: string; format: string | undefined };
  /** Values by attribute name. */
  attributes: ReadonlyMap<string, readonly string[]>;
  /** The assertion must not be accepted again before this time. */
  refusedAfterMs: number;
}

/**
 * Reads a signed assertion and checks every rule that binds it to this service, this request and
 * the current time.
 *
 * @throws SamlRefusal
 */
export function readAssertion(assertion: Xml, expected: Expected, nowMs: number): Assertion {
  demand(
    assertion.name === 'Assertion' && assertion.namespace === ns.assertion,
    'the signed element is not an assertion',
  );
  demand(assertion.attributes.get('Version') === '2.0', 'the assertion has an unsupported version');
  const id = assertion.attributes.get('ID') ?? '';
  demand(id !== '', 'the assertion has no ID');
  const issuer = textOf(assertion, 'Issuer');
  demand(issuer !== '', 'the assertion has no issuer');
  demand(
    expected.issuer === undefined || issuer === expected.issuer,
    'the assertion has another issuer',
  );
  const confirmedUntilMs = checkConfirmation(assertion, expected, nowMs);
  const validUntilMs = checkConditions(assertion, expected.audience, nowMs);
  checkAuthentication(assertion, expected.authContext, nowMs);
  return {
    id,
    issuer,
    nameId: nameIdOf(assertion),
    attributes: attributesOf(assertion),
    refusedAfterMs: Math.max(confirmedUntilMs, validUntilMs) + SKEW_MS,
  };
}

const textOf = (parent: Xml, name: string): string =>
  onlyChild(parent, ns.assertion, name)?.text.trim() ?? '';

function subjectOf(assertion: Xml): Xml {
  const subject = onlyChild(assertion, ns.assertion, 'Subject');
  demand(subject !== null, 'the assertion has no subject');
  return subject;
}

function nameIdOf(assertion: Xml): Assertion['nameId'] {
  const nameId = onlyChild(subjectOf(assertion), ns.assertion, 'NameID');
  demand(nameId !== null && nameId.text.trim() !== '', 'the subject has no NameID');
  return { value: nameId.text.trim(), format: nameId.attributes.get('Format') };
}

/** Checks the bearer confirmation: recipient, time and request. */
function checkConfirmation(assertion: Xml, expected: Expected, nowMs: number): number {
  const confirmations = childrenOf(subjectOf(assertion), ns.assertion, 'SubjectConfirmation');
  const [confirmation] = confirmations;
  demand(
    confirmation !== undefined &&
      confirmations.length === 1 &&
      confirmation.attributes.get('Method') === BEARER,
    'the subject does not have exactly one bearer confirmation',
  );
  const data = onlyChild(confirmation, ns.assertion, 'SubjectConfirmationData');
  demand(data !== null, 'the confirmation has no data');
  const { attributes } = data;
  demand(
    attributes.get('Recipient') === expected.recipient,
    'the confirmation has a wrong or missing recipient',
  );
  demand(
    attributes.get('InResponseTo') === expected.requestId,
    'the confirmation has a wrong or missing InResponseTo',
  );
  demand(isBegun(attributes.get('NotBefore'), nowMs), 'the confirmation is not valid yet');
  return demandFuture(attributes.get('NotOnOrAfter'), nowMs, 'the confirmation');
}

function checkConditions(assertion: Xml, audience: string, nowMs: number): number {
  const conditions = onlyChild(assertion, ns.assertion, 'Conditions');
  demand(conditions !== null, 'the assertion has no conditions');
  const notBefore = conditions.attributes.get('NotBefore');
  demand(notBefore !== undefined, 'the conditions have no NotBefore');
  demand(isBegun(notBefore, nowMs), 'the conditions are not valid yet');
  const known = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  demand(
    conditions.children.every(({ name }) => known.has(name)),
    'the assertion has an unknown condition',
  );
  const restrictions = childrenOf(conditions, ns.assertion, 'AudienceRestriction');
  demand(restrictions.length > 0, 'the assertion has no audience');
  demand(
    restrictions.every((restriction) =>
      childrenOf(restriction, ns.assertion, 'Audience').some(
        ({ text }) => text.trim() === audience,
      ),
    ),
    'the assertion is for another audience',
  );
  return demandFuture(conditions.attributes.get('NotOnOrAfter'), nowMs, 'the assertion');
}

function checkAuthentication(assertion: Xml, wanted: string | undefined, nowMs: number): void {
  const statements = childrenOf(assertion, ns.assertion, 'AuthnStatement');
  demand(statements.length > 0, 'the assertion has no authentication statement');
  for (const statement of statements) {
    const until = statement.attributes.get('SessionNotOnOrAfter');
    if (until !== undefined) demandFuture(until, nowMs, "the identity provider's session");
    const context = onlyChild(statement, ns.assertion, 'AuthnContext');
    demand(
      wanted === undefined ||
        (context !== null && textOf(context, 'AuthnContextClassRef') === wanted),
      'the authentication context differs from SERVICE_SAML_AUTH_CONTEXT',
    );
  }
}

function attributesOf(assertion: Xml): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, ns.assertion, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, ns.assertion, 'Attribute')) {
      const name = attribute.attributes.get('Name') ?? '';
      const own = childrenOf(attribute, ns.assertion, 'AttributeValue').map(({ text }) =>
        text.trim(),
      );
      values.set(name, [...(values.get(name) ?? []), ...own.filter((value) => value !== '')]);
    }
  }
  return values;
}

const isBegun = (from: string | undefined, nowMs: number): boolean =>
  from === undefined || timeOf(from) <= nowMs + SKEW_MS;

function demandFuture(until: string | undefined, nowMs: number, what: string): number {
  demand(until !== undefined, `${what} has no NotOnOrAfter`);
  const untilMs = timeOf(until);
  demand(untilMs > nowMs - SKEW_MS, `${what} has expired`);
  return untilMs;
}

/** SAML times are always in UTC. */
function timeOf(text: string): number {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : NaN;
  demand(Number.isFinite(ms), 'a time is not in UTC');
  return ms;
}
