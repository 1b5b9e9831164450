import { useEffect, useRef } from 'react';
import { isDialogOpen } from './is-dialog-open.js';

/**
 * Handles a letter with Alt, wherever the focus is, unless a dialog is open.
 *
 * @param code the physical key, such as `KeyC`, because Alt changes the letter on macOS
 */
export function useAltKey(code: string, action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isOther = event.ctrlKey || event.metaKey || event.shiftKey || !event.altKey;
      if (event.code !== code || isOther) return;
      event.preventDefault();
      if (!isDialogOpen()) latest.current();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [code]);
}
