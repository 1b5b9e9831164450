import { useQuery } from '@tanstack/react-query';
import { reads, useCurrentUser } from '../http/reads.js';

/** Returns the options of all users except the signed-in one. */
export function usePeople(): { value: string; label: string }[] {
  const users = useQuery(reads.users);
  const { id: ownId } = useCurrentUser();
  return (users.data ?? [])
    .filter(({ id }) => id !== ownId)
    .map(({ id, name, email }) => ({ value: id, label: personLabel({ name, email }) }));
}

/** Returns the name and the email address of a user, or the name of a service token. */
export const personLabel = ({ name, email }: { name: string | null; email: string }): string => {
  if (email === '') return name ?? 'Service token';
  return name === null ? email : `${name} (${email})`;
};
