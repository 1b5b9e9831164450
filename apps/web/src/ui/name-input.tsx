import { TextInput } from '@mantine/core';

interface NameInputProps {
  label: string;
  name: string;
  maxLength: number;
  /** Null: the name stays. */
  onDone(name: string | null): void;
}

/** A field that replaces a name while it is edited. Enter and leaving it accept, Esc does not. */
export function NameInput({ label, name, maxLength, onDone }: NameInputProps) {
  return (
    <TextInput
      size="xs"
      w={160}
      autoFocus
      aria-label={label}
      defaultValue={name}
      maxLength={maxLength}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => onDone(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(event.currentTarget.value);
        if (event.key !== 'Escape') return;
        // Esc twice cancels the run.
        event.stopPropagation();
        onDone(null);
      }}
    />
  );
}
