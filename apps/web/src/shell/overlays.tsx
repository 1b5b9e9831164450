import { Suspense, useEffect } from 'react';
import { isDialogOpen } from '../ui/is-dialog-open.js';
import { closeOverlay, openOverlay, useOverlay } from '../ui/overlays.js';
import { lazyPart } from '../ui/lazy-part.js';

const CommandPalette = lazyPart(() => import('./palette/command-palette.js'));
const ShortcutHelp = lazyPart(() => import('./shortcut-help.js'));

/** The layers over every page, with the keys that open them: Ctrl/Cmd+K and the question mark. */
export function Overlays() {
  useOverlayKeys();
  const overlay = useOverlay();
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <CommandPalette onClose={closeOverlay} />}
      {overlay === 'help' && <ShortcutHelp onClose={closeOverlay} />}
    </Suspense>
  );
}

function useOverlayKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event;
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, .cm-editor') !== null;
      const overlay = overlayOf(key, isCommand, isTyping);
      if (overlay === null) return;
      // Browsers use Ctrl+K for their address bar.
      event.preventDefault();
      event.stopPropagation();
      if (!isDialogOpen()) openOverlay(overlay);
    };
    // Captured, because the editor also handles keys.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

function overlayOf(key: string, isCommand: boolean, isTyping: boolean) {
  if (isCommand && key.toLowerCase() === 'k') return 'palette';
  return key === '?' && !isTyping ? 'help' : null;
}
