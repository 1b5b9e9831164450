import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError, errorText } from '../http/client.js';

const RedAlert = (props: { title: string; children?: ReactNode }) => (
  <Alert color="red" variant="light" role="alert" {...props} />
);

/** Shows an error with its field errors; renders nothing without an error. */
export function ErrorAlert({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof ApiError)) return <RedAlert title={errorText(error)} />;
  const { title, detail, errors = [] } = error.body;
  // Many titles already contain the message of the first field.
  const others = errors.filter(({ message }) => !title.includes(message));
  return (
    <RedAlert title={title}>
      {detail}
      {others.map(({ path, message }) => (
        <div key={`${path} ${message}`}>
          {path} {message}
        </div>
      ))}
    </RedAlert>
  );
}
