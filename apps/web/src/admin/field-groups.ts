import type { DriverInfo } from '@sluice/contracts';

type Field = DriverInfo['fields'][number];

/** A part of the connection form. */
export interface FieldGroup {
  title: 'Connect' | 'TLS' | 'Tunnel and proxy';
  fields: Field[];
}

const tlsKeys = new Set(['ssl', 'sslSelfSigned', 'ca', 'cert', 'key']);

const titleOf = ({ key }: Field): FieldGroup['title'] => {
  if (tlsKeys.has(key)) return 'TLS';
  return /socks|proxy|ssh/i.test(key) ? 'Tunnel and proxy' : 'Connect';
};

/** Returns the fields of a driver in groups; groups without fields are left out. */
export const fieldGroupsOf = (fields: Field[]): FieldGroup[] =>
  (['Connect', 'TLS', 'Tunnel and proxy'] as const)
    .map((title) => ({ title, fields: fields.filter((field) => titleOf(field) === title) }))
    .filter((group) => group.fields.length > 0);
