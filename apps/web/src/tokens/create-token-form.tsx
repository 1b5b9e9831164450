import { Checkbox, Group, Button, MultiSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import type { CreatedPersonalToken } from '@sluice/contracts';
import { useState, type SubmitEvent } from 'react';
import { call } from '../http/client.js';
import { useConnections, useCurrentUser } from '../http/reads.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { FormDialog } from '../ui/form-dialog.js';
import { FormFooter } from '../ui/form-footer.js';
import { LifetimeSelect } from '../ui/lifetime-select.js';
import { useAction } from '../ui/use-action.js';
import { emptyToken, tokenRequest, type NewToken } from './new-token.js';
import { scopeChoices } from './scopes.js';

interface CreateTokenFormProps {
  onCreated(token: CreatedPersonalToken): Promise<unknown>;
  onClose(): void;
}

/** Creates a personal token. */
export function CreateTokenForm({ onCreated, onClose }: CreateTokenFormProps) {
  const [values, setValues] = useState(emptyToken);
  const change = (changed: Partial<NewToken>) => setValues({ ...values, ...changed });
  const create = useAction(async () => {
    const body = tokenRequest(values);
    await onCreated(await call<CreatedPersonalToken>('POST', '/api/tokens', { body }));
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void create.run();
  };
  const fields = { values, change, errorOf: create.fieldError };
  return (
    <FormDialog values={values} onClose={onClose} size="lg" title="Create personal token">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="The program that will use the token."
            required
            data-autofocus
            value={values.name}
            error={create.fieldError('name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <ScopeFields {...fields} />
          <LimitFields {...fields} />
          <ErrorAlert error={create.error} />
          <FormFooter>
            <Button type="submit" loading={create.isBusy} disabled={values.scopes.length === 0}>
              Create
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </FormDialog>
  );
}

interface FieldsProps {
  values: NewToken;
  change(changed: Partial<NewToken>): void;
  errorOf(field: string): string | undefined;
}

function ScopeFields({ values, change, errorOf }: FieldsProps) {
  const { role } = useCurrentUser();
  const choices = scopeChoices.filter(({ scope }) => scope !== 'admin' || role === 'admin');
  return (
    <Checkbox.Group
      label="Permissions"
      description="The token can do nothing else, and nothing that you cannot do."
      value={values.scopes}
      error={errorOf('scopes')}
      onChange={(scopes) => change({ scopes })}
    >
      <Stack gap="xs" mt="xs">
        {choices.map(({ scope, label, description }) => (
          <Checkbox key={scope} value={scope} label={label} description={description} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function LimitFields({ values, change, errorOf }: FieldsProps) {
  const connections = useConnections().data ?? [];
  const isAdmin = values.scopes.includes('admin');
  return (
    <>
      <Checkbox
        label="Read-only"
        description="Runs with this token cannot change data. On MySQL, a statement can turn this protection off."
        checked={values.readOnly}
        onChange={(event) => change({ readOnly: event.currentTarget.checked })}
      />
      <MultiSelect
        label="Connections"
        description={isAdmin ? 'All connections, because the token may administer.' : undefined}
        placeholder={values.connectionIds.length === 0 ? 'All connections' : ''}
        disabled={isAdmin}
        searchable
        data={connections.map(({ id, name }) => ({ value: id, label: name }))}
        value={isAdmin ? [] : values.connectionIds}
        error={errorOf('connectionIds')}
        onChange={(connectionIds) => change({ connectionIds })}
      />
      <LifetimeSelect
        value={values.lifetime}
        error={errorOf('expiresInSeconds')}
        onChange={(lifetime) => change({ lifetime })}
      />
      <Group grow align="flex-start">
        <LimitInput
          label="Runs at once"
          value={values.maxConcurrency}
          error={errorOf('maxConcurrency')}
          onChange={(maxConcurrency) => change({ maxConcurrency })}
        />
        <LimitInput
          label="Rows of a result"
          value={values.maxRows}
          error={errorOf('maxRows')}
          onChange={(maxRows) => change({ maxRows })}
        />
      </Group>
    </>
  );
}

interface LimitInputProps {
  label: string;
  value: number | '';
  error: string | undefined;
  onChange(value: number | ''): void;
}

const LimitInput = ({ label, value, error, onChange }: LimitInputProps) => (
  <NumberInput
    label={label}
    placeholder="No limit"
    min={1}
    allowDecimal={false}
    value={value}
    error={error}
    onChange={(entered) => onChange(entered === '' ? '' : Number(entered))}
  />
);
