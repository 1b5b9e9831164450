import { readFileSync } from 'node:fs';
import {
  XmlBufferInputProvider,
  xmlCleanupInputProvider,
  XmlDocument,
  xmlRegisterInputProvider,
  XsdValidator,
} from 'libxml2-wasm';
import { SamlRefusal } from './refusal.js';
import { parseXml, type Xml } from './xml.js';

/** The schemas of OASIS and W3C; the first one imports the others. */
const files = [
  'saml-schema-protocol-2.0.xsd',
  'saml-schema-assertion-2.0.xsd',
  'xmldsig-core-schema.xsd',
  'xenc-schema.xsd',
] as const;

/**
 * Parses a document and validates it against the SAML 2.0 schemas.
 *
 * @throws SamlRefusal
 */
export type ParseValid = (text: string) => Xml;

let validator: XsdValidator | undefined;

/** Loads the schemas, once per process. */
export function loadSchemas(): ParseValid {
  const loaded = (validator ??= loadValidator());
  return (text) =>
    parseXml(text, (document) => {
      try {
        loaded.validate(document);
      } catch {
        // The validator's message would quote the text.
        throw new SamlRefusal('the XML does not match the SAML 2.0 schemas');
      }
    });
}

function loadValidator(): XsdValidator {
  const protocol = import.meta
    .resolve('@authenio/samlify-xmllint-wasm/schemas/saml-schema-protocol-2.0.xsd');
  const bytes = Object.fromEntries(
    files.map((file) => [file, readFileSync(new URL(file, protocol))]),
  );
  xmlRegisterInputProvider(new XmlBufferInputProvider(bytes));
  try {
    const document = XmlDocument.fromBuffer(bytes[files[0]] ?? new Uint8Array(), { url: files[0] });
    return XsdValidator.fromDoc(document);
  } finally {
    // After this the parser can read only what it is given.
    xmlCleanupInputProvider();
  }
}
