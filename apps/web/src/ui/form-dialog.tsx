import { Modal, type ModalProps } from '@mantine/core';
import { useRef } from 'react';
import { askConfirmation } from './confirm.js';

interface FormDialogProps extends Pick<ModalProps, 'title' | 'size' | 'children'> {
  /** The values of the form, to detect changes. */
  values: unknown;
  onClose(): void;
}

/** A dialog with a form. Closing it asks first if the user has changed a value. */
export function FormDialog({ values, onClose, ...props }: FormDialogProps) {
  const text = JSON.stringify(values);
  const initial = useRef(text);
  const isAsking = useRef(false);
  const close = async (): Promise<void> => {
    if (isAsking.current) return;
    if (text === initial.current) {
      onClose();
      return;
    }
    isAsking.current = true;
    const isDiscarded = await askConfirmation({
      title: 'Discard changes?',
      text: 'The values that you entered in this form are not saved.',
      action: 'Discard',
      refusal: 'Keep editing',
    });
    isAsking.current = false;
    if (isDiscarded) onClose();
  };
  return <Modal opened onClose={() => void close()} {...props} />;
}
