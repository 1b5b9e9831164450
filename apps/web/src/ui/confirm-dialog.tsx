import { Button, Modal, Stack, Text } from '@mantine/core';
import { ErrorAlert } from './error-alert.js';
import { FormFooter } from './form-footer.js';
import { useAction } from './use-action.js';

interface ConfirmDialogProps {
  title: string;
  /** The consequences. */
  text: string;
  /** The label of the confirming button. */
  action: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmDialogProps) {
  const { run, isBusy, error } = useAction(async () => {
    await onConfirm();
    onClose();
  });
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        <Text size="sm">{text}</Text>
        <ErrorAlert error={error} />
        <FormFooter>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void run()}>
            {action}
          </Button>
        </FormFooter>
      </Stack>
    </Modal>
  );
}
