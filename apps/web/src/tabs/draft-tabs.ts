import type { Draft, WriteDraft } from '@sluice/contracts';
import { notifications } from '@mantine/notifications';
import {
  fingerprint,
  isTextStored,
  readDraftRecord,
  recordOfDraft,
  writeDraftRecord,
} from './draft-records.js';
import { moveToNewRecord, recordIdOf, removeRecord } from './tab-storage.js';
import type { Tab } from './tab.js';
import { currentTabs, isUnsaved, openTabBehind, updateTab } from './tabs.js';

/** The draft of an open tab. */
export interface DraftLink {
  record: string;
  /** The version that the tab is based on; 0: the server has no draft. */
  version: number;
  /** The content that the server has; null if unknown. */
  storedKey: string | null;
  /** The content that the server refused. */
  refusedKey: string | null;
  /** The request in progress. */
  busy: Promise<void> | null;
}

/** The links of the open tabs, by tab ID. */
export const links = new Map<string, DraftLink>();

/** Replaces the text of the active tab in the editor. */
type ReplaceText = (tabId: string, text: string) => void;

let replaceText: ReplaceText = () => undefined;

/** Sets the function that replaces the text in the editor; returns a function that removes it. */
export function setTextReplacer(replace: ReplaceText): () => void {
  replaceText = replace;
  return () => {
    if (replaceText === replace) replaceText = () => undefined;
  };
}

/** Returns whether the tab holds text that is saved nowhere else. */
export const needsDraft = (tab: Tab): boolean => isUnsaved(tab) && tab.text.trim() !== '';

/** Returns the content of the draft of a tab. */
export const draftOf = ({ name, text, connectionId, queryId, etag, chart }: Tab) =>
  ({
    name: name.slice(0, 255),
    text,
    connectionId,
    queryId,
    queryEtag: etag,
    chart,
  }) satisfies Omit<WriteDraft, 'version' | 'position'>;

/** Returns a key of the content, to compare it with the stored content. */
export const keyOf = (tab: Tab): string => JSON.stringify(draftOf(tab));

const keyOfDraft = ({ name, text, connectionId, queryId, queryEtag, chart }: Draft): string =>
  JSON.stringify({ name, text, connectionId, queryId, queryEtag, chart });

/** Returns the link of a tab. A tab that moved to another record gets a new link. */
export function linkOf(tab: Tab): DraftLink {
  const record = recordIdOf(tab.id);
  const known = links.get(tab.id);
  if (known?.record === record) return known;
  const version = readDraftRecord(record)?.version ?? 0;
  const storedKey = isTextStored(record, tab.text) ? keyOf(tab) : null;
  const link: DraftLink = { record, version, storedKey, refusedKey: null, busy: null };
  links.set(tab.id, link);
  return link;
}

/** Records that the server has this draft. */
export function noteStored(link: DraftLink, draft: Draft): void {
  link.version = draft.version;
  link.storedKey = keyOfDraft(draft);
  link.refusedKey = null;
  const stored = fingerprint(draft.text);
  writeDraftRecord(link.record, { version: draft.version, stored, sent: [] });
}

/** Records that the server has no draft. */
export function noteMissing(link: DraftLink): void {
  link.version = 0;
  link.storedKey = null;
  writeDraftRecord(link.record, null);
}

/** Lets a tab write a new draft, because no passphrase of the service decrypts the stored one. */
export function moveToNewDraft(tabId: string): void {
  const state = currentTabs();
  const tab = state.tabs.find(({ id }) => id === tabId);
  if (tab === undefined) return;
  const { record } = linkOf(tab);
  moveToNewRecord(tab, state);
  removeRecord(record);
  writeDraftRecord(record, null);
}

/** Opens a draft in a tab that is not activated; returns the ID of the tab. */
export function openDraftTab(draft: Draft, fields: Partial<Tab> = {}): string {
  const record = recordOfDraft(draft.id);
  const id = openTabBehind({ ...tabFieldsOf(draft, null), ...fields }, record);
  const link = { record, version: 0, storedKey: null, refusedKey: null, busy: null };
  links.set(id, link);
  noteStored(link, draft);
  return id;
}

/**
 * Merges a stored draft that differs from the version that a tab is based on. The tab takes it unless its text has
 * changed too. Then the tab keeps its text, as a new draft, and the stored one opens in a second tab. An earlier text of
 * this browser, whose response was lost, is neither.
 */
export function mergeDraft(tabId: string, stored: Draft): void {
  const tab = currentTabs().tabs.find(({ id }) => id === tabId);
  if (tab === undefined) return;
  const link = linkOf(tab);
  const isOwn = readDraftRecord(link.record)?.sent.includes(fingerprint(stored.text)) === true;
  if (isOwn || stored.text === tab.text) {
    noteStored(link, stored);
  } else if (isTextStored(link.record, tab.text)) {
    noteStored(link, stored);
    replaceText(tab.id, stored.text);
    updateTab(tab.id, tabFieldsOf(stored, tab));
  } else {
    moveToNewRecord(tab, currentTabs());
    if (stored.text.trim() === '') return;
    openDraftTab(stored, { isFromOtherBrowser: true });
    notifications.show({
      color: 'yellow',
      title: 'This text was also changed in another browser',
      message: 'The other text is open in a second tab.',
    });
  }
}

/** Returns the fields of a tab that a draft holds. The saved text is kept if it is that of the same version. */
function tabFieldsOf(draft: Draft, tab: Tab | null): Partial<Tab> {
  const { name, text, connectionId, queryId, queryEtag: etag, chart } = draft;
  const isSameBase = tab !== null && tab.queryId === queryId && tab.etag === etag;
  return {
    ...{ name, text, connectionId, queryId, etag, chart },
    ...(!isSameBase && { savedText: null, savedChart: null }),
  };
}
