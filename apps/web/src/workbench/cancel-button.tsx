import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '../app/show-error.js';
import { cancel } from './runs.js';

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
    onError: (error) => showError(error, 'Not cancelled'),
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
