import { notifications } from '@mantine/notifications';
import type { DraftListItem } from '@sluice/contracts';
import { ApiError } from '../http/client.js';
import { sendAfterMs } from './draft-pace.js';
import {
  draftIdOf,
  isTextStored,
  noteSentText,
  recordOfDraft,
  recordsWithDraft,
  readDraftRecord,
  writeDraftRecord,
} from './draft-records.js';
import { deleteDraft, listDrafts, putDraft, readDraft } from './draft-requests.js';
import {
  contentOf,
  isChanged,
  linkOf,
  links,
  mergeDraft,
  moveToNewDraft,
  needsDraft,
  noteMissing,
  noteStored,
  openDraftTab,
  type DraftLink,
} from './draft-tabs.js';
import { watchEditorUse, type EditorUse } from './editor-use.js';
import { isNewWindow, recordIdOf, unsavedRecords } from './tab-storage.js';
import type { Tab } from './tab.js';
import {
  activateTab,
  closeTab,
  currentTabs,
  onTabsChange,
  onTextTyped,
  storeText,
} from './tabs.js';

/*
 * Keeps a draft on the server for each tab with unsaved text. Typed text is sent soon after the first key, again while
 * typing continues, and when the page closes. localStorage stays the copy for the time without a connection.
 */

const RETRY_AFTER_MS = 1_000;

/** `loading`: the drafts of the server are not known yet. */
let state: 'stopped' | 'loading' | 'running' = 'stopped';
let loading: Promise<void> | null = null;
let sending: Promise<unknown> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Milliseconds from a key until the text is sent. */
let afterMs = sendAfterMs(0);
let isSubscribed = false;
/** Links of closed tabs whose drafts are not deleted yet. */
let closed: DraftLink[] = [];

/** Starts, once for the page. It stops at sign-out and when the session has ended; then it can be started again. */
export function startDrafts(): void {
  if (!isSubscribed) subscribe();
  if (state !== 'stopped') return;
  state = 'loading';
  loading = load();
}

/** Stops without sending anything more. */
export function stopDrafts(): void {
  state = 'stopped';
  clearTimeout(timer);
  timer = undefined;
}

/** Sends what was not sent yet; returns whether the server has every text of this browser. */
export async function flushDrafts(): Promise<boolean> {
  startDrafts();
  await loading;
  await sending;
  if (state === 'running') await send();
  // The records may hold an older text than the drafts.
  storeText();
  return unsavedRecords().every(({ record, text }) => isTextStored(record, text));
}

/** Lists the drafts that are not open in this window. @throws ApiError */
export const otherDrafts = async (): Promise<DraftListItem[]> =>
  (await listDrafts()).filter(({ id }) => !isOpen(id));

/** Opens a draft and activates its tab. @throws ApiError */
export async function openDraft(id: string): Promise<void> {
  const draft = await readDraft(id);
  if (draft !== null && !isOpen(id)) activateTab(openDraftTab(draft));
}

const isOpen = (draftId: string): boolean =>
  currentTabs().tabs.some((tab) => recordIdOf(tab.id) === recordOfDraft(draftId));

function subscribe(): void {
  isSubscribed = true;
  onTabsChange(() => {
    collectClosed();
    schedule();
  });
  onTextTyped(() => schedule());
  addEventListener('pagehide', sendWhileClosing);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void refresh().catch(stopIfSignedOut);
    else if (state === 'running') void send();
  });
}

function schedule(waitMs = afterMs): void {
  if (state === 'running' && sending === null) timer ??= setTimeout(() => void send(), waitMs);
}

/** Merges the drafts of the server with the tabs that this browser has restored. */
async function load(): Promise<void> {
  const editorUse = watchEditorUse();
  try {
    const heads = await listDrafts();
    restoreClosed();
    await mergeOpenTabs(heads);
    if (isNewWindow()) await openOthers(heads, editorUse);
    state = 'running';
    schedule(0);
  } catch (error) {
    state = 'stopped';
    if (!isSignedOut(error)) setTimeout(startDrafts, RETRY_AFTER_MS);
  } finally {
    editorUse.stop();
  }
}

/** Reads the drafts of open tabs that were changed elsewhere. */
async function mergeOpenTabs(heads: DraftListItem[]): Promise<void> {
  await Promise.all(
    currentTabs().tabs.map(async (tab) => {
      const link = linkOf(tab);
      const { version } = link;
      const head = heads.find(({ id }) => id === draftIdOf(link.record));
      if (head?.version === version || isBusy(link)) return;
      const draft = head === undefined ? null : await readDraft(head.id);
      // The tab was sent or moved during the request.
      if (isBusy(link) || linkOf(tab) !== link || link.version !== version) return;
      if (draft !== null) mergeDraft(tab.id, draft);
      else if (link.version > 0) noteMissing(link);
    }),
  );
}

/** A function, because a request may start while another is awaited. */
const isBusy = ({ busy }: DraftLink): boolean => busy !== null;

/**
 * Opens the drafts of other browsers behind the tabs of a new window, or instead of its empty tab. A tab in which the
 * user begins to write stays, though its text is still empty.
 */
async function openOthers(heads: DraftListItem[], editorUse: EditorUse): Promise<void> {
  const isClosed = (id: string): boolean =>
    closed.some(({ record }) => record === recordOfDraft(id));
  const others = heads.filter(({ id }) => !isOpen(id) && !isClosed(id));
  const drafts = await Promise.all(others.map(({ id }) => readDraft(id)));
  const opened = drafts.flatMap((draft) =>
    draft === null || isOpen(draft.id) ? [] : [openDraftTab(draft)],
  );
  const { tabs } = currentTabs();
  const [first] = tabs;
  if (opened[0] === undefined || first === undefined || opened.includes(first.id)) return;
  const isEmpty = first.text === '' && first.queryId === null && first.batchId === null;
  if (!isEmpty || editorUse.hasBegun() || tabs.length !== opened.length + 1) return;
  activateTab(opened[0]);
  closeTab(first.id);
}

/** Marks the drafts of closed tabs, which are deleted even if the page closes first. */
function collectClosed(): void {
  const { tabs } = currentTabs();
  for (const [id, link] of links) {
    if (tabs.some((tab) => tab.id === id)) continue;
    links.delete(id);
    closed.push(link);
    const known = readDraftRecord(link.record);
    if (known !== null) writeDraftRecord(link.record, { ...known, isClosed: true });
  }
}

/** Finds the drafts of tabs that were closed while the service was unreachable. */
function restoreClosed(): void {
  for (const record of recordsWithDraft()) {
    const known = readDraftRecord(record);
    if (known?.isClosed !== true) continue;
    const { version } = known;
    closed.push({ record, version, stored: null, refused: null, busy: null });
  }
}

/** Takes changes of other browsers when the user returns to this window. */
async function refresh(): Promise<void> {
  if (state !== 'running') return;
  await mergeOpenTabs(await listDrafts());
  schedule();
}

/** Sends every changed text, and deletes the drafts of closed and saved tabs. */
async function send(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const { tabs } = currentTabs();
  const discarded = closed.map(async (link) => {
    await discard(link);
    closed = closed.filter((each) => each !== link);
  });
  const requests = Promise.allSettled([
    ...discarded,
    ...tabs.map((tab, position) => sendTab(tab, position)),
  ]);
  sending = requests;
  const failed = (await requests).filter((request) => request.status === 'rejected');
  sending = null;
  for (const { reason } of failed) stopIfSignedOut(reason);
  const isFailed = failed.length > 0;
  if (isFailed || closed.length > 0 || currentTabs().tabs.some(isChanged)) {
    schedule(isFailed ? RETRY_AFTER_MS : afterMs);
  }
}

async function sendTab(tab: Tab, position: number): Promise<void> {
  const link = linkOf(tab);
  if (!isChanged(tab) || link.busy !== null) return;
  link.busy = needsDraft(tab) ? write(tab, link, position) : discard(link);
  try {
    await link.busy;
  } finally {
    link.busy = null;
  }
}

async function write(tab: Tab, link: DraftLink, position: number): Promise<void> {
  noteSentText(link.record, tab.text);
  afterMs = sendAfterMs(tab.text.length);
  const body = { ...contentOf(tab), position, version: link.version };
  const outcome = await putDraft(draftIdOf(link.record), body);
  switch (outcome.kind) {
    case 'written':
      noteStored(link, outcome.draft);
      return;
    case 'conflict':
      mergeDraft(tab.id, outcome.draft);
      return;
    case 'missing':
      noteMissing(link);
      return;
    case 'unreadable':
      moveToNewDraft(tab.id);
      return;
    case 'refused':
      if (link.refused === null) reportRefusal(outcome.reason);
      link.refused = contentOf(tab);
  }
}

const reportRefusal = (reason: string): void => {
  notifications.show({
    color: 'yellow',
    title: 'This text is stored only in this browser',
    message: reason,
  });
};

/** Deletes a draft unless another browser has changed it. */
async function discard(link: DraftLink): Promise<void> {
  await link.busy?.catch(() => undefined);
  if (link.version > 0) await deleteDraft(draftIdOf(link.record), link.version);
  noteMissing(link);
}

function sendWhileClosing(): void {
  if (state === 'stopped') return;
  currentTabs().tabs.forEach((tab, position) => {
    if (!isChanged(tab)) return;
    const { record, version } = linkOf(tab);
    const id = draftIdOf(record);
    if (needsDraft(tab)) {
      noteSentText(record, tab.text);
      putDraft(id, { ...contentOf(tab), position, version }, true).catch(() => undefined);
    } else {
      deleteDraft(id, version).catch(() => undefined);
    }
  });
}

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

function stopIfSignedOut(error: unknown): void {
  if (isSignedOut(error)) stopDrafts();
}
