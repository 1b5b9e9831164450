import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { textOf } from '../api/client.js';
import { cancel } from '../workbench/runs.js';

interface CancelButtonProps {
  batchId: string;
  /** Somebody has asked for it already; the database has not stopped yet. */
  isAsked: boolean;
}

/** Asks the database to stop a run. */
export function CancelButton({ batchId, isAsked }: CancelButtonProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => cancel(batchId),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Not cancelled', message: textOf(error) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['running'] }),
        client.invalidateQueries({ queryKey: ['history'] }),
      ]),
  });
  return (
    <Button variant="default" loading={isPending} disabled={isAsked} onClick={() => mutate()}>
      {isAsked ? 'Cancelling …' : 'Cancel'}
    </Button>
  );
}
