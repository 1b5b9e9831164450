import { promisify } from 'node:util';
import { unzip } from 'node:zlib';
import { sendJson, type AnyReply } from '../http/index.js';
import type { SchemaBody } from './service.js';

const gunzip = promisify(unzip);

/** Returns the text of a stored body. */
export const textOfStored = async ({ body }: SchemaBody): Promise<Buffer> => gunzip(body);

/** Returns whether a client accepts gzip: by name or by `*`, and without a quality of zero. */
const acceptsGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((each) => /^\s*(?:gzip|\*)\s*(?:;|$)/i.test(each) && !/;\s*q=0(?:\.0*)?\s*$/i.test(each));

/** Sends a body as stored: a schema of 10,000 tables needs no parsing and no compression. */
export async function sendStored(
  { headers }: { headers: { 'accept-encoding'?: string | string[] | undefined } },
  reply: AnyReply,
  stored: SchemaBody,
): Promise<void> {
  reply.header('etag', stored.etag).header('vary', 'accept-encoding');
  if (acceptsGzip(headers['accept-encoding'])) {
    sendJson(reply.header('content-encoding', 'gzip'), Buffer.from(stored.body));
  } else sendJson(reply, await textOfStored(stored));
}
