import { Alert, Button, Stack } from '@mantine/core';
import type { Connection, DriverInfo } from '@sluice/contracts';
import { useState, type SubmitEvent } from 'react';
import { call } from '../http/client.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { FormDialog } from '../ui/form-dialog.js';
import { FormFooter } from '../ui/form-footer.js';
import { useAction } from '../ui/use-action.js';
import { ConnectionUrlInput } from './connection-url-input.js';
import { formOf, testBody, writeBody, type ConnectionForm as Form } from './connection-fields.js';
import {
  ConnectInputs,
  LimitInputs,
  NameInputs,
  OptionInputs,
  type ConnectionInputProps,
} from './connection-inputs.js';
import { EnvironmentInputs } from './environment-inputs.js';
import { OpenToAllNotice } from './open-to-all-notice.js';
import { TestFailure } from './test-failure.js';

interface ConnectionFormProps {
  /** Null creates a connection. */
  connection: Connection | null;
  drivers: DriverInfo[];
  onSaved(): Promise<unknown>;
  onClose(): void;
}

/** Creates, edits or shows a connection. */
export function ConnectionForm({ connection, drivers, onSaved, onClose }: ConnectionFormProps) {
  const [form, setForm] = useState(() => formOf(connection, drivers[0]?.id ?? ''));
  const [warnings, setWarnings] = useState<string[] | null>(null);
  const driver = drivers.find(({ id }) => id === form.driver);
  const isReadOnly = connection !== null && !connection.editable;
  const save = useAction(async () => {
    if (driver === undefined) return;
    const body = writeBody(form, connection, driver);
    if (connection === null) await call('POST', '/api/connections', { body });
    else await call('PUT', `/api/connections/${encodeURIComponent(connection.id)}`, { body });
    await onSaved();
    onClose();
  });
  const test = useAction(async () => {
    if (driver === undefined) return;
    setWarnings(null);
    save.reset();
    const body = testBody(form, connection, driver);
    const answer = await call<{ warnings?: string[] }>('POST', '/api/test-connection', { body });
    setWarnings(answer.warnings ?? []);
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    test.reset();
    void save.run();
  };
  const inputs: ConnectionInputProps = {
    form,
    isReadOnly,
    fieldError: (...paths) => save.fieldError(...paths) ?? test.fieldError(...paths),
    set: (fields: Partial<Form>) => {
      setForm((last) => ({ ...last, ...fields }));
      setWarnings(null);
    },
  };
  return (
    <FormDialog values={form} onClose={onClose} size={760} title={titleOf(connection, isReadOnly)}>
      <form onSubmit={submit}>
        <Stack>
          {isReadOnly && <ReadOnlyNotice />}
          {connection === null && (
            <>
              <OpenToAllNotice added="connection" />
              <ConnectionUrlInput
                drivers={drivers}
                onParsed={({ driver: id, data }) =>
                  inputs.set({ driver: id, data: { ...form.data, ...data } })
                }
              />
            </>
          )}
          <NameInputs {...inputs} drivers={drivers} />
          <EnvironmentInputs {...inputs} />
          <ConnectInputs {...inputs} driver={driver} connection={connection} />
          <LimitInputs {...inputs} />
          <OptionInputs {...inputs} />
          <Stack gap="xs" className="admin-footer">
            <ErrorAlert error={save.error} />
            {save.error === null && <TestFailure error={test.error} />}
            {warnings !== null && <TestResult warnings={warnings} />}
            <FormFooter>
              <Button variant="default" loading={test.isBusy} onClick={() => void test.run()}>
                Test
              </Button>
              {!isReadOnly && <SubmitButton isNew={connection === null} isBusy={save.isBusy} />}
            </FormFooter>
          </Stack>
        </Stack>
      </form>
    </FormDialog>
  );
}

const ReadOnlyNotice = () => (
  <Alert color="blue" variant="light" title="Defined by environment variables">
    Change it in the configuration of the service.
  </Alert>
);

const SubmitButton = ({ isNew, isBusy }: { isNew: boolean; isBusy: boolean }) => (
  <Button type="submit" loading={isBusy}>
    {isNew ? 'Add' : 'Save'}
  </Button>
);

const titleOf = (connection: Connection | null, isReadOnly: boolean): string => {
  if (connection === null) return 'Add connection';
  return isReadOnly ? connection.name : `Edit ${connection.name}`;
};

function TestResult({ warnings }: { warnings: string[] }) {
  const isClean = warnings.length === 0;
  return (
    <Alert
      role="status"
      color={isClean ? 'green' : 'yellow'}
      variant="light"
      title={isClean ? 'Connection successful' : 'Connection successful, with warnings'}
    >
      {warnings.map((warning) => (
        <div key={warning}>{warning}</div>
      ))}
    </Alert>
  );
}
