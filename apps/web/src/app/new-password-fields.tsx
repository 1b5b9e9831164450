import { PasswordInput } from '@mantine/core';

/** What somebody has typed as a new password, twice. */
export interface NewPassword {
  password: string;
  repeated: string;
}

/** Nothing typed yet. */
export const noPassword: NewPassword = { password: '', repeated: '' };

/** Whether both are the same. */
export const isRepeated = ({ password, repeated }: NewPassword): boolean => password === repeated;

interface NewPasswordFieldsProps {
  label: string;
  value: NewPassword;
  /** What the service has against it. */
  error: string | undefined;
  onChange(value: NewPassword): void;
}

/** Asks for a new password twice, and says where the two differ. */
export function NewPasswordFields({ label, value, error, onChange }: NewPasswordFieldsProps) {
  const { password, repeated } = value;
  const differs = repeated !== '' && !isRepeated(value);
  return (
    <>
      <PasswordInput
        label={label}
        description="At least 8 characters; a few words make a good one"
        autoComplete="new-password"
        required
        value={password}
        error={error}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
      <PasswordInput
        label="The same once more"
        autoComplete="new-password"
        required
        value={repeated}
        error={differs ? 'Differs from the new password' : undefined}
        onChange={(event) => onChange({ ...value, repeated: event.currentTarget.value })}
      />
    </>
  );
}
