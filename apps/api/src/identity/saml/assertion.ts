import { demand } from './refusal.js';
import { childrenOf, ns, onlyChild, type Xml } from './xml.js';

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** How far the identity provider's clock and ours may be apart. */
const skewMs = 60_000;

/** Whom an assertion must be by and for. */
export interface Expected {
  /** Our own name. */
  audience: string;
  /** Where we take responses. */
  recipient: string;
  requestId: string;
  /** The identity provider's name; undefined: its certificate is enough. */
  issuer: string | undefined;
  /** How the user must have signed in there; undefined: in any way. */
  authContext: string | undefined;
}

/** What a valid assertion says. */
export interface Assertion {
  id: string;
  issuer: string;
  nameId: { value: string; format: string | undefined };
  /** By name, as it was sent. */
  attributes: ReadonlyMap<string, readonly string[]>;
  /** Until when it must not be taken a second time. */
  refusedAfterMs: number;
}

/**
 * Reads an assertion that is signed, by all the rules that bind it to this service, this request and
 * this minute.
 *
 * @throws SamlRefusal
 */
export function readAssertion(assertion: Xml, expected: Expected, nowMs: number): Assertion {
  demand(
    assertion.name === 'Assertion' && assertion.namespace === ns.assertion,
    'what is signed is no assertion',
  );
  demand(assertion.attributes.get('Version') === '2.0', 'the assertion has another version');
  const id = assertion.attributes.get('ID') ?? '';
  demand(id !== '', 'the assertion has no id');
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
    refusedAfterMs: Math.max(confirmedUntilMs, validUntilMs) + skewMs,
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

/** Whoever brings it may use it: here, now, and as the answer to this request. */
function checkConfirmation(assertion: Xml, expected: Expected, nowMs: number): number {
  const confirmations = childrenOf(subjectOf(assertion), ns.assertion, 'SubjectConfirmation');
  const [confirmation] = confirmations;
  demand(
    confirmation !== undefined &&
      confirmations.length === 1 &&
      confirmation.attributes.get('Method') === bearer,
    'the subject has not exactly one bearer confirmation',
  );
  const data = onlyChild(confirmation, ns.assertion, 'SubjectConfirmationData');
  demand(data !== null, 'the confirmation has no data');
  const { attributes } = data;
  demand(
    attributes.get('Recipient') === expected.recipient,
    'the confirmation has another recipient, or none',
  );
  demand(
    attributes.get('InResponseTo') === expected.requestId,
    'the confirmation answers another request, or none',
  );
  demand(isBegun(attributes.get('NotBefore'), nowMs), 'the confirmation is not valid yet');
  return demandFuture(attributes.get('NotOnOrAfter'), nowMs, 'the confirmation');
}

function checkConditions(assertion: Xml, audience: string, nowMs: number): number {
  const conditions = onlyChild(assertion, ns.assertion, 'Conditions');
  demand(conditions !== null, 'the assertion has no conditions');
  const notBefore = conditions.attributes.get('NotBefore');
  demand(notBefore !== undefined, 'the conditions have no beginning');
  demand(isBegun(notBefore, nowMs), 'the conditions are not valid yet');
  const known = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);
  demand(
    conditions.children.every(({ name }) => known.has(name)),
    'there is a condition that is not known',
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
  demand(statements.length > 0, 'the assertion does not say that the user signed in');
  for (const statement of statements) {
    const until = statement.attributes.get('SessionNotOnOrAfter');
    if (until !== undefined) demandFuture(until, nowMs, "the identity provider's session");
    const context = onlyChild(statement, ns.assertion, 'AuthnContext');
    demand(
      wanted === undefined ||
        (context !== null && textOf(context, 'AuthnContextClassRef') === wanted),
      'the user signed in in another way than SERVICE_SAML_AUTH_CONTEXT',
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
  from === undefined || timeOf(from) <= nowMs + skewMs;

function demandFuture(until: string | undefined, nowMs: number, what: string): number {
  demand(until !== undefined, `${what} has no end`);
  const untilMs = timeOf(until);
  demand(untilMs > nowMs - skewMs, `${what} has expired`);
  return untilMs;
}

/** SAML writes times in UTC only. */
function timeOf(text: string): number {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : NaN;
  demand(Number.isFinite(ms), 'a time is not written in UTC');
  return ms;
}
