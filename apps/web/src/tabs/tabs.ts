import type { Batch, Chart } from '@sluice/contracts';
import { inputsOf } from '../parameters/parameter-input.js';
import { readStored } from '../ui/browser-storage.js';
import { randomId } from '../ui/random-id.js';
import { createStore, useStore } from '../ui/store.js';
import {
  removeStoredTab,
  restoreTabs,
  separateFromOtherWindows,
  storeOpenTabs,
  storeTab,
} from './tab-storage.js';
import type { Tab, TabsState } from './tab.js';

export type { PinnedRun, Tab, TabsState } from './tab.js';

/** While typing continues, the text is stored once per second and published after a pause. */
const STORE_AFTER_MS = 1_000;
const PUBLISH_AFTER_MS = 250;

const newTab = (fields: Partial<Tab> = {}): Tab => ({
  id: randomId(),
  queryId: null,
  name: '',
  text: '',
  connectionId: readStored<string | null>('connection', null),
  batchId: null,
  pins: [],
  savedText: null,
  etag: null,
  parameters: {},
  chart: null,
  savedChart: null,
  isFromOtherBrowser: false,
  isPinned: false,
  ...fields,
});

function restore(): TabsState {
  const stored = restoreTabs();
  // A tab stored by an older version lacks newer fields.
  const tabs = stored.tabs.map((tab) => newTab(tab));
  const first = tabs[0] ?? newTab();
  const activeId = tabs.some(({ id }) => id === stored.activeId) ? stored.activeId : first.id;
  return { tabs: tabs.length > 0 ? tabs : [first], activeId };
}

const store = createStore(restore());
const typeListeners = new Set<() => void>();

/** Typed text that the store does not hold yet; `text` is null until it was read from the editor. */
let typed: { tabId: string; read: () => string; text: string | null } | null = null;
let storing: ReturnType<typeof setTimeout> | undefined;
let publishing: ReturnType<typeof setTimeout> | undefined;

/** Returns the tabs, including text that was typed a moment ago. */
export function currentTabs(): TabsState {
  const state = store.get();
  if (typed === null) return state;
  const { tabId, read } = typed;
  const text = (typed.text ??= read());
  return { ...state, tabs: state.tabs.map((tab) => (tab.id === tabId ? { ...tab, text } : tab)) };
}

/** Returns the active tab. */
export function activeTab(): Tab {
  const { tabs, activeId } = currentTabs();
  const tab = tabs.find(({ id }) => id === activeId) ?? tabs[0];
  if (tab === undefined) throw new Error('No tab is open');
  return tab;
}

function storeTyped({ tabs }: TabsState): void {
  clearTimeout(storing);
  storing = undefined;
  const tab = tabs.find(({ id }) => id === typed?.tabId);
  if (tab !== undefined) storeTab(tab);
}

function publish(next: TabsState): void {
  storeTyped(next);
  clearTimeout(publishing);
  typed = null;
  store.set(next);
}

function set(next: TabsState): void {
  publish(next);
  storeOpenTabs(next);
}

/** Stores typed text in the browser without waiting for a pause. */
export const storeText = (): void => storeTyped(currentTabs());

addEventListener('pagehide', storeText);

/** Calls the listener after each change; returns a function that unsubscribes. */
export const onTabsChange = store.subscribe;

/** Calls the listener at each typed change, before {@link onTabsChange}. */
export const onTextTyped = (listener: () => void): void => void typeListeners.add(listener);

/** Returns the open tabs. The browser stores each change, so that no text is lost. */
export const useTabs = (): TabsState => useStore(store, (state) => state);

separateFromOtherWindows(currentTabs);

/** Changes fields of a tab. */
export function updateTab(id: string, fields: Partial<Tab>): void {
  const current = currentTabs();
  const tabs = current.tabs.map((tab) => (tab.id === id ? { ...tab, ...fields } : tab));
  const changed = tabs.find((tab) => tab.id === id);
  if (changed === undefined) return;
  storeTab(changed);
  set({ ...current, tabs });
}

/**
 * Records typed text. {@link currentTabs} returns it at once. Reading a long text, storing it and rendering the
 * page at each key would delay typing.
 */
export function typeText(tabId: string, read: () => string): void {
  if (typed !== null && typed.tabId !== tabId) publish(currentTabs());
  typed = { tabId, read, text: null };
  storing ??= setTimeout(() => storeTyped(currentTabs()), STORE_AFTER_MS);
  clearTimeout(publishing);
  publishing = setTimeout(() => publish(currentTabs()), PUBLISH_AFTER_MS);
  for (const listener of typeListeners) listener();
}

/** Opens a tab and activates it; returns its ID. */
export function openTab(fields: Partial<Tab> = {}): string {
  const tab = newTab(fields);
  storeTab(tab);
  set({ tabs: [...currentTabs().tabs, tab], activeId: tab.id });
  return tab.id;
}

/** Opens a tab without activating it, stored in `record`; returns its ID. */
export function openTabBehind(fields: Partial<Tab>, record: string): string {
  const tab = newTab(fields);
  storeTab(tab, record);
  const current = currentTabs();
  set({ ...current, tabs: [...current.tabs, tab] });
  return tab.id;
}

/** Opens a run with its results in a new tab; returns the ID of the tab. */
export const openRun = ({
  id,
  batchText,
  name,
  parameters,
  parameterTypes,
  ...batch
}: Batch): string =>
  openTab({
    text: batchText,
    connectionId: batch.connectionId,
    queryId: batch.queryId,
    name: name ?? '',
    batchId: id,
    chart: batch.chart,
    parameters: inputsOf(parameters, parameterTypes),
  });

/** Activates a tab. */
export const activateTab = (id: string): void => set({ ...currentTabs(), activeId: id });

/** The tabs that were closed in this window, the last one at the end. Work stays here until the window is closed. */
const closed: { tab: Tab; index: number }[] = [];
const MAX_CLOSED = 20;

/** Closes a tab. Closing the last tab opens an empty one. */
export function closeTab(id: string): void {
  const { tabs: open, activeId } = currentTabs();
  const index = open.findIndex((tab) => tab.id === id);
  const tab = open[index];
  if (tab !== undefined && (tab.text !== '' || tab.queryId !== null)) closed.push({ tab, index });
  if (closed.length > MAX_CLOSED) closed.shift();
  const rest = open.filter((tab) => tab.id !== id);
  const tabs = rest.length > 0 ? rest : [newTab()];
  const next = tabs[Math.min(Math.max(index, 0), tabs.length - 1)];
  removeStoredTab(id);
  set({ tabs, activeId: activeId === id && next ? next.id : activeId });
}

/** Opens the tab again that was closed last, in its place. */
export function reopenTab(): void {
  const last = closed.pop();
  if (last === undefined) return;
  const tab = newTab({ ...last.tab, id: randomId() });
  storeTab(tab);
  const { tabs } = currentTabs();
  set({ tabs: inOrder(tabs.toSpliced(last.index, 0, tab)), activeId: tab.id });
}

/** Moves a tab to the place of another one. */
export function moveTab(id: string, toId: string): void {
  const { tabs, activeId } = currentTabs();
  const tab = tabs.find((each) => each.id === id);
  const to = tabs.findIndex((each) => each.id === toId);
  if (tab === undefined || to < 0) return;
  const rest = tabs.filter((each) => each !== tab);
  set({ tabs: inOrder(rest.toSpliced(to, 0, tab)), activeId });
}

/** Pins or unpins a tab. */
export function togglePinnedTab(id: string): void {
  const { tabs, activeId } = currentTabs();
  const changed = tabs.map((tab) => (tab.id === id ? { ...tab, isPinned: !tab.isPinned } : tab));
  for (const tab of changed) if (tab.id === id) storeTab(tab);
  set({ tabs: inOrder(changed), activeId });
}

/** Activates the tab that is `step` places to the right; after the last one follows the first. */
export function activateNeighbour(step: number): void {
  const { tabs, activeId } = currentTabs();
  const index = tabs.findIndex(({ id }) => id === activeId);
  const next = tabs[(index + step + tabs.length) % tabs.length];
  if (next !== undefined) activateTab(next.id);
}

const inOrder = (tabs: Tab[]): Tab[] => [
  ...tabs.filter(({ isPinned }) => isPinned),
  ...tabs.filter(({ isPinned }) => !isPinned),
];

/** Returns whether the text differs from the saved text. */
export const isTextUnsaved = ({ text, savedText }: Tab): boolean => text !== (savedText ?? '');

/** Returns whether the text or the chart differs from the saved query. */
export const isUnsaved = (tab: Tab): boolean =>
  isTextUnsaved(tab) || !isSameChart(tab.chart, tab.savedChart);

/** Returns whether two charts are equal; the order of fields does not matter. */
export function isSameChart(one: Chart | null, other: Chart | null): boolean {
  if (one === null || other === null) return one === other;
  const names = new Set([...Object.keys(one.fields), ...Object.keys(other.fields)]);
  return (
    one.chartType === other.chartType &&
    [...names].every((name) => one.fields[name] === other.fields[name])
  );
}

/** Returns the title of a tab: its name, or the start of its text. */
export const titleOf = ({ name, text, isFromOtherBrowser }: Tab): string => {
  const title =
    name !== '' ? name : (text.trim().split('\n')[0]?.slice(0, 30) ?? '') || 'New query';
  return isFromOtherBrowser ? `${title} (other browser)` : title;
};
