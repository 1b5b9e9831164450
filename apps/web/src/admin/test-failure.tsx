import { Alert } from '@mantine/core';
import { ApiError, errorText } from '../http/client.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { explainFailure } from './connect-failure.js';

/** Explains why a connection test failed and what to check; the driver's message is in the details. */
export function TestFailure({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const message = messageOf(error);
  const failure = namesField(error) ? null : explainFailure(message);
  if (failure === null) return <ErrorAlert error={error} />;
  return (
    <Alert color="red" variant="light" role="alert" title={failure.title}>
      <ul className="checks">
        {failure.checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
      <details>
        <summary>Details</summary>
        <pre className="driver-message">{message}</pre>
      </details>
    </Alert>
  );
}

/** The service refused a field: no worker connected, and the field shows the message. */
const namesField = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.body.errors ?? []).some(({ path }) => path.startsWith('data.'));

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error);
  const { title, detail } = error.body;
  return [title, detail].filter((part) => part !== undefined).join('\n');
}
