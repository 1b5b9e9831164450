import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError, textOf } from '../api/client.js';

const RedAlert = (props: { title: string; children?: ReactNode }) => (
  <Alert color="red" variant="light" role="alert" {...props} />
);

/** Why something did not work; nothing where nothing is wrong. */
export function ErrorAlert({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  if (!(error instanceof ApiError)) return <RedAlert title={textOf(error)} />;
  const { title, detail, errors = [] } = error.body;
  // Many titles say already what is wrong with the first field.
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
