import type { Chart } from '@sluice/contracts';
import { useSyncExternalStore } from 'react';
import { randomId } from '../app/random-id.js';
import { readStored } from '../app/stored.js';
import type { Tab, TabsState } from './tab.js';
import { forgetTab, keepApart, keepOpen, keepTab, restoreTabs } from './kept-tabs.js';

export type { Tab, TabsState } from './tab.js';

/** Typing that goes on is kept each second, and told when its author pauses. */
const keepAfterMs = 1_000;
const pauseMs = 250;

const newTab = (fields: Partial<Tab> = {}): Tab => ({
  id: randomId(),
  queryId: null,
  name: '',
  text: '',
  connectionId: readStored<string | null>('connection', null),
  batchId: null,
  savedText: null,
  etag: null,
  chart: null,
  savedChart: null,
  ...fields,
});

function restore(): TabsState {
  const open = restoreTabs();
  // One that an older page has kept lacks what came later.
  const tabs = open.tabs.map((tab) => newTab(tab));
  const first = tabs[0] ?? newTab();
  const activeId = tabs.some(({ id }) => id === open.activeId) ? open.activeId : first.id;
  return { tabs: tabs.length > 0 ? tabs : [first], activeId };
}

let state = restore();
const listeners = new Set<() => void>();

/** The tab whose text is not yet kept, or told of. */
let typedId: string | null = null;
/** Reads its text, where what was typed last was not read yet. */
let unread: (() => string) | null = null;
let keeping: ReturnType<typeof setTimeout> | undefined;
let telling: ReturnType<typeof setTimeout> | undefined;

/** The tabs as they are now. */
export function currentTabs(): TabsState {
  if (unread !== null) {
    const text = unread();
    unread = null;
    const withText = (tab: Tab): Tab => (tab.id === typedId ? { ...tab, text } : tab);
    state = { ...state, tabs: state.tabs.map(withText) };
  }
  return state;
}

function set(next: TabsState): void {
  state = next;
  settle();
  keepOpen(next);
}

function keep(): void {
  clearTimeout(keeping);
  keeping = undefined;
  const typed = currentTabs().tabs.find(({ id }) => id === typedId);
  if (typed !== undefined) keepTab(typed);
}

function settle(): void {
  keep();
  clearTimeout(telling);
  typedId = null;
  for (const listener of listeners) listener();
}

addEventListener('pagehide', keep);

/** Calls back after each change of the tabs. */
export const onTabsChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The open tabs; each change is kept in this browser, so that no text is lost. */
export const useTabs = (): TabsState => useSyncExternalStore(onTabsChange, () => state);

keepApart(currentTabs);

/** Changes a tab. */
export function updateTab(id: string, fields: Partial<Tab>): void {
  const tabs = currentTabs().tabs.map((tab) => (tab.id === id ? { ...tab, ...fields } : tab));
  const changed = tabs.find((tab) => tab.id === id);
  if (changed === undefined) return;
  keepTab(changed);
  set({ ...state, tabs });
}

/**
 * Changes the text of a tab as it is typed. It is what {@link currentTabs} gives at once; reading a long
 * text, writing it into the browser's store and drawing the page around it would make each key wait.
 */
export function typeText(id: string, read: () => string): void {
  if (typedId !== null && typedId !== id) settle();
  typedId = id;
  unread = read;
  keeping ??= setTimeout(keep, keepAfterMs);
  clearTimeout(telling);
  telling = setTimeout(settle, pauseMs);
}

/** Opens a tab beside the others and goes to it; gives its id. */
export function openTab(fields: Partial<Tab> = {}): string {
  const tab = newTab(fields);
  keepTab(tab);
  set({ tabs: [...currentTabs().tabs, tab], activeId: tab.id });
  return tab.id;
}

/** Goes to a tab. */
export const activateTab = (id: string): void => set({ ...currentTabs(), activeId: id });

/** Closes a tab; the last one leaves an empty one behind. */
export function closeTab(id: string): void {
  const { tabs: open, activeId } = currentTabs();
  const index = open.findIndex((tab) => tab.id === id);
  const rest = open.filter((tab) => tab.id !== id);
  const tabs = rest.length > 0 ? rest : [newTab()];
  const next = tabs[Math.min(Math.max(index, 0), tabs.length - 1)];
  forgetTab(id);
  set({ tabs, activeId: activeId === id && next ? next.id : activeId });
}

/** Whether the text differs from what is saved. */
export const isTextUnsaved = ({ text, savedText }: Tab): boolean => text !== (savedText ?? '');

/** Whether the text or the chart differs from what is saved. */
export const isUnsaved = (tab: Tab): boolean =>
  isTextUnsaved(tab) || !isSameChart(tab.chart, tab.savedChart);

/** Whether two charts are drawn alike: the order of their fields means nothing. */
export function isSameChart(one: Chart | null, other: Chart | null): boolean {
  if (one === null || other === null) return one === other;
  const names = new Set([...Object.keys(one.fields), ...Object.keys(other.fields)]);
  return (
    one.chartType === other.chartType &&
    [...names].every((name) => one.fields[name] === other.fields[name])
  );
}

/** What a tab is called: its name, or how its text begins. */
export const titleOf = ({ name, text }: Tab): string =>
  name !== '' ? name : (text.trim().split('\n')[0]?.slice(0, 30) ?? '') || 'New query';
