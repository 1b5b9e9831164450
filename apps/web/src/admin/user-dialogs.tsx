import type { User } from '@sluice/contracts';
import { call } from '../http/client.js';
import { useApp } from '../http/reads.js';
import { ConfirmDialog } from '../ui/confirm-dialog.js';
import { PasswordLinkDialog } from './password-link-dialog.js';
import { reloadUsers, updateUser } from './update-user.js';
import { UserForm } from './user-form.js';

/** The open dialog of the users page. */
export type UserDialog =
  | { kind: 'form'; user: User | null }
  | { kind: 'link' | 'sessions' | 'disable' | 'delete'; user: User };

interface UserDialogsProps {
  dialog: UserDialog;
  onOpen(dialog: UserDialog): void;
  onClose(): void;
}

/** Renders the open dialog. */
export function UserDialogs({ dialog, onOpen, onClose }: UserDialogsProps) {
  if (dialog.kind === 'form') {
    return <UserFormDialog user={dialog.user} onOpen={onOpen} onClose={onClose} />;
  }
  const { kind, user } = dialog;
  if (kind === 'link') {
    const onRenewed = (renewed: User) => onOpen({ kind: 'link', user: renewed });
    return <PasswordLinkDialog user={user} onRenewed={onRenewed} onClose={onClose} />;
  }
  return <ConfirmDialog {...confirmations[kind](user)} onClose={onClose} />;
}

interface UserFormDialogProps {
  user: User | null;
  onOpen(dialog: UserDialog): void;
  onClose(): void;
}

function UserFormDialog({ user, onOpen, onClose }: UserFormDialogProps) {
  const { config } = useApp();
  return (
    <UserForm
      user={user}
      hasDirectory={config.ldapConfigured || config.ldapRolesConfigured}
      onClose={onClose}
      onSaved={async (saved) => {
        await reloadUsers();
        const isInvitation = user === null && saved.passwordResetId != null;
        if (isInvitation) onOpen({ kind: 'link', user: saved });
      }}
    />
  );
}

const confirmations = {
  sessions: (user: User) => ({
    title: `End all sessions of ${user.email}?`,
    text: 'The user is signed out in every browser and can sign in again. Runs continue.',
    action: 'End all sessions',
    onConfirm: () => call('DELETE', `/api/users/${user.id}/sessions`),
  }),
  disable: (user: User) => ({
    title: `Disable ${user.email}?`,
    text: 'The user is signed out, their runs are cancelled, and they cannot sign in until you enable them.',
    action: 'Disable',
    onConfirm: () => updateUser(user, { disabled: true }),
  }),
  delete: (user: User) => ({
    title: `Delete ${user.email}?`,
    text: 'Their access is deleted and their runs are cancelled. Their saved queries stay available to the users they are shared with.',
    action: 'Delete',
    onConfirm: async () => {
      await call('DELETE', `/api/users/${user.id}`);
      await reloadUsers();
    },
  }),
};
