import { Button, Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { DriverInfo } from '@sluice/contracts';
import type { FieldValue } from './connection-fields.js';

interface DriverFieldProps {
  field: DriverInfo['fields'][number];
  value: FieldValue | undefined;
  /** A secret may be stored that nobody is shown. */
  mayBeStored: boolean;
  isReadOnly: boolean;
  error: string | undefined;
  onChange(value: FieldValue): void;
}

/** One setting of a driver. */
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
  const isKept = field.secret === true && mayBeStored;
  const shared = {
    label: field.label,
    description: describe(field.description, isKept, value),
    placeholder: field.placeholder,
    error,
    disabled: isReadOnly,
    required: field.required === true && !isKept,
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
      {isKept && !isReadOnly && (
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`${value === null ? 'Keep' : 'Remove'} what is stored as ${field.label}`}
          onClick={() => onChange(value === null ? '' : null)}
        >
          {value === null ? 'Keep what is stored' : 'Remove what is stored'}
        </Button>
      )}
    </div>
  );
}

function describe(
  description: string | undefined,
  isKept: boolean,
  value: FieldValue | undefined,
): string | undefined {
  if (!isKept) return description;
  const what =
    value === null
      ? 'What is stored will be removed.'
      : 'Never shown. Leave it empty to keep what is stored.';
  return description === undefined ? what : `${description} ${what}`;
}
