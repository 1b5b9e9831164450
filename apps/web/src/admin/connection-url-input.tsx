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
  const [isFilled, setFilled] = useState(false);
  /** Returns whether the text is a connection URL. */
  const fill = (value: string): boolean => {
    const parsed = parseConnectionUrl(value, drivers);
    if (parsed === null) return false;
    setText('');
    setFilled(true);
    onParsed(parsed);
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
      description={
        isFilled
          ? 'The fields below are filled in from the URL.'
          : 'Optional. Paste a URL to fill in the fields below.'
      }
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
