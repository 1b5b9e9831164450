import { Alert } from '@mantine/core';

/** Confirms that a change was saved. */
export function SuccessAlert({ text }: { text: string }) {
  return <Alert role="status" color="green" variant="light" title={text} />;
}
