import { Button, Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { CreateUser, Role, UpdateUser, User } from '@sluice/contracts';
import { useState, type SubmitEvent } from 'react';
import { call } from '../http/client.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { FormDialog } from '../ui/form-dialog.js';
import { FormFooter } from '../ui/form-footer.js';
import { useAction } from '../ui/use-action.js';
import { formatCustomData, parseCustomData } from './custom-data.js';
import { OpenToAllNotice } from './open-to-all-notice.js';

interface UserFormProps {
  /** Null creates a user. */
  user: User | null;
  /** LDAP or external roles are configured. */
  hasDirectory: boolean;
  onSaved(user: User): Promise<unknown>;
  onClose(): void;
}

const roles: { value: Role; label: string }[] = [
  { value: 'editor', label: 'Editor: uses connections with access' },
  { value: 'admin', label: 'Admin: full access' },
];

const initialFields = (user: User | null) => ({
  email: user?.email ?? '',
  name: user?.name ?? '',
  role: user?.role ?? 'editor',
  ldapId: user?.ldapId ?? '',
  syncAuthRole: user?.syncAuthRole ?? false,
  customData: formatCustomData(user?.data),
});

type Fields = ReturnType<typeof initialFields>;

/** Creates or edits a user. */
export function UserForm({ user, hasDirectory, onSaved, onClose }: UserFormProps) {
  const [fields, setFields] = useState(() => initialFields(user));
  const set = (changed: Partial<Fields>): void => setFields((last) => ({ ...last, ...changed }));
  const parsed = parseCustomData(fields.customData);
  const save = useAction(async () => {
    if ('problem' in parsed) return;
    const body = bodyOf(fields, parsed.data, hasDirectory);
    const saved =
      user === null
        ? await call<User>('POST', '/api/users', { body })
        : await call<User>('PUT', `/api/users/${user.id}`, { body });
    onClose();
    await onSaved(saved);
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void save.run();
  };
  const title = user === null ? 'Add user' : `Edit ${user.email}`;
  return (
    <FormDialog values={fields} onClose={onClose} size="lg" title={title}>
      <form onSubmit={submit}>
        <Stack>
          {user === null && <OpenToAllNotice added="user" />}
          <IdentityInputs fields={fields} set={set} fieldError={save.fieldError} />
          {hasDirectory && (
            <DirectoryInputs fields={fields} set={set} fieldError={save.fieldError} />
          )}
          <Textarea
            label="Custom data"
            description="A JSON object. Connections use its values as {{user.data.<name>}}."
            placeholder='{"region": "north"}'
            autosize
            minRows={3}
            maxRows={14}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            value={fields.customData}
            error={'problem' in parsed ? parsed.problem : save.fieldError('data')}
            onChange={(event) => set({ customData: event.currentTarget.value })}
          />
          <ErrorAlert error={save.error} />
          <FormFooter>
            <Button type="submit" loading={save.isBusy} disabled={'problem' in parsed}>
              {user === null ? 'Add' : 'Save'}
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </FormDialog>
  );
}

interface InputProps {
  fields: Fields;
  set(changed: Partial<Fields>): void;
  fieldError(...paths: string[]): string | undefined;
}

function IdentityInputs({ fields, set, fieldError }: InputProps) {
  return (
    <>
      <TextInput
        label="E-mail"
        type="email"
        required
        data-autofocus
        value={fields.email}
        error={fieldError('email')}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <TextInput
        label="Name"
        value={fields.name}
        error={fieldError('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Select
        label="Role"
        allowDeselect={false}
        data={roles}
        value={fields.role}
        error={fieldError('role')}
        onChange={(value) => set({ role: value === 'admin' ? 'admin' : 'editor' })}
      />
    </>
  );
}

function DirectoryInputs({ fields, set, fieldError }: InputProps) {
  return (
    <>
      <TextInput
        label="LDAP ID"
        description="The LDAP entry that this user signs in with."
        value={fields.ldapId}
        error={fieldError('ldapId')}
        onChange={(event) => set({ ldapId: event.currentTarget.value })}
      />
      <Checkbox
        label="Update the role from the identity provider at sign-in"
        checked={fields.syncAuthRole}
        onChange={(event) => set({ syncAuthRole: event.currentTarget.checked })}
      />
    </>
  );
}

const bodyOf = (
  { email, name, role, ldapId, syncAuthRole }: Fields,
  data: Record<string, unknown>,
  hasDirectory: boolean,
) =>
  ({
    email: email.trim(),
    name: blankAsNull(name),
    role,
    data,
    ...(hasDirectory && { ldapId: blankAsNull(ldapId), syncAuthRole }),
  }) satisfies CreateUser & UpdateUser;

const blankAsNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
