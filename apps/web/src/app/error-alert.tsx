import { Alert } from '@mantine/core';
import { ApiError, textOf } from '../api/client.js';

/** Why something did not work; nothing where nothing is wrong. */
export function ErrorAlert({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const detail = error instanceof ApiError ? error.body.detail : undefined;
  return (
    <Alert color="red" variant="light" role="alert" title={textOf(error)}>
      {detail}
    </Alert>
  );
}
