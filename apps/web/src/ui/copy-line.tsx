import { Group, TextInput } from '@mantine/core';
import { CopyTextButton } from './copy-text-button.js';

/** A read-only text with a copy button. */
export function CopyLine({ label, value }: { label: string; value: string }) {
  return (
    <Group align="flex-end" wrap="nowrap">
      <TextInput
        className="grow"
        label={label}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyTextButton size="sm" text={value} />
    </Group>
  );
}
