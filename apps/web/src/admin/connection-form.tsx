import {
  Alert,
  Button,
  Checkbox,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { Connection, DriverInfo } from '@sluice/contracts';
import { useState, type SubmitEvent } from 'react';
import { call } from '../api/client.js';
import { ErrorAlert } from '../app/error-alert.js';
import { FormFooter } from '../app/form-footer.js';
import { useAction } from '../app/use-action.js';
import { formOf, testBody, writeBody, type ConnectionForm as Form } from './connection-fields.js';
import { DriverField } from './driver-field.js';

interface ConnectionFormProps {
  /** Null: a new one. */
  connection: Connection | null;
  drivers: DriverInfo[];
  onSaved(): Promise<unknown>;
  onClose(): void;
}

const limits = [
  ['maxRows', 'Most rows of a result', 'Empty: the limit of the service.'],
  ['maxConcurrency', 'Batches side by side', 'Empty: any number.'],
  ['queryTimeoutSeconds', 'Time-out in seconds', 'Empty: the limit of the service.'],
  ['idleTimeoutSeconds', 'Idle time in seconds', 'An open session without a query ends after it.'],
] as const;

/** A connection, made from the fields of its driver. */
export function ConnectionForm({ connection, drivers, onSaved, onClose }: ConnectionFormProps) {
  const [form, setForm] = useState(() => formOf(connection, drivers[0]?.id ?? ''));
  const [tested, setTested] = useState<string[] | null>(null);
  const driver = drivers.find(({ id }) => id === form.driver);
  const isReadOnly = connection !== null && !connection.editable;
  const set = (fields: Partial<Form>): void => {
    setForm((last) => ({ ...last, ...fields }));
    setTested(null);
  };
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
    setTested(null);
    save.reset();
    const body = testBody(form, connection, driver);
    const answer = await call<{ warnings?: string[] }>('POST', '/api/test-connection', { body });
    setTested(answer.warnings ?? []);
  });
  const fieldError = (...paths: string[]): string | undefined =>
    save.fieldError(...paths) ?? test.fieldError(...paths);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    test.reset();
    void save.run();
  };
  return (
    <Modal opened onClose={onClose} size="xl" title={titleOf(connection, isReadOnly)}>
      <form onSubmit={submit}>
        <Stack>
          {isReadOnly && (
            <Alert color="blue" variant="light" title="Comes from the environment">
              It is changed where the service is set up.
            </Alert>
          )}
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Name"
              required
              data-autofocus
              disabled={isReadOnly}
              value={form.name}
              error={fieldError('name')}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            <Select
              label="Driver"
              withAsterisk
              allowDeselect={false}
              searchable
              disabled={isReadOnly}
              data={drivers.map(({ id, name }) => ({ value: id, label: name }))}
              value={form.driver}
              error={fieldError('driver')}
              onChange={(id) => {
                if (id !== null) set({ driver: id });
              }}
            />
          </SimpleGrid>
          <Textarea
            label="Description"
            autosize
            minRows={1}
            disabled={isReadOnly}
            value={form.description}
            error={fieldError('description')}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {driver?.fields.map((field) => (
              <DriverField
                key={`${driver.id} ${field.key}`}
                field={field}
                value={form.data[field.key]}
                mayBeStored={connection?.driver === form.driver}
                isReadOnly={isReadOnly}
                error={fieldError(`data.${field.key}`, field.key)}
                onChange={(value) => set({ data: { ...form.data, [field.key]: value } })}
              />
            ))}
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 4 }}>
            {limits.map(([key, label, description]) => (
              <NumberInput
                key={key}
                label={label}
                description={description}
                min={1}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                allowDecimal={false}
                thousandSeparator=" "
                disabled={isReadOnly}
                value={form[key] ?? ''}
                error={fieldError(key)}
                onChange={(value) => set({ [key]: typeof value === 'number' ? value : null })}
              />
            ))}
          </SimpleGrid>
          <TextInput
            label="Worker pool"
            description="Only its workers reach the database. Empty: the default pool."
            disabled={isReadOnly}
            value={form.workerPool ?? ''}
            error={fieldError('workerPool')}
            onChange={(event) => set({ workerPool: event.currentTarget.value.trim() || null })}
          />
          <Checkbox
            label="Read-only"
            description="The database is told to refuse writes."
            disabled={isReadOnly}
            checked={form.readOnly}
            error={fieldError('readOnly')}
            onChange={(event) => set({ readOnly: event.currentTarget.checked })}
          />
          <Checkbox
            label="Transactions over several statements"
            description="Told to those who use the connection; an open session keeps its transaction either way."
            disabled={isReadOnly}
            checked={form.multiStatementTransactionEnabled}
            onChange={(event) =>
              set({ multiStatementTransactionEnabled: event.currentTarget.checked })
            }
          />
          <Stack gap="xs" className="admin-footer">
            <ErrorAlert error={save.error ?? test.error} />
            {tested !== null && <Tested warnings={tested} />}
            <FormFooter>
              <Button variant="default" loading={test.isBusy} onClick={() => void test.run()}>
                Test
              </Button>
              {!isReadOnly && (
                <Button type="submit" loading={save.isBusy}>
                  {connection === null ? 'Add' : 'Save'}
                </Button>
              )}
            </FormFooter>
          </Stack>
        </Stack>
      </form>
    </Modal>
  );
}

const titleOf = (connection: Connection | null, isReadOnly: boolean): string => {
  if (connection === null) return 'Add a connection';
  return isReadOnly ? connection.name : `Change ${connection.name}`;
};

function Tested({ warnings }: { warnings: string[] }) {
  return (
    <Alert
      role="status"
      color={warnings.length === 0 ? 'green' : 'yellow'}
      variant="light"
      title={warnings.length === 0 ? 'It works' : 'It works, but'}
    >
      {warnings.map((warning) => (
        <div key={warning}>{warning}</div>
      ))}
    </Alert>
  );
}
