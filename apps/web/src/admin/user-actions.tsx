import { Text } from '@mantine/core';
import type { User } from '@sluice/contracts';
import { useCurrentUser } from '../http/reads.js';
import { showError } from '../ui/show-error.js';
import { ActionButton, RowActions } from '../ui/action-buttons.js';
import { updateUser } from './update-user.js';
import type { UserDialog } from './user-dialogs.js';

interface UserActionsProps {
  user: User;
  onOpen(dialog: UserDialog): void;
}

/** The buttons of a user in the list. */
export function UserActions({ user, onOpen }: UserActionsProps) {
  const current = useCurrentUser();
  if (user.id === current.id) {
    return (
      <Text size="sm" c="dimmed">
        You: see Profile
      </Text>
    );
  }
  const target = user.email;
  const openLink = async (): Promise<void> => {
    const hasLink = user.passwordResetId != null;
    const linked = hasLink ? user : await updateUser(user, { passwordResetId: 'new' });
    onOpen({ kind: 'link', user: linked });
  };
  const open = (kind: 'form' | 'sessions' | 'disable' | 'delete') => () => onOpen({ kind, user });
  return (
    <RowActions>
      <ActionButton label="Edit" target={target} onClick={open('form')} />
      {user.origin === 'local' && (
        <ActionButton
          label="Password link"
          target={`for ${target}`}
          onClick={() => void openLink().catch(showError)}
        />
      )}
      <ActionButton label="End sessions" target={`of ${target}`} onClick={open('sessions')} />
      {user.disabled === true ? (
        <ActionButton
          label="Enable"
          target={target}
          onClick={() => void updateUser(user, { disabled: false }).catch(showError)}
        />
      ) : (
        <ActionButton label="Disable" target={target} isDestructive onClick={open('disable')} />
      )}
      <ActionButton label="Delete" target={target} isDestructive onClick={open('delete')} />
    </RowActions>
  );
}
