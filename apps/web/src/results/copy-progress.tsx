import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { randomId } from '../ui/random-id.js';
import { formatCount } from '../ui/format.js';

/** A notification with the progress of a copy of many rows. */
export interface CopyProgress {
  signal: AbortSignal;
  show(done: number): void;
  /** Closes the notification. */
  end(): void;
}

/** Creates a notification that appears with the first progress, and that can cancel the copy. */
export function createCopyProgress(count: number): CopyProgress {
  const id = randomId();
  const cancelling = new AbortController();
  let isShown = false;
  const end = (): void => {
    if (isShown) notifications.hide(id);
  };
  const cancel = (): void => {
    cancelling.abort();
    end();
  };
  return {
    signal: cancelling.signal,
    show: (done) => {
      const message = (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">
            Reading {formatCount(done)} of {formatCount(count)} rows
          </Text>
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
        </Group>
      );
      const notice = { id, loading: true, autoClose: false, withCloseButton: false, message };
      if (isShown) notifications.update(notice);
      else notifications.show(notice);
      isShown = true;
    },
    end,
  };
}
