import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.js';
import { showError } from './show-error.js';

const saidForMs = 1_500;

/** A button that copies a text, and says so for a moment. */
export function CopyTextButton({ text, size }: { text: string } & Pick<ButtonProps, 'size'>) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), saidForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    copyText(text)
      .then(() => setCopied(true))
      .catch((error: unknown) => showError(error, 'Nothing was copied'));
  };
  return (
    <Button {...(size && { size })} variant="default" aria-live="polite" onClick={copy}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
}
