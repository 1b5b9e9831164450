import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import type { QueryListItem } from '@sluice/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, textOf } from '../api/client.js';
import { reads } from '../api/queries.js';
import { FormFooter } from '../app/form-footer.js';

interface DeleteDialogProps {
  query: QueryListItem;
  onDeleted(): void;
  onClose(): void;
}

/** Asks before a saved query is deleted for everybody. */
export function DeleteDialog({ query, onDeleted, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('DELETE', `/api/queries/${encodeURIComponent(query.id)}`).catch((failure: unknown) => {
        // Somebody was faster.
        if (!(failure instanceof ApiError) || failure.status !== 404) throw failure;
      }),
    onSuccess: async () => {
      onDeleted();
      onClose();
      client.removeQueries({ queryKey: reads.savedQuery(query.id).queryKey });
      await Promise.all([
        client.invalidateQueries({ queryKey: ['queries'] }),
        client.invalidateQueries({ queryKey: reads.tags.queryKey }),
      ]);
    },
  });
  return (
    <Modal opened onClose={onClose} title="Delete query">
      <Stack gap="sm">
        <Text size="sm">
          Delete “{query.name}” for everybody? This cannot be undone. Its runs stay in the history,
          and a tab that has it open keeps its text.
        </Text>
        {error !== null && <Alert color="red">{textOf(error)}</Alert>}
        <FormFooter>
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={isPending} onClick={() => mutate()}>
            Delete
          </Button>
        </FormFooter>
      </Stack>
    </Modal>
  );
}
