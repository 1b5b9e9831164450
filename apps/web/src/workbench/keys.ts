import { useEffect, useRef } from 'react';

const doublePressMs = 600;

/** Esc twice, wherever the focus is. */
export function useDoubleEscape(action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    let lastMs = 0;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      if (event.timeStamp - lastMs < doublePressMs) latest.current();
      lastMs = event.timeStamp;
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

/** Ctrl/Cmd+S saves wherever the focus is; the editor has taken it where it is there. */
export function useSaveKey(action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey || event.defaultPrevented) return;
      event.preventDefault();
      if (document.querySelector('[role=dialog]') === null) latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** A question mark that nobody types into a text. */
export function useQuestionMark(action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent): void => {
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, .cm-editor') !== null;
      if (key === '?' && !isTyping) latest.current();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
