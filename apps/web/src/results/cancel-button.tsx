import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '../ui/show-error.js';
import { cancelBatch } from './cancel-batch.js';

interface CancelButtonProps {
  batchId: string;
  /** Cancellation was requested; the database has not stopped yet. */
  isRequested: boolean;
}

/** Cancels a run. */
export function CancelButton({ batchId, isRequested }: CancelButtonProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => cancelBatch(batchId),
    onError: (error) => showError(error, 'Cancel failed'),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['runs'] }),
        client.invalidateQueries({ queryKey: ['history'] }),
      ]),
  });
  return (
    <Button variant="default" loading={isPending} disabled={isRequested} onClick={() => mutate()}>
      {isRequested ? 'Cancelling …' : 'Cancel'}
    </Button>
  );
}
