import { Group, TextInput } from '@mantine/core';
import { CopyTextButton } from '../app/copy-text-button.js';

/** A text that is to be taken elsewhere. */
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
