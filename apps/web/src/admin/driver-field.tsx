import { Button, Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { DriverInfo } from '@sluice/contracts';
import type { FieldValue } from './connection-fields.js';

interface DriverFieldProps {
  field: DriverInfo['fields'][number];
  value: FieldValue | undefined;
  /** The service may store a secret, which it never returns. */
  mayBeStored: boolean;
  isReadOnly: boolean;
  error: string | undefined;
  onChange(value: FieldValue): void;
}

/** The input for one field of a driver. */
export function DriverField(props: DriverFieldProps) {
  const { field, value, mayBeStored, isReadOnly, error, onChange } = props;
  if (field.formType === 'CHECKBOX') {
    return (
      <Checkbox
        label={field.label}
        description={field.description}
        error={error}
        disabled={isReadOnly}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  const isStoredSecret = field.secret === true && mayBeStored;
  const shared = {
    label: field.label,
    description: descriptionOf(field.description, isStoredSecret, value),
    placeholder: field.placeholder,
    error,
    disabled: isReadOnly,
    required: field.required === true && !isStoredSecret,
    value: typeof value === 'string' ? value : '',
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return (
    <div>
      {field.formType === 'PASSWORD' ? (
        <PasswordInput {...shared} autoComplete="new-password" />
      ) : field.formType === 'TEXTAREA' ? (
        <Textarea {...shared} autosize minRows={2} maxRows={10} classNames={{ input: 'mono' }} />
      ) : (
        <TextInput {...shared} />
      )}
      {isStoredSecret && !isReadOnly && (
        <StoredSecretButton label={field.label} isRemoved={value === null} onChange={onChange} />
      )}
    </div>
  );
}

interface StoredSecretButtonProps {
  label: string;
  isRemoved: boolean;
  onChange(value: FieldValue): void;
}

function StoredSecretButton({ label, isRemoved, onChange }: StoredSecretButtonProps) {
  const action = isRemoved ? 'Keep stored value' : 'Remove stored value';
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={`${action} of ${label}`}
      onClick={() => onChange(isRemoved ? '' : null)}
    >
      {action}
    </Button>
  );
}

function descriptionOf(
  description: string | undefined,
  isStoredSecret: boolean,
  value: FieldValue | undefined,
): string | undefined {
  if (!isStoredSecret) return description;
  const note =
    value === null ? 'The stored value will be removed.' : 'Leave empty to keep the stored value.';
  return description === undefined ? note : `${description} ${note}`;
}
