import { useEffect, useRef } from 'react';
import { isDialogOpen } from './is-dialog-open.js';

/**
 * Handles a key with Alt, wherever the focus is, unless a dialog is open.
 *
 * @param key the physical key, such as `KeyC` or `Shift+KeyC`, because Alt changes the letter on macOS
 */
export function useAltKey(key: string, action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isOther = event.ctrlKey || event.metaKey || !event.altKey;
      const pressed = event.shiftKey ? `Shift+${event.code}` : event.code;
      if (pressed !== key || isOther) return;
      event.preventDefault();
      if (!isDialogOpen()) latest.current();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [key]);
}
