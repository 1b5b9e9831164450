import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { copyText } from '../ui/copy-text.js';
import { Icon } from '../ui/icon.js';
import { showError } from '../ui/show-error.js';
import { runAddress } from './run-address.js';

const LABEL = 'Copy link to results';

/** Copies the address of the page of a run. */
export function CopyRunLink({ batchId }: { batchId: string }) {
  const copy = (): void => {
    copyText(runAddress(batchId))
      .then(() => notifications.show({ message: 'Link copied' }))
      .catch((error: unknown) => showError(error, 'Copy failed'));
  };
  return (
    <Tooltip label={LABEL}>
      <ActionIcon aria-label={LABEL} onClick={copy}>
        <Icon name="link" size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
