import { createStore, useStore } from './store.js';

/** A layer over every page. */
export type Overlay = 'palette' | 'help' | 'runs';

const open = createStore<Overlay | null>(null);

/** Opens a layer; another open one closes. */
export const openOverlay = (overlay: Overlay): void => open.set(overlay);

/** Closes the open layer. */
export const closeOverlay = (): void => open.set(null);

/** Returns the open layer; null if there is none. */
export const useOverlay = (): Overlay | null => useStore(open, (overlay) => overlay);
