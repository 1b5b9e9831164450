import {
  readStored,
  readStoredInWindow,
  storedNames,
  writeStored,
  writeStoredInWindow,
} from '../ui/browser-storage.js';
import { randomId } from '../ui/random-id.js';
import type { Tab, TabsState } from './tab.js';

/*
 * localStorage holds one record per tab, which all windows share. sessionStorage holds the list of records that
 * this window shows. When two windows show one record, the first window that sees a foreign write of different
 * text moves its tab to a new record. So no window overwrites text typed in another.
 */

const OPEN_KEY = 'open-tabs';
const RECORD_PREFIX = 'tab:';
const STORED_PREFIX = `sluice:${RECORD_PREFIX}`;

interface OpenRecords {
  /** Each record with the ID of its tab in this window. */
  records: { id: string; record: string }[];
  activeId: string;
}

/** The record of each tab, by tab ID. */
const recordOf = new Map<string, string>();
let isNew = false;

/** Returns the record of a tab. */
export const recordIdOf = (tabId: string): string => recordOf.get(tabId) ?? tabId;

/** Returns whether this window showed no tabs before; a reloaded window did. */
export const isNewWindow = (): boolean => isNew;

/**
 * Returns the stored tabs of this window. A new window gets the tabs of the last window and all unsaved texts.
 */
export function restoreTabs(): { tabs: Partial<Tab>[]; activeId: string } {
  const own = readStoredInWindow<OpenRecords | null>(OPEN_KEY, null);
  isNew = own === null;
  const { records, activeId } = own ?? recordsOfOtherWindows();
  const tabs = records.flatMap(({ id, record }) => {
    const tab = readStored<Partial<Tab> | null>(RECORD_PREFIX + record, null);
    if (tab === null) return [];
    recordOf.set(id, record);
    return [{ ...tab, id }];
  });
  return { tabs, activeId };
}

function recordsOfOtherWindows(): OpenRecords {
  const open = readStored<{ ids: string[]; activeId: string }>(OPEN_KEY, { ids: [], activeId: '' });
  const unsaved = storedRecords().filter((record) => {
    if (open.ids.includes(record)) return false;
    if (isUnsavedRecord(record)) return true;
    // A window that still shows this record writes it again.
    writeStored(RECORD_PREFIX + record, undefined);
    return false;
  });
  const records = [...open.ids, ...unsaved].map((record) => ({ id: record, record }));
  return { records, activeId: open.activeId };
}

/** Returns the records of this browser whose text is not saved as a query. */
export const unsavedRecords = (): { record: string; text: string }[] =>
  storedRecords()
    .filter(isUnsavedRecord)
    .map((record) => ({
      record,
      text: readStored<Partial<Tab>>(RECORD_PREFIX + record, {}).text ?? '',
    }));

function isUnsavedRecord(record: string): boolean {
  const { text = '', savedText } = readStored<Partial<Tab>>(RECORD_PREFIX + record, {});
  return text.trim() !== '' && text !== savedText;
}

const storedRecords = (): string[] => storedNames(RECORD_PREFIX);

/** Stores the content of a tab, in `record` if it is new. */
export function storeTab(tab: Tab, newRecord = tab.id): void {
  const record = recordOf.get(tab.id) ?? newRecord;
  recordOf.set(tab.id, record);
  writeStored(RECORD_PREFIX + record, tab);
}

/** Removes the stored content of a tab. */
export function removeStoredTab(id: string): void {
  const record = recordOf.get(id);
  if (record === undefined) return;
  recordOf.delete(id);
  writeStored(RECORD_PREFIX + record, undefined);
}

/** Stores which tabs are open. */
export function storeOpenTabs({ tabs, activeId }: TabsState): void {
  const records = tabs.map(({ id }) => ({ id, record: recordOf.get(id) ?? id }));
  const active = recordOf.get(activeId) ?? activeId;
  writeStored(OPEN_KEY, { ids: records.map(({ record }) => record), activeId: active });
  // Without it, this window restores its tabs after a reload as a new window does.
  writeStoredInWindow(OPEN_KEY, { records, activeId });
}

/** Moves a tab to a new record. The old record stays for other windows. */
export function moveToNewRecord(tab: Tab, state: TabsState): void {
  recordOf.set(tab.id, randomId());
  storeTab(tab);
  storeOpenTabs(state);
}

/** Removes a record that no tab of this window shows. A window that shows it writes it again. */
export const removeRecord = (record: string): void =>
  writeStored(RECORD_PREFIX + record, undefined);

/** Moves a tab to a new record when another window writes different text to its record. */
export function separateFromOtherWindows(current: () => TabsState): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(STORED_PREFIX) !== true) return;
    const record = key.slice(STORED_PREFIX.length);
    const state = current();
    const tab = state.tabs.find(({ id }) => recordOf.get(id) === record);
    if (tab === undefined) return;
    if (newValue !== null) {
      if ((JSON.parse(newValue) as Partial<Tab>).text !== tab.text) moveToNewRecord(tab, state);
      return;
    }
    storeTab(tab);
    storeOpenTabs(state);
  });
}
