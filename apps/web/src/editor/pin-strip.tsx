import './pin-strip.css';
import { ActionIcon, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { renamePin, unpinRun } from '../tabs/pins.js';
import type { PinnedRun, Tab } from '../tabs/tabs.js';
import { Icon } from '../ui/icon.js';
import { ButtonLink } from '../ui/links.js';
import { NameInput } from '../ui/name-input.js';

const MAX_NAME_LENGTH = 60;

interface PinStripProps {
  tab: Tab;
  /** The run of the chosen pin; null: the current results. */
  chosen: string | null;
  onChoose(batchId: string | null): void;
}

/** Chooses between the current results of a tab and its pinned ones. */
export function PinStrip({ tab, chosen, onChoose }: PinStripProps) {
  const [renamed, setRenamed] = useState<string | null>(null);
  return (
    <div className="pin-strip" role="group" aria-label="Pinned results">
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        Current
      </button>
      {tab.pins.map((pin) =>
        renamed === pin.batchId ? (
          <NameInput
            key={pin.batchId}
            label="Name of the pinned results"
            name={pin.name}
            maxLength={MAX_NAME_LENGTH}
            onDone={(name) => {
              if (name !== null) renamePin(tab.id, pin.batchId, name);
              setRenamed(null);
            }}
          />
        ) : (
          <div key={pin.batchId} className="pin">
            <button
              type="button"
              className="ellipsis"
              aria-pressed={chosen === pin.batchId}
              title={`${pin.name} (double-click to rename)`}
              onClick={() => onChoose(pin.batchId)}
              onDoubleClick={() => setRenamed(pin.batchId)}
            >
              {pin.name}
            </button>
            {chosen === pin.batchId && (
              <PinActions
                pin={pin}
                currentId={tab.batchId}
                onRename={() => setRenamed(pin.batchId)}
                onUnpin={() => unpinRun(tab.id, pin.batchId)}
              />
            )}
          </div>
        ),
      )}
    </div>
  );
}

interface PinActionsProps {
  pin: PinnedRun;
  /** The current run of the tab. */
  currentId: string | null;
  onRename(): void;
  onUnpin(): void;
}

const PinActions = ({ pin: { batchId, name }, currentId, onRename, onUnpin }: PinActionsProps) => (
  <>
    {currentId !== null && currentId !== batchId && (
      <ButtonLink
        to="/compare"
        search={{ before: batchId, after: currentId }}
        variant="subtle"
        color="gray"
      >
        Compare with current
      </ButtonLink>
    )}
    <Tooltip label="Rename">
      <ActionIcon size="sm" aria-label={`Rename ${name}`} onClick={onRename}>
        <Icon name="rename" size={12} />
      </ActionIcon>
    </Tooltip>
    <Tooltip label="Unpin">
      <ActionIcon size="sm" aria-label={`Unpin ${name}`} onClick={onUnpin}>
        <Icon name="close" size={12} />
      </ActionIcon>
    </Tooltip>
  </>
);
