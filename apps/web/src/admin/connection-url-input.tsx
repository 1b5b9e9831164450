import { TextInput } from '@mantine/core';
import type { DriverInfo } from '@sluice/contracts';
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { parseConnectionUrl, type ParsedUrl } from './connection-url.js';

interface ConnectionUrlInputProps {
  drivers: DriverInfo[];
  /** Receives the fields of a URL. */
  onParsed(parsed: ParsedUrl): void;
}

/**
 * Fills the form from a connection URL that is pasted, or typed and left. The URL itself is not kept, because it may
 * contain a password.
 */
export function ConnectionUrlInput({ drivers, onParsed }: ConnectionUrlInputProps) {
  const [text, setText] = useState('');
  const [parsed, setParsed] = useState<ParsedUrl | null>(null);
  /** Returns whether the text is a connection URL. */
  const fill = (value: string): boolean => {
    const found = parseConnectionUrl(value, drivers);
    if (found === null) return false;
    setText('');
    setParsed(found);
    onParsed(found);
    return true;
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (fill(event.clipboardData.getData('text'))) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && fill(text)) event.preventDefault();
  };
  return (
    <TextInput
      label="Connection URL"
      description={descriptionOf(parsed)}
      placeholder="postgres://user:password@host:5432/database"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onPaste={onPaste}
      onKeyDown={onKeyDown}
      onBlur={() => void fill(text)}
    />
  );
}

function descriptionOf(parsed: ParsedUrl | null): string {
  if (parsed === null) return 'Optional. Paste a URL to fill in the fields below.';
  const filled = 'The fields below are filled in from the URL.';
  if (parsed.files.length === 0) return filled;
  return `${filled} Paste the text of the files that ${parsed.files.join(', ')} name into the group TLS.`;
}
