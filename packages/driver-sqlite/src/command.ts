import { leadingWord } from '@sluice/driver-kit/sql/leading-words';
import type { Access } from './authorizer.js';

const selects = new Set(['select', 'values', 'with']);
const named =
  /^(create|drop|alter)\s+(?:temp\s+|temporary\s+|unique\s+|virtual\s+)*(table|view|index|trigger)\b/i;

/** Returns the command tag of a statement that has run, as other databases name it. */
export function commandOf(sql: string, access: Access): string | null {
  const word = leadingWord(sql, 'sqlite');
  if (word === '') return null;
  if (word === 'explain') return 'EXPLAIN';
  if (access.change && !['create', 'drop', 'alter', 'pragma'].includes(word)) return access.change;
  if (selects.has(word)) return 'SELECT';
  const [, verb, object] = named.exec(sql.slice(sql.toLowerCase().indexOf(word))) ?? [];
  return verb && object ? `${verb} ${object}`.toUpperCase() : word.toUpperCase();
}
