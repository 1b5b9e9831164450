import { ParseOption, XmlCData, XmlDocument, XmlElement, XmlText } from 'libxml2-wasm';
import { demand, SamlRefusal } from './refusal.js';

/** An element of a parsed document. */
export interface Xml {
  /** Without prefix. */
  name: string;
  namespace: string;
  /** By name; by `{namespace}name` where there is one. */
  attributes: ReadonlyMap<string, string>;
  children: readonly Xml[];
  /** All of its own text, CDATA included; not that of its children. */
  text: string;
}

const maxDepth = 50;

/**
 * Checking a signature takes long where there are many: 190 KB of the shortest would keep the process busy
 * for seconds. A response with a thousand groups has 2,000 tags and at most 3,000 attributes.
 */
const maxTags = 4_000;
const maxAttributes = 4_000;

const options = {
  option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE,
};

/**
 * Parses a document that may be an attack: no DTD, hence no entities, no processing instructions, no
 * comments, which a signature does not cover, and at most 50 levels. `check` sees libxml2's own document
 * before it is freed.
 *
 * @throws SamlRefusal
 */
export function parseXml(text: string, check?: (document: XmlDocument) => void): Xml {
  // Before the parser sees them, and wherever they stand.
  demand(!/<!(?!--|\[CDATA\[)/.test(text), 'the XML has a DTD');
  demand(!/<\?(?!xml\s)/.test(text), 'the XML has processing instructions');
  demand(!text.includes('<!--'), 'the XML has comments');
  demand(count(text, '<') <= maxTags, `the XML has more than ${maxTags} tags`);
  demand(count(text, '=') <= maxAttributes, `the XML has more than ${maxAttributes} attributes`);
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

/** The parser's own message would quote the text. */
function parse(text: string): XmlDocument {
  try {
    return XmlDocument.fromString(text, options);
  } catch {
    throw new SamlRefusal('the XML is not well-formed');
  }
}

function read(element: XmlElement, depth: number): Xml {
  demand(depth <= maxDepth, `the XML is deeper than ${maxDepth} levels`);
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

/** The element and all below it. */
export function* everyElement(element: Xml): Generator<Xml> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

/** Children of that name. */
export const childrenOf = (element: Xml, namespace: string, name: string): Xml[] =>
  element.children.filter((child) => child.name === name && child.namespace === namespace);

/** The only child of that name; null when there is none, or there are more. */
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
