import { create } from 'content-disposition';
import type { OwnedStatement } from './service.js';

const MAX_NAME_LENGTH = 100;
/**
 * Characters that are unsafe in file names: control characters, lone surrogates, invisible and
 * bidirectional marks, and the reserved characters of Windows and of paths.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;
/** Reserved device names of Windows, with any extension. */
const device =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?=[ .]*(?:\.|$))/i;

/**
 * Returns a file name such as `Monthly sales 2024-05-06.csv`: the batch's name and its UTC creation
 * day.
 */
export function downloadName(
  { batchName, batchCreatedAt, sequence }: DownloadedStatement,
  format: string,
): string {
  const day = batchCreatedAt.toISOString().slice(0, 10);
  // All statements of a batch share its name.
  const which = sequence > 1 ? ` statement ${sequence}` : '';
  return `${safeName(batchName ?? '')} ${day}${which}.${format}`;
}

type DownloadedStatement = Pick<OwnedStatement, 'batchName' | 'batchCreatedAt' | 'sequence'>;

function safeName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replaceAll(unsafe, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ~-]+/, '')
    .replace(device, '_$&');
  const short = Array.from(clean).slice(0, MAX_NAME_LENGTH).join('');
  return short.replace(/[. ]+$/, '') || 'results';
}

/**
 * Returns the Content-Disposition header that downloads the response under this name, in any
 * script.
 */
export const attachment = (name: string): string =>
  // The fallback for old clients contains no percent sign, because some of them would decode it.
  create(name, { fallback: name.replaceAll(/[^\x20-\x24\x26-\x7e]/g, '_') });
