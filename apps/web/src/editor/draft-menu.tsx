import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { DraftListItem } from '@sluice/contracts';
import { useState } from 'react';
import { openDraft, otherDrafts } from '../tabs/draft-sync.js';
import { formatTime } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { showError } from '../ui/show-error.js';

/** A menu of the drafts that are not open in this window, such as those of another browser. */
export function DraftMenu() {
  const [drafts, setDrafts] = useState<DraftListItem[] | null>(null);
  const read = (): void => {
    setDrafts(null);
    otherDrafts()
      .then(setDrafts)
      .catch((error: unknown) => showError(error, 'The drafts could not be read'));
  };
  return (
    <Menu position="bottom-end" withinPortal onOpen={read}>
      <Menu.Target>
        <Tooltip label="Drafts that are not open here">
          <ActionIcon aria-label="Drafts">
            <Icon name="copy" />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {drafts === null ? 'Loading…' : drafts.length === 0 ? 'No other drafts' : 'Open a draft'}
        </Menu.Label>
        {drafts?.map(({ id, name, updatedAt }) => (
          <Menu.Item key={id} onClick={() => void openDraft(id).catch(showError)}>
            {name === '' ? 'New query' : name}, {formatTime(updatedAt)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
