import { Button, Modal, Stack, Text } from '@mantine/core';
import { ErrorAlert } from '../app/error-alert.js';
import { FormFooter } from '../app/form-footer.js';
import { useAction } from '../app/use-action.js';

interface ConfirmationProps {
  title: string;
  /** What comes of it. */
  text: string;
  /** What the button says. */
  action: string;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

/** Asks before something that cannot be taken back. */
export function Confirmation({ title, text, action, onConfirm, onClose }: ConfirmationProps) {
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
            Keep it
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void run()}>
            {action}
          </Button>
        </FormFooter>
      </Stack>
    </Modal>
  );
}
