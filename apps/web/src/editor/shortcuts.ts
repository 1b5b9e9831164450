import { useEffect, useRef } from 'react';
import { isDialogOpen } from '../ui/is-dialog-open.js';

const DOUBLE_PRESS_MS = 600;

type KeyHandler = (event: KeyboardEvent) => void;

const firstHandlers = new Set<KeyHandler>();

// Dialogs listen on the window too and close before later listeners run. Only a listener that was added before
// the first dialog sees that one was open.
window.addEventListener(
  'keydown',
  (event) => firstHandlers.forEach((handle) => handle(event)),
  true,
);

/** Handles keys wherever the focus is. With `isFirst` the handler runs before all others. */
function useKeyDown(onKeyDown: KeyHandler, isFirst = false): void {
  const latest = useRef(onKeyDown);
  latest.current = onKeyDown;
  useEffect(() => {
    const handle: KeyHandler = (event) => latest.current(event);
    if (isFirst) {
      firstHandlers.add(handle);
      return () => void firstHandlers.delete(handle);
    }
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, [isFirst]);
}

/** Elements that Esc closes: dialogs, lists, menus, completions, the search panel and further cursors of the editor. */
const CLOSED_BY_ESCAPE =
  '[role=dialog], [role=listbox], [role=menu], .cm-panel.cm-search, .cm-cursor-secondary';

/** Returns whether Esc closes something. Closed selects keep their list in the page, without a box. */
const isClosable = (): boolean =>
  [...document.querySelectorAll(CLOSED_BY_ESCAPE)].some(
    (element) => element.getClientRects().length > 0,
  );

/**
 * Handles Esc pressed twice, wherever the focus is. An Esc that closes something or ends an IME composition does
 * not count. The handler runs first, while the element that Esc closes is still open.
 */
export function useDoubleEscape(action: () => void): void {
  const lastMs = useRef(-Infinity);
  useKeyDown((event) => {
    if (event.key !== 'Escape') return;
    const isHandled = event.isComposing || isClosable();
    if (isHandled) lastMs.current = -Infinity;
    else if (event.timeStamp - lastMs.current < DOUBLE_PRESS_MS) {
      lastMs.current = -Infinity;
      action();
    } else lastMs.current = event.timeStamp;
  }, true);
}

/** Handles Ctrl/Cmd+S outside the editor; the editor handles the key itself. */
export function useSaveKey(action: () => void): void {
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    if (event.shiftKey || event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    if (!isDialogOpen()) action();
  });
}
