import type { Draft } from '@sluice/contracts';
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
import { currentTabs, isSameChart, isUnsaved, openTabBehind, updateTab } from './tabs.js';

/** The draft of an open tab. */
export interface DraftLink {
  record: string;
  /** The version that the tab is based on; 0: the server has no draft. */
  version: number;
  /** Content that the server has; null if unknown. */
  stored: DraftContent | null;
  /** Content that the server refused; null if none. */
  refused: DraftContent | null;
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

/** The fields of a tab that its draft holds. */
type DraftContent = Pick<
  Draft,
  'name' | 'text' | 'connectionId' | 'queryId' | 'queryEtag' | 'chart'
>;

/** Returns the content of the draft of a tab. */
export const contentOf = ({
  name,
  text,
  connectionId,
  queryId,
  etag,
  chart,
}: Tab): DraftContent => ({
  name: name.slice(0, 255),
  text,
  connectionId,
  queryId,
  queryEtag: etag,
  chart,
});

/** Returns whether the content of a draft is known and equal. It compares fields, because a text can be long. */
const isSameContent = (content: DraftContent, known: DraftContent | null): boolean =>
  known !== null &&
  content.text === known.text &&
  content.name === known.name &&
  content.connectionId === known.connectionId &&
  content.queryId === known.queryId &&
  content.queryEtag === known.queryEtag &&
  isSameChart(content.chart, known.chart);

/** Returns the link of a tab. A tab that moved to another record gets a new link. */
export function linkOf(tab: Tab): DraftLink {
  const record = recordIdOf(tab.id);
  const known = links.get(tab.id);
  if (known?.record === record) return known;
  const version = readDraftRecord(record)?.version ?? 0;
  const stored = isTextStored(record, tab.text) ? contentOf(tab) : null;
  const link: DraftLink = { record, version, stored, refused: null, busy: null };
  links.set(tab.id, link);
  return link;
}

/** Returns whether the server does not have the content of a tab, or has a draft that the tab does not need. */
export function isChanged(tab: Tab): boolean {
  const { version, stored, refused } = linkOf(tab);
  if (!needsDraft(tab)) return version > 0;
  const content = contentOf(tab);
  return !isSameContent(content, stored) && !isSameContent(content, refused);
}

/** Records that the server has this draft. */
export function noteStored(link: DraftLink, draft: Draft): void {
  link.version = draft.version;
  link.stored = draft;
  link.refused = null;
  const stored = fingerprint(draft.text);
  writeDraftRecord(link.record, { version: draft.version, stored, sent: [] });
}

/** Records that the server has no draft. */
export function noteMissing(link: DraftLink): void {
  link.version = 0;
  link.stored = null;
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
  const link = { record, version: 0, stored: null, refused: null, busy: null };
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
