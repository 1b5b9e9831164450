import { Button, Checkbox, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { CreateUser, Role, UpdateUser, User } from '@sluice/contracts';
import { useState, type SubmitEvent } from 'react';
import { call } from '../api/client.js';
import { ErrorAlert } from '../app/error-alert.js';
import { FormFooter } from '../app/form-footer.js';
import { useAction } from '../app/use-action.js';
import { dataText, parseData } from './user-data.js';

interface UserFormProps {
  /** Null: a new one. */
  user: User | null;
  /** Users of a directory or of another service are there too. */
  hasDirectory: boolean;
  onSaved(user: User): Promise<unknown>;
  onClose(): void;
}

const roles: { value: Role; label: string }[] = [
  { value: 'editor', label: 'Editor: uses the connections that access was given to' },
  { value: 'admin', label: 'Admin: everything' },
];

/** Who somebody is, and what connections know of them. */
export function UserForm({ user, hasDirectory, onSaved, onClose }: UserFormProps) {
  const [email, setEmail] = useState(user?.email ?? '');
  const [name, setName] = useState(user?.name ?? '');
  const [role, setRole] = useState<Role>(user?.role ?? 'editor');
  const [ldapId, setLdapId] = useState(user?.ldapId ?? '');
  const [syncAuthRole, setSyncAuthRole] = useState(user?.syncAuthRole ?? false);
  const [text, setText] = useState(dataText(user?.data));
  const parsed = parseData(text);
  const save = useAction(async () => {
    if ('problem' in parsed) return;
    const fields = {
      email: email.trim(),
      name: blankIsNull(name),
      role,
      data: parsed.data,
      ...(hasDirectory && { ldapId: blankIsNull(ldapId), syncAuthRole }),
    } satisfies CreateUser & UpdateUser;
    const saved =
      user === null
        ? await call<User>('POST', '/api/users', { body: fields })
        : await call<User>('PUT', `/api/users/${user.id}`, { body: fields });
    onClose();
    await onSaved(saved);
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void save.run();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={user === null ? 'Add a user' : `Change ${user.email}`}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="E-mail"
            type="email"
            required
            data-autofocus
            value={email}
            error={save.fieldError('email')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <TextInput
            label="Name"
            value={name}
            error={save.fieldError('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Role"
            allowDeselect={false}
            data={roles}
            value={role}
            error={save.fieldError('role')}
            onChange={(value) => setRole(value === 'admin' ? 'admin' : 'editor')}
          />
          {hasDirectory && (
            <>
              <TextInput
                label="Name in the directory"
                description="The LDAP entry that this user signs in with."
                value={ldapId}
                error={save.fieldError('ldapId')}
                onChange={(event) => setLdapId(event.currentTarget.value)}
              />
              <Checkbox
                label="The role follows the service that the user signs in with"
                checked={syncAuthRole}
                onChange={(event) => setSyncAuthRole(event.currentTarget.checked)}
              />
            </>
          )}
          <Textarea
            label="Custom data"
            description="A JSON object: connections use its values as {{user.data.<name>}}."
            placeholder='{"region": "north"}'
            autosize
            minRows={3}
            maxRows={14}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            value={text}
            error={'problem' in parsed ? parsed.problem : save.fieldError('data')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ErrorAlert error={save.error} />
          <FormFooter>
            <Button type="submit" loading={save.isBusy} disabled={'problem' in parsed}>
              {user === null ? 'Add' : 'Save'}
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  );
}

const blankIsNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
