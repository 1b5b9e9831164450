import './tray.css';
import { Popover } from '@mantine/core';
import { Suspense } from 'react';
import { Icon } from '../ui/icon.js';
import { keyNames } from '../ui/key-names.js';
import { closeOverlay, openOverlay, useOverlay } from '../ui/overlays.js';
import { useAltKey } from '../ui/use-alt-key.js';
import { useEndedRuns } from './ended-runs.js';
import { useRunWatch } from './use-run-watch.js';
import { lazyPart } from '../ui/lazy-part.js';

const TrayPanel = lazyPart(() => import('./tray-panel.js'));

/** The button of the header with the number of live runs. It opens the list of runs. */
export function RunsTray() {
  const liveCount = useRunWatch();
  const endedCount = useEndedRuns().length;
  const isOpen = useOverlay() === 'runs';
  const open = (): void => openOverlay('runs');
  useAltKey('KeyR', open);
  const label = [
    'Runs',
    ...(liveCount > 0 ? [`${liveCount} live`] : []),
    ...(endedCount > 0 ? [`${endedCount} ended`] : []),
  ].join(', ');
  return (
    <Popover
      opened={isOpen}
      onDismiss={closeOverlay}
      position="bottom-end"
      width={480}
      trapFocus
      returnFocus
      withinPortal
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <button
          type="button"
          className="tray-button"
          aria-label={label}
          aria-keyshortcuts="Alt+R"
          title={`Runs (${keyNames().alt}+R)`}
          onClick={isOpen ? closeOverlay : open}
        >
          <Icon name="runs" />
          {liveCount > 0 && <span className="tray-count">{liveCount}</span>}
          {endedCount > 0 && <span className="tray-ended" />}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="tray">
        <Suspense fallback={null}>
          <TrayPanel onClose={closeOverlay} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
