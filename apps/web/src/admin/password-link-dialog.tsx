import { Button, Modal, Stack, Text } from '@mantine/core';
import type { User } from '@sluice/contracts';
import { mountPath } from '../http/client.js';
import { useApp } from '../http/reads.js';
import { FormFooter } from '../ui/form-footer.js';
import { showError } from '../ui/show-error.js';
import { CopyLine } from '../ui/copy-line.js';
import { updateUser } from './update-user.js';

interface PasswordLinkDialogProps {
  user: User;
  onRenewed(user: User): void;
  onClose(): void;
}

/** Shows the link with which a user sets their password. */
export function PasswordLinkDialog({ user, onRenewed, onClose }: PasswordLinkDialogProps) {
  const { config } = useApp();
  const origin =
    config.publicUrl === '' ? window.location.origin : new URL(config.publicUrl).origin;
  const link = `${origin}${mountPath}/password-reset/${user.passwordResetId ?? ''}`;
  const renew = async (): Promise<void> => {
    onRenewed(await updateUser(user, { passwordResetId: 'new' }));
  };
  const revoke = async (): Promise<void> => {
    await updateUser(user, { passwordResetId: null });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={`Password link for ${user.email}`}>
      <Stack>
        <Text size="sm">
          Anyone with this link and the e-mail address can set the password once. Send it over a
          private channel. An invitation expires after 7 days, a password reset after 1 day.
        </Text>
        <CopyLine label="Link" value={link} />
        <FormFooter>
          <Button variant="subtle" color="red" onClick={() => void revoke().catch(showError)}>
            Revoke link
          </Button>
          <Button variant="default" onClick={() => void renew().catch(showError)}>
            New link
          </Button>
          <Button onClick={onClose}>Done</Button>
        </FormFooter>
      </Stack>
    </Modal>
  );
}
