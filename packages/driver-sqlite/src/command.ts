import { leadingWord } from '@sluice/driver-kit/sql/leading-words';
import type { Access } from './access.js';

const selects = new Set(['select', 'values', 'with']);
const named =
  /^(create|drop|alter)\s+(?:temp\s+|temporary\s+|unique\s+|virtual\s+)*(table|view|index|trigger)\b/i;

/** The command's name as other databases tag it, for one that has run. */
export function commandOf(sql: string, access: Access): string | null {
  const word = leadingWord(sql);
  if (word === '') return null;
  if (word === 'explain') return 'EXPLAIN';
  if (access.change && !['create', 'drop', 'alter', 'pragma'].includes(word)) return access.change;
  if (selects.has(word)) return 'SELECT';
  const [, verb, object] = named.exec(sql.slice(sql.toLowerCase().indexOf(word))) ?? [];
  return verb && object ? `${verb} ${object}`.toUpperCase() : word.toUpperCase();
}
