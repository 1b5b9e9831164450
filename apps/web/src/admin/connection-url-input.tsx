import { TextInput } from '@mantine/core';
import type { DriverInfo } from '@sluice/contracts';
import { useState } from 'react';
import { parseConnectionUrl, type ParsedUrl } from './connection-url.js';

interface ConnectionUrlInputProps {
  drivers: DriverInfo[];
  /** Receives the fields of a URL. */
  onParsed(parsed: ParsedUrl): void;
}

/** Fills the form from a connection URL. The URL itself is not kept, because it may contain a password. */
export function ConnectionUrlInput({ drivers, onParsed }: ConnectionUrlInputProps) {
  const [text, setText] = useState('');
  const [isFilled, setFilled] = useState(false);
  const change = (value: string): void => {
    const parsed = parseConnectionUrl(value, drivers);
    setText(parsed === null ? value : '');
    setFilled(parsed !== null);
    if (parsed !== null) onParsed(parsed);
  };
  return (
    <TextInput
      label="Connection URL"
      description={
        isFilled
          ? 'The fields below are filled in from the URL.'
          : 'Optional. Paste a URL to fill in the fields below.'
      }
      placeholder="postgres://user:password@host:5432/database"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
