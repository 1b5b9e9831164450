import { ApiError } from '../http/client.js';
import { EmptyState } from '../ui/empty-state.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { ButtonLink } from '../ui/links.js';

const texts: Record<number, { title: string; text: string }> = {
  403: {
    title: 'You cannot see this run',
    text: 'Only the user who started it, the people it is shared with and admins can see it. Ask the sender of the link to share it with you.',
  },
  404: {
    title: 'Run not found',
    text: 'The link is wrong, or the history no longer contains the run.',
  },
};

/** Says why a link to a run shows nothing. */
export function RunUnavailable({ error }: { error: unknown }) {
  const known = error instanceof ApiError ? texts[error.status] : undefined;
  if (known === undefined) return <ErrorAlert error={error} />;
  return (
    <EmptyState title={known.title}>
      <p role="alert">{known.text}</p>
      <ButtonLink to="/history">Show your history</ButtonLink>
    </EmptyState>
  );
}
