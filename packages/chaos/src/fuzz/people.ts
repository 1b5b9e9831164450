import type { TestClient } from '@sluice/testkit';

/** Who asks. */
export type Person = 'anonymous' | 'editor' | 'admin';

/** The headers of each. */
export type People = Record<Person, Record<string, string>>;

/**
 * Asks by service tokens, since a request may end any session and change any password. What the test lives
 * on (its tokens, its connection, its access, the admin) is untouchable.
 */
export async function openPeople(
  admin: TestClient,
  connectionId: string,
): Promise<{ people: People; untouchable: Set<string> }> {
  const token = (role: string) =>
    admin.json<{ id: string; token: string }>('POST', '/api/service-tokens', { name: role, role });
  const [editor, second] = [await token('editor'), await token('admin')];
  const body = { connectionId, userId: editor.id };
  const access = await admin.json<{ id: number }>('POST', '/api/connection-accesses', body);
  const users = await admin.json<{ id: string }[]>('GET', '/api/users');
  return {
    people: {
      anonymous: {},
      editor: { authorization: `Bearer ${editor.token}` },
      admin: { authorization: `Bearer ${second.token}` },
    },
    // The users that are there already: the admin who looks at the end.
    untouchable: new Set([
      connectionId,
      String(access.id),
      editor.id,
      second.id,
      ...users.map(({ id }) => id),
    ]),
  };
}
