import { Alert, Button, Code, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import type { CreatedServiceToken, Role, ServiceToken } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { ApiError, call } from '../api/client.js';
import { queryClient } from '../api/queries.js';
import { ErrorAlert } from '../app/error-alert.js';
import { FormFooter } from '../app/form-footer.js';
import { useAction } from '../app/use-action.js';
import { timeOf } from '../workbench/format.js';
import { Confirmation } from './confirmation.js';
import { CopyLine } from './copy-line.js';
import { DataTable } from '../app/data-table.js';
import { durationOptions, secondsOfHour } from './durations.js';
import { adminReads } from './reads.js';
import { Section } from './section.js';

const reload = () => queryClient.invalidateQueries({ queryKey: adminReads.serviceTokens.queryKey });

/** Credentials of programs. */
export function ServiceTokensSection() {
  const tokens = useQuery(adminReads.serviceTokens);
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedServiceToken | null>(null);
  const [removed, setRemoved] = useState<ServiceToken | null>(null);
  if (tokens.error instanceof ApiError && tokens.error.body.code === 'service_tokens_off') {
    return <TurnedOff />;
  }
  return (
    <Section
      title="Service tokens"
      about="What programs send as Authorization: Bearer in place of a password."
      read={tokens}
      actions={<Button onClick={() => setAdding(true)}>Make a token</Button>}
    >
      {(rows) => (
        <>
          <DataTable
            label="Service tokens"
            rows={rows}
            keyOf={({ id }) => id}
            empty="There is no service token."
            columns={[
              { label: 'Name', cell: ({ name }) => <span className="cell-text">{name}</span> },
              { label: 'Role', cell: ({ role }) => role },
              { label: 'Token', cell: ({ maskedToken }) => <Code>{maskedToken}</Code> },
              { label: 'Made', cell: ({ createdAt }) => timeOf(createdAt) },
              { label: 'Until', cell: ({ expiryDate }) => untilOf(expiryDate) },
              {
                label: 'Actions',
                cell: (token) => (
                  <Button
                    variant="subtle"
                    color="red"
                    aria-label={`Delete ${token.name}`}
                    onClick={() => setRemoved(token)}
                  >
                    Delete
                  </Button>
                ),
              },
            ]}
          />
          {isAdding && (
            <TokenForm
              onClose={() => setAdding(false)}
              onCreated={async (token) => {
                setAdding(false);
                setCreated(token);
                await reload();
              }}
            />
          )}
          {created !== null && <NewToken created={created} onClose={() => setCreated(null)} />}
          {removed !== null && (
            <Confirmation
              title={`Delete ${removed.name}?`}
              text="Programs that send it are turned away within seconds. It cannot be brought back."
              action="Delete"
              onConfirm={async () => {
                await call('DELETE', `/api/service-tokens/${removed.id}`);
                await reload();
              }}
              onClose={() => setRemoved(null)}
            />
          )}
        </>
      )}
    </Section>
  );
}

function untilOf(expiryDate: string | null): string {
  if (expiryDate === null) return 'For good';
  return new Date(expiryDate) > new Date() ? timeOf(expiryDate) : `Ended ${timeOf(expiryDate)}`;
}

function TurnedOff() {
  return (
    <Alert color="blue" variant="light" title="Service tokens are turned off">
      Set <Code>SERVICE_SERVICE_TOKEN_SECRET</Code> to a text of at least 32 characters that is no
      other secret of the service, and start the service again.
    </Alert>
  );
}

interface TokenFormProps {
  onCreated(token: CreatedServiceToken): Promise<unknown>;
  onClose(): void;
}

function TokenForm({ onCreated, onClose }: TokenFormProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const [seconds, setSeconds] = useState('0');
  const make = useAction(async () => {
    const body = { name, role, duration: Number(seconds) / secondsOfHour };
    await onCreated(await call<CreatedServiceToken>('POST', '/api/service-tokens', { body }));
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void make.run();
  };
  return (
    <Modal opened onClose={onClose} title="Make a service token">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="What it is for."
            required
            data-autofocus
            value={name}
            error={make.fieldError('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label="Role"
            description="An editor needs access to connections; an admin may do everything."
            allowDeselect={false}
            data={[
              { value: 'editor', label: 'Editor' },
              { value: 'admin', label: 'Admin' },
            ]}
            value={role}
            onChange={(value) => setRole(value === 'admin' ? 'admin' : 'editor')}
          />
          <Select
            label="How long"
            allowDeselect={false}
            data={durationOptions}
            value={seconds}
            error={make.fieldError('duration')}
            onChange={(value) => setSeconds(value ?? '0')}
          />
          <ErrorAlert error={make.error} />
          <FormFooter>
            <Button type="submit" loading={make.isBusy}>
              Make it
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </Modal>
  );
}

function NewToken({ created, onClose }: { created: CreatedServiceToken; onClose(): void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={`The token ${created.name}`}
    >
      <Stack>
        <Text size="sm">It is shown here only. Keep it where secrets are kept.</Text>
        <CopyLine label="Token" value={created.token} />
        <FormFooter>
          <Button onClick={onClose}>I have kept it</Button>
        </FormFooter>
      </Stack>
    </Modal>
  );
}
