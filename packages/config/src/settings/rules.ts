import { defaultWorkerPool, isWorkerPool } from '@sluice/contracts';
import { readEntry, type TargetEntry } from '@sluice/targets';
import { isIP } from 'node:net';
import { z } from 'zod';

export const blankAsUnset = (value: unknown): unknown => (value === '' ? undefined : value);

export const text = () => z.preprocess(blankAsUnset, z.string().optional());
export const textOr = (fallback: string) =>
  z.preprocess(blankAsUnset, z.string().default(fallback));

export const flag = (fallback: boolean) =>
  z.preprocess(
    blankAsUnset,
    z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .default(fallback ? 'true' : 'false')
      .transform((value) => value === 'true'),
  );

export const optionalFlag = () =>
  z.preprocess(
    blankAsUnset,
    z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .transform((value) => value === 'true')
      .optional(),
  );

export const whole = (fallback: number, range: { min: number; max?: number }) =>
  z.preprocess(
    blankAsUnset,
    z
      .string()
      .regex(/^\d{1,15}$/, 'must be a whole number')
      .default(String(fallback))
      .transform(Number)
      .pipe(
        z
          .number()
          .min(range.min, `must be at least ${range.min}`)
          .max(range.max ?? Number.MAX_SAFE_INTEGER, `must be at most ${range.max ?? ''}`),
      ),
  );

export const url = (...protocols: string[]) =>
  z.preprocess(
    blankAsUnset,
    z
      .string()
      .refine(
        (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
        `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
      .optional(),
  );

export const urlOr = (fallback: string) =>
  url('http:', 'https:').transform((value) => value ?? fallback);

/** Secrets that are known to everybody protect nobody. */
const publishedSecrets = new Set([
  'secret',
  'changeme',
  'password',
  'secret-used-to-sign-cookies-please-set-and-make-strong',
]);

export const secret = () =>
  z.preprocess(
    blankAsUnset,
    z
      .string()
      .min(32, 'must have at least 32 characters')
      .refine((value) => !publishedSecrets.has(value.toLowerCase()), 'is a published value')
      .refine((value) => new Set(value).size >= 8, 'is too simple')
      .optional(),
  );

/** `/sub` for a mount below the root; the empty text for the root. */
export const mountPath = z.preprocess(
  blankAsUnset,
  z
    .string()
    .default('')
    .transform((value) => value.replace(/\/+$/, ''))
    .pipe(
      z.string().regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be a path such as /sub, without a query'),
    ),
);

/** `data.tenant` as the path inside a user's data. */
export const userDataPath = z.preprocess(
  blankAsUnset,
  z
    .string()
    .regex(/^data(\.[^.]+)+$/, 'must be a path in the data of users, such as data.tenant')
    .transform((value) => value.split('.').slice(1))
    .optional(),
);

export const role = (fallback: 'admin' | 'editor') =>
  z.preprocess(
    blankAsUnset,
    z.enum(['admin', 'editor'], { error: 'must be admin or editor' }).default(fallback),
  );

/** Words with spaces between them. */
export const words = (fallback = '') =>
  textOr(fallback).transform((value) => value.split(/\s+/).filter((word) => word !== ''));

export const workerPools = words(defaultWorkerPool)
  .refine(
    (list) => list.every(isWorkerPool),
    'must be names of small letters, digits, - and _, with spaces between',
  )
  .transform((list) => [...new Set(list)]);

/** Addresses or ranges of them (`10.0.0.0/8`) with spaces between. */
export const networks = () =>
  words().refine(
    (list) => list.every(isNetwork),
    'must be IP addresses or ranges such as 10.0.0.0/8, with spaces between',
  );

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128);
}

/** Hosts that connections may, or may not, point to. */
export const targetHosts = () =>
  words().transform((list, context): TargetEntry[] => {
    const entries: TargetEntry[] = [];
    for (const text of list) {
      const entry = readEntry(text);
      if (entry !== null) entries.push(entry);
      else {
        context.addIssue({
          code: 'custom',
          message:
            `holds "${text}", which is no host: give names, *.example.com, IP addresses or ranges such ` +
            'as 10.0.0.0/8, each with :port if only that is meant (IPv6 then in brackets), with spaces between',
        });
      }
    }
    return entries;
  });
