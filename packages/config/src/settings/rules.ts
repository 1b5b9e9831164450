import { defaultWorkerPool, isWorkerPool } from '@sluice/contracts';
import { readEntry, type TargetEntry } from '@sluice/targets';
import { isIP } from 'node:net';
import { z } from 'zod';

/** An empty environment variable counts as unset. */
export const blankAsUnset = (value: unknown): unknown => (value === '' ? undefined : value);

/** An optional text. */
export const text = () => z.preprocess(blankAsUnset, z.string().optional());
/** A text with a default. */
export const textOr = (fallback: string) =>
  z.preprocess(blankAsUnset, z.string().default(fallback));

/** `true` or `false`, with a default. */
export const flag = (fallback: boolean) =>
  z.preprocess(
    blankAsUnset,
    z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .default(fallback ? 'true' : 'false')
      .transform((value) => value === 'true'),
  );

/** `true` or `false`, or undefined. */
export const optionalFlag = () =>
  z.preprocess(
    blankAsUnset,
    z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .transform((value) => value === 'true')
      .optional(),
  );

/** A whole number with a default and a range. */
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

/** An optional URL with one of these protocols, such as `https:`. */
export const url = (...protocols: string[]) =>
  z.preprocess(
    blankAsUnset,
    z
      .string()
      .refine(
        (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
        `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      )
      .optional(),
  );

/** An HTTP URL with a default. */
export const urlOr = (fallback: string) =>
  url('http:', 'https:').transform((value) => value ?? fallback);

/** Published secrets, as in examples, are rejected. */
const publishedSecrets = new Set([
  'secret',
  'changeme',
  'password',
  'secret-used-to-sign-cookies-please-set-and-make-strong',
]);

/** An optional secret of at least 32 characters. */
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

/** A path prefix such as `/sub`; empty for the root. */
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

/** `data.tenant` as a path in a user's data. */
export const userDataPath = z.preprocess(
  blankAsUnset,
  z
    .string()
    .regex(/^data(\.[^.]+)+$/, 'must be a path in the user data, such as data.tenant')
    .transform((value) => value.split('.').slice(1))
    .optional(),
);

/** A role with a default. */
export const role = (fallback: 'admin' | 'editor') =>
  z.preprocess(
    blankAsUnset,
    z.enum(['admin', 'editor'], { error: 'must be admin or editor' }).default(fallback),
  );

/** Words separated by spaces. */
export const words = (fallback = '') =>
  textOr(fallback).transform((value) => value.split(/\s+/).filter((word) => word !== ''));

/** Distinct names of worker pools. */
export const workerPools = words(defaultWorkerPool)
  .refine(
    (list) => list.every(isWorkerPool),
    'must be names of lower-case letters, digits, - and _, separated by spaces',
  )
  .transform((list) => [...new Set(list)]);

/** IP addresses or CIDR ranges (`10.0.0.0/8`), separated by spaces. */
export const networks = () =>
  words().refine(
    (list) => list.every(isNetwork),
    'must be IP addresses or CIDR ranges such as 10.0.0.0/8, separated by spaces',
  );

function isNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits ?? 0) <= (family === 4 ? 32 : 128);
}

/** Hosts that connections may or may not use. */
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
            `contains "${text}", which is not a host. Use names, *.example.com, IP addresses or CIDR ranges such ` +
            'as 10.0.0.0/8, separated by spaces. Append :port to limit an entry to a port; IPv6 then needs brackets.',
        });
      }
    }
    return entries;
  });
