import { ParseOption, XmlCData, XmlDocument, XmlElement, XmlText } from 'libxml2-wasm';
import { demand, SamlRefusal } from './refusal.js';

/** An element of a parsed document. */
export interface Xml {
  /** Local name. */
  name: string;
  namespace: string;
  /** By name, or `{namespace}name`. */
  attributes: ReadonlyMap<string, string>;
  children: readonly Xml[];
  /** The element's own text including CDATA, without that of its children. */
  text: string;
}

const MAX_DEPTH = 50;

/**
 * Verifying a signature in a document with very many nodes is slow: 190 KB of the shortest tags
 * would block the process for seconds. A response with a thousand groups has 2,000 tags and at most
 * 3,000 attributes.
 */
const MAX_TAGS = 4_000;
const MAX_ATTRIBUTES = 4_000;

const options = {
  option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE,
};

/**
 * Parses an untrusted document: no DTD and so no entities, no processing instructions, no comments
 * (a signature does not cover them), and at most 50 levels. `check` receives the libxml2 document
 * before it is freed.
 *
 * @throws SamlRefusal
 */
export function parseXml(text: string, check?: (document: XmlDocument) => void): Xml {
  // Checked on the text, before the parser sees it.
  demand(!/<!(?!--|\[CDATA\[)/.test(text), 'the XML has a DTD');
  demand(!/<\?(?!xml\s)/.test(text), 'the XML has processing instructions');
  demand(!text.includes('<!--'), 'the XML has comments');
  demand(count(text, '<') <= MAX_TAGS, `the XML has more than ${MAX_TAGS} tags`);
  demand(count(text, '=') <= MAX_ATTRIBUTES, `the XML has more than ${MAX_ATTRIBUTES} attributes`);
  const document = parse(text);
  try {
    const root = read(document.root, 1);
    check?.(document);
    return root;
  } finally {
    document.dispose();
  }
}

const count = (text: string, char: string): number => text.split(char).length - 1;

/** The parser's message would quote the text. */
function parse(text: string): XmlDocument {
  try {
    return XmlDocument.fromString(text, options);
  } catch {
    throw new SamlRefusal('the XML is not well-formed');
  }
}

function read(element: XmlElement, depth: number): Xml {
  demand(depth <= MAX_DEPTH, `the XML has more than ${MAX_DEPTH} levels`);
  const children: Xml[] = [];
  let text = '';
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) children.push(read(node, depth + 1));
    else if (node instanceof XmlText || node instanceof XmlCData) text += node.content;
  }
  const attributes = new Map(
    element.attrs.map(({ name, namespaceUri, value }) => [
      namespaceUri === '' ? name : `{${namespaceUri}}${name}`,
      value,
    ]),
  );
  return { name: element.name, namespace: element.namespaceUri, attributes, children, text };
}

/** Yields the element and its descendants. */
export function* everyElement(element: Xml): Generator<Xml> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

/** Returns the children with that name. */
export const childrenOf = (element: Xml, namespace: string, name: string): Xml[] =>
  element.children.filter((child) => child.name === name && child.namespace === namespace);

/** Returns the only child with that name; null when there is none or several. */
export function onlyChild(element: Xml, namespace: string, name: string): Xml | null {
  const [child, another] = childrenOf(element, namespace, name);
  return child === undefined || another !== undefined ? null : child;
}

/** Namespaces of SAML and of XML signatures. */
export const ns = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;
