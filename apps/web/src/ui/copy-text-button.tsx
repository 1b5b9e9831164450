import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text.js';
import { showError } from './show-error.js';

const CONFIRM_MS = 1_500;

interface CopyTextButtonProps extends Pick<ButtonProps, 'size'> {
  text: string;
  /** Default: “Copy”. */
  label?: string;
}

/** A button that copies a text and shows “Copied” for a moment. */
export function CopyTextButton({ text, size, label = 'Copy' }: CopyTextButtonProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    copyText(text)
      .then(() => setCopied(true))
      .catch((error: unknown) => showError(error, 'Copy failed'));
  };
  return (
    <Button {...(size && { size })} variant="default" aria-live="polite" onClick={copy}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
