import {
  Checkbox,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { Connection, DriverInfo } from '@sluice/contracts';
import type { ReactNode } from 'react';
import { dataAfterInput, type ConnectionForm as Form } from './connection-fields.js';
import { DriverField } from './driver-field.js';
import { fieldGroupsOf } from './field-groups.js';

/** Props that all inputs of the connection form share. */
export interface ConnectionInputProps {
  form: Form;
  isReadOnly: boolean;
  /** Returns the message of the first of these fields that the last error names. */
  fieldError(...paths: string[]): string | undefined;
  set(fields: Partial<Form>): void;
}

/** The inputs for name, driver and description. */
export function NameInputs(props: ConnectionInputProps & { drivers: DriverInfo[] }) {
  const { form, isReadOnly, fieldError, set, drivers } = props;
  return (
    <>
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
    </>
  );
}

interface ConnectInputProps extends ConnectionInputProps {
  driver: DriverInfo | undefined;
  connection: Connection | null;
}

/** The inputs for the fields of the driver, in groups. */
export function ConnectInputs(props: ConnectInputProps) {
  const { form, isReadOnly, fieldError, set, driver, connection } = props;
  if (driver === undefined) return null;
  return fieldGroupsOf(driver.fields).map(({ title, fields }) => (
    <FormGroup key={title} title={title}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {fields.map((field) => (
          <DriverField
            key={`${form.driver} ${field.key}`}
            field={field}
            value={form.data[field.key]}
            mayBeStored={connection?.driver === form.driver}
            isReadOnly={isReadOnly}
            error={fieldError(`data.${field.key}`, field.key)}
            onChange={(value) => set({ data: dataAfterInput(driver, form.data, field.key, value) })}
          />
        ))}
      </SimpleGrid>
    </FormGroup>
  ));
}

const FormGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="form-group">
    <legend>{title}</legend>
    <div>{children}</div>
  </fieldset>
);

const limits = [
  ['maxRows', 'Maximum rows', 'Empty uses the limit of the service.'],
  ['maxConcurrency', 'Maximum concurrent batches', 'Empty disables the limit.'],
  ['queryTimeoutSeconds', 'Statement timeout (s)', 'Empty uses the limit of the service.'],
  [
    'idleTimeoutSeconds',
    'Session idle timeout (s)',
    'Closes an open session after this time without a query.',
  ],
] as const;

/** The inputs for the limits of the connection. */
export function LimitInputs({ form, isReadOnly, fieldError, set }: ConnectionInputProps) {
  return (
    <FormGroup title="Limits">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
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
    </FormGroup>
  );
}

/** The inputs for worker pool, read-only mode and transactions. */
export function OptionInputs({ form, isReadOnly, fieldError, set }: ConnectionInputProps) {
  return (
    <FormGroup title="Options">
      <Stack gap="sm">
        <TextInput
          label="Worker pool"
          description="Only workers of this pool connect to the database. Empty uses the default pool."
          disabled={isReadOnly}
          value={form.workerPool ?? ''}
          error={fieldError('workerPool')}
          onChange={(event) => set({ workerPool: event.currentTarget.value.trim() || null })}
        />
        <Checkbox
          label="Read-only"
          description="Sessions are opened in the read-only mode of the database."
          disabled={isReadOnly}
          checked={form.readOnly}
          error={fieldError('readOnly')}
          onChange={(event) => set({ readOnly: event.currentTarget.checked })}
        />
        <Checkbox
          label="Multi-statement transactions"
          description="Shown to users of the connection. Open sessions keep their transactions even if this is off."
          disabled={isReadOnly}
          checked={form.multiStatementTransactionEnabled}
          onChange={(event) =>
            set({ multiStatementTransactionEnabled: event.currentTarget.checked })
          }
        />
      </Stack>
    </FormGroup>
  );
}
