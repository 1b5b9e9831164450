import { PasswordInput } from '@mantine/core';

/** A new password and its confirmation. */
export interface NewPassword {
  password: string;
  confirmation: string;
}

/** Both fields empty. */
export const emptyPassword: NewPassword = { password: '', confirmation: '' };

/** Returns whether the confirmation equals the password. */
export const isConfirmed = ({ password, confirmation }: NewPassword): boolean =>
  password === confirmation;

interface NewPasswordFieldsProps {
  label: string;
  value: NewPassword;
  /** The error that the service reports for the password. */
  error: string | undefined;
  onChange(value: NewPassword): void;
}

/** Fields for a new password and its confirmation. */
export function NewPasswordFields({ label, value, error, onChange }: NewPasswordFieldsProps) {
  const { password, confirmation } = value;
  const differs = confirmation !== '' && !isConfirmed(value);
  return (
    <>
      <PasswordInput
        label={label}
        description="At least 8 characters. A phrase of several words works well."
        autoComplete="new-password"
        required
        value={password}
        error={error}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
      <PasswordInput
        label="Confirm password"
        autoComplete="new-password"
        required
        value={confirmation}
        error={differs ? 'Passwords do not match' : undefined}
        onChange={(event) => onChange({ ...value, confirmation: event.currentTarget.value })}
      />
    </>
  );
}
