import type { IconName } from '../../ui/icon.js';

/** An entry of the command palette. */
export interface PaletteItem {
  id: string;
  label: string;
  /** A second text, such as the connection of a query. */
  detail?: string;
  icon: IconName;
  run(): void;
}

/** Entries of one kind. */
export interface PaletteGroup {
  label: string;
  items: PaletteItem[];
}

/** Returns the groups whose items contain all words of a search; each group keeps at most `limit` items. */
export function matchingGroups(
  groups: PaletteGroup[],
  search: string,
  limit: number,
): PaletteGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ label, detail = '' }: PaletteItem): boolean => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups
    .map(({ label, items }) => ({ label, items: items.filter(matches).slice(0, limit) }))
    .filter(({ items }) => items.length > 0);
}
