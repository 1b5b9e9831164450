import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import type { QueryListItem } from '@sluice/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorText } from '../http/client.js';
import { reads } from '../http/reads.js';
import { FormFooter } from '../ui/form-footer.js';

interface DeleteDialogProps {
  query: QueryListItem;
  onDeleted(): void;
  onClose(): void;
}

/** Asks for confirmation and deletes a saved query. */
export function DeleteDialog({ query, onDeleted, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call('DELETE', `/api/queries/${encodeURIComponent(query.id)}`).catch((failure: unknown) => {
        // Another user has already deleted it.
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
          Delete “{query.name}” for everyone? This cannot be undone. Its runs stay in the history,
          and open tabs keep its text.
        </Text>
        {error !== null && <Alert color="red">{errorText(error)}</Alert>}
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
