import type { SnowflakeColumn } from '@sluice/testkit';

const wireNames = new Map([
  ['NUMBER', 'fixed'],
  ['FLOAT', 'real'],
  ['VARCHAR', 'text'],
]);

/** Returns the server's description of a column `V` of this type. */
export function snowflakeColumn(type: string): SnowflakeColumn {
  const [, name = '', first, second] = /^(\w+)(?:\((\d+)(?:,(\d+))?\))?$/.exec(type) ?? [];
  const wire = wireNames.get(name) ?? name.toLowerCase();
  const size = first === undefined ? null : Number(first);
  if (name === 'NUMBER') return { name: 'V', type: wire, precision: size, scale: Number(second) };
  const isTime = name.startsWith('TIME');
  return { name: 'V', type: wire, length: isTime ? null : size, scale: isTime ? size : null };
}
