import { Button, Modal, Stack, Text } from '@mantine/core';
import { CopyLine } from './copy-line.js';
import { FormFooter } from './form-footer.js';

interface CreatedTokenDialogProps {
  created: { name: string; token: string };
  onClose(): void;
}

/** Shows a new token once. */
export function CreatedTokenDialog({ created, onClose }: CreatedTokenDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={`Token ${created.name}`}
    >
      <Stack>
        <Text size="sm">Copy the token now. It is not shown again.</Text>
        <CopyLine label="Token" value={created.token} />
        <FormFooter>
          <Button onClick={onClose}>Done</Button>
        </FormFooter>
      </Stack>
    </Modal>
  );
}
