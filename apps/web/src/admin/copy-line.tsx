import { Button, CopyButton, Group, TextInput } from '@mantine/core';

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
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button size="sm" variant="default" onClick={copy} aria-live="polite">
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
