import { useEffect, useRef } from 'react';

const doublePressMs = 600;

type KeyHandler = (event: KeyboardEvent) => void;

const firstHandlers = new Set<KeyHandler>();

// Dialogs listen here, too, and are closed before the next listener is called: only what has listened since
// before the first of them sees that one was open.
window.addEventListener('keydown', (event) => firstHandlers.forEach((hear) => hear(event)), true);

/** Hears each key wherever the focus is; `isFirst`: before anything else hears it. */
function useKeyDown(onKeyDown: KeyHandler, isFirst = false): void {
  const latest = useRef(onKeyDown);
  latest.current = onKeyDown;
  useEffect(() => {
    const hear: KeyHandler = (event) => latest.current(event);
    if (isFirst) {
      firstHandlers.add(hear);
      return () => void firstHandlers.delete(hear);
    }
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [isFirst]);
}

const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null;

/** What Esc closes: dialogs, lists and menus, the completions of the editor and its search panel. */
const closedByEscape = '[role=dialog], [role=listbox], [role=menu], .cm-panel.cm-search';

/** Whether something is open that Esc closes. Selects keep their closed list in the page, without a box. */
const isClosable = (): boolean =>
  [...document.querySelectorAll(closedByEscape)].some(
    (element) => element.getClientRects().length > 0,
  );

/**
 * Esc twice, wherever the focus is. An Esc that closes something, or ends the composition of a character, counts for
 * nothing: it is looked at before anything else hears of it, when what it closes is still open.
 */
export function useDoubleEscape(action: () => void): void {
  const lastMs = useRef(-Infinity);
  useKeyDown((event) => {
    if (event.key !== 'Escape') return;
    const isTaken = event.isComposing || isClosable();
    if (isTaken) lastMs.current = -Infinity;
    else if (event.timeStamp - lastMs.current < doublePressMs) {
      lastMs.current = -Infinity;
      action();
    } else lastMs.current = event.timeStamp;
  }, true);
}

/** Ctrl/Cmd+S saves wherever the focus is; the editor has taken it where it is there. */
export function useSaveKey(action: () => void): void {
  useKeyDown((event) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    if (event.shiftKey || event.altKey || event.defaultPrevented) return;
    event.preventDefault();
    if (!isDialogOpen()) action();
  });
}

/** Alt+T opens a tab wherever the focus is: browsers keep Ctrl/Cmd+T to themselves. */
export function useNewTabKey(action: () => void): void {
  useKeyDown((event) => {
    // By its place: with Alt a Mac types another character there.
    if (event.code !== 'KeyT' || !event.altKey) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (!isDialogOpen()) action();
  }, true);
}

/** A question mark that nobody types into a text. */
export function useQuestionMark(action: () => void): void {
  useKeyDown(({ key, target }) => {
    const isTyping =
      target instanceof HTMLElement && target.closest('input, textarea, .cm-editor') !== null;
    if (key === '?' && !isTyping) action();
  });
}
