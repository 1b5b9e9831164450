import { randomId } from '../app/random-id.js';
import { readStored, writeStored } from '../app/stored.js';
import type { Tab, TabsState } from './tab.js';

/*
 * Each tab has a record in the browser's store, which all windows share, and each window has a list of the
 * records that it shows. Where two windows show one record, the first to hear that the other has written
 * another text there goes on in a record of its own: neither overwrites what was typed in the other.
 */

const openKey = 'open-tabs';
const recordPrefix = 'tab:';
const storedPrefix = `sluice:${recordPrefix}`;
/** In the store of this window only. */
const windowKey = 'sluice:open-tabs';

interface OpenRecords {
  /** Each with the id of its tab in this window. */
  records: { id: string; record: string }[];
  activeId: string;
}

/** The record of each tab. */
const recordOf = new Map<string, string>();

/** What is left of the tabs of this window; of a new one, those of the last one and all unsaved texts. */
export function restoreTabs(): { tabs: Partial<Tab>[]; activeId: string } {
  const { records, activeId } = ownRecords() ?? othersRecords();
  const tabs = records.flatMap(({ id, record }) => {
    const tab = readStored<Partial<Tab> | null>(recordPrefix + record, null);
    if (tab === null) return [];
    recordOf.set(id, record);
    return [{ ...tab, id }];
  });
  return { tabs, activeId };
}

function ownRecords(): OpenRecords | null {
  try {
    return JSON.parse(sessionStorage.getItem(windowKey) ?? 'null') as OpenRecords | null;
  } catch {
    return null;
  }
}

function othersRecords(): OpenRecords {
  const open = readStored<{ ids: string[]; activeId: string }>(openKey, { ids: [], activeId: '' });
  const unsaved = storedRecords().filter((record) => {
    if (open.ids.includes(record)) return false;
    if (isUnsavedRecord(record)) return true;
    // A window that still shows it writes it again.
    writeStored(recordPrefix + record, undefined);
    return false;
  });
  const records = [...open.ids, ...unsaved].map((record) => ({ id: record, record }));
  return { records, activeId: open.activeId };
}

/** Whether this browser keeps a text that is nowhere else. */
export const keepsUnsavedText = (): boolean => storedRecords().some(isUnsavedRecord);

function isUnsavedRecord(record: string): boolean {
  const { text = '', savedText } = readStored<Partial<Tab>>(recordPrefix + record, {});
  return text.trim() !== '' && text !== savedText;
}

function storedRecords(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(storedPrefix))
      .map((key) => key.slice(storedPrefix.length));
  } catch {
    return [];
  }
}

/** Keeps what a tab holds. */
export function keepTab(tab: Tab): void {
  const record = recordOf.get(tab.id) ?? tab.id;
  recordOf.set(tab.id, record);
  writeStored(recordPrefix + record, tab);
}

/** Removes what was kept of a tab. */
export function forgetTab(id: string): void {
  const record = recordOf.get(id);
  if (record === undefined) return;
  recordOf.delete(id);
  writeStored(recordPrefix + record, undefined);
}

/** Keeps which tabs are open. */
export function keepOpen({ tabs, activeId }: TabsState): void {
  const records = tabs.map(({ id }) => ({ id, record: recordOf.get(id) ?? id }));
  const active = recordOf.get(activeId) ?? activeId;
  writeStored(openKey, { ids: records.map(({ record }) => record), activeId: active });
  try {
    sessionStorage.setItem(windowKey, JSON.stringify({ records, activeId }));
  } catch {
    // The next load of this window begins as a new one does.
  }
}

/** Looks what other windows write, and keeps the tabs of this one apart from it. */
export function keepApart(current: () => TabsState): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(storedPrefix) !== true) return;
    const record = key.slice(storedPrefix.length);
    const state = current();
    const tab = state.tabs.find(({ id }) => recordOf.get(id) === record);
    if (tab === undefined) return;
    if (newValue !== null) {
      if ((JSON.parse(newValue) as Partial<Tab>).text === tab.text) return;
      recordOf.set(tab.id, randomId());
    }
    keepTab(tab);
    keepOpen(state);
  });
}
