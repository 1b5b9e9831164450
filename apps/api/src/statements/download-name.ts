import { create } from 'content-disposition';
import type { OwnedStatement } from './service.js';

const longestName = 100;
/**
 * What file systems, shells or the eye trip over: controls, halves of characters, marks that turn the
 * writing direction or cannot be seen, and the characters that Windows or a path keep for themselves.
 */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;
/** Names that Windows takes for a device, whatever follows their first dot. */
const device =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])(?=[ .]*(?:\.|$))/i;

/** `Monthly sales 2024-05-06.csv`: the batch's name and the UTC day it was made on. */
export function downloadName(
  { batchName, batchCreatedAt, sequence }: DownloadedStatement,
  format: string,
): string {
  const day = batchCreatedAt.toISOString().slice(0, 10);
  // All statements of a batch have its name.
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
  const short = Array.from(clean).slice(0, longestName).join('');
  return short.replace(/[. ]+$/, '') || 'results';
}

/** The header that makes an answer a download of that name, in every script. */
export const attachment = (name: string): string =>
  // The plain form for old programs: a percent sign would be decoded by some of them.
  create(name, { fallback: name.replaceAll(/[^\x20-\x24\x26-\x7e]/g, '_') });
