import { useCurrentUser } from '../http/reads.js';
import { EmptyState } from '../ui/empty-state.js';
import { ButtonLink } from '../ui/links.js';

/** Tells a user without connections how to get one. */
export function NoConnection() {
  const { role } = useCurrentUser();
  return role === 'admin' ? (
    <EmptyState title="No connections">
      <p>Queries run on connections to databases.</p>
      <ButtonLink to="/admin/$section" params={{ section: 'connections' }}>
        Add your database
      </ButtonLink>
    </EmptyState>
  ) : (
    <EmptyState title="No connections">
      <p>Ask an admin for access to a connection. Your text is stored as a draft.</p>
    </EmptyState>
  );
}
