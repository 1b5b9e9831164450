import type { PinnedRun, Tab } from './tab.js';
import { currentTabs, updateTab } from './tabs.js';

/** Maximum number of pinned runs of a tab. */
export const MAX_PINS = 20;

const pinsOf = (tabId: string): PinnedRun[] =>
  currentTabs().tabs.find(({ id }) => id === tabId)?.pins ?? [];

/** Returns whether the run of a tab is pinned. */
export const isPinned = ({ pins }: Pick<Tab, 'pins'>, batchId: string): boolean =>
  pins.some((pin) => pin.batchId === batchId);

/** Keeps a run of a tab: the next run does not replace its results. The oldest pin above the maximum is removed. */
export function pinRun(tabId: string, pin: PinnedRun): void {
  const others = pinsOf(tabId).filter(({ batchId }) => batchId !== pin.batchId);
  updateTab(tabId, { pins: [...others, pin].slice(-MAX_PINS) });
}

/** Removes a pin. */
export const unpinRun = (tabId: string, batchId: string): void =>
  updateTab(tabId, { pins: pinsOf(tabId).filter((pin) => pin.batchId !== batchId) });

/** Renames a pin; a blank name changes nothing. */
export function renamePin(tabId: string, batchId: string, name: string): void {
  if (name.trim() === '') return;
  const pins = pinsOf(tabId).map((pin) =>
    pin.batchId === batchId ? { ...pin, name: name.trim() } : pin,
  );
  updateTab(tabId, { pins });
}
