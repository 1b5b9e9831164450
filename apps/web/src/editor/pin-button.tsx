import { ActionIcon, Tooltip } from '@mantine/core';
import type { Batch } from '@sluice/contracts';
import { isPinned, pinRun, unpinRun } from '../tabs/pins.js';
import type { Tab } from '../tabs/tabs.js';
import { Icon } from '../ui/icon.js';

/** Pins the results of a run, or removes the pin. */
export function PinButton({ tab, batch }: { tab: Tab; batch: Batch }) {
  const isOn = isPinned(tab, batch.id);
  const toggle = (): void => {
    if (isOn) unpinRun(tab.id, batch.id);
    else pinRun(tab.id, { batchId: batch.id, name: timeOf(batch.startTime) });
  };
  return (
    <Tooltip label={isOn ? 'Unpin these results' : 'Pin: the next run does not replace them'}>
      <ActionIcon
        aria-label="Pin results"
        aria-pressed={isOn}
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? 'accent' : 'gray'}
        onClick={toggle}
      >
        <Icon name="pin" size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

const timeOf = (startTime: string): string =>
  new Date(startTime).toLocaleTimeString(undefined, { timeStyle: 'medium' });
