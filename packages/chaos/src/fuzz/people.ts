import { tokenScopes } from '@sluice/contracts';
import type { TestClient } from '@sluice/testkit';

/** The sender of a request. */
export type Principal = 'anonymous' | 'editor' | 'admin' | 'personalToken';

/** The headers of each principal. */
export type Principals = Record<Principal, Record<string, string>>;

/**
 * Authenticates with tokens, since a request may end any session and change any password. The tokens,
 * the connection, its access and the admin, on which the test depends, are protected.
 */
export async function createPrincipals(
  admin: TestClient,
  connectionId: string,
): Promise<{ people: Principals; protectedIds: Set<string> }> {
  const token = (role: string) =>
    admin.json<{ id: string; token: string }>('POST', '/api/service-tokens', { name: role, role });
  const [editor, second] = [await token('editor'), await token('admin')];
  const personal = await admin.json<{ id: string; token: string }>('POST', '/api/tokens', {
    name: 'personal',
    scopes: tokenScopes,
  });
  const body = { connectionId, userId: editor.id };
  const access = await admin.json<{ id: number }>('POST', '/api/connection-accesses', body);
  const users = await admin.json<{ id: string }[]>('GET', '/api/users');
  return {
    people: {
      anonymous: {},
      editor: { authorization: `Bearer ${editor.token}` },
      admin: { authorization: `Bearer ${second.token}` },
      personalToken: { authorization: `Bearer ${personal.token}` },
    },
    // The existing users: the admin who checks the service at the end.
    protectedIds: new Set([
      connectionId,
      String(access.id),
      editor.id,
      second.id,
      personal.id,
      ...users.map(({ id }) => id),
    ]),
  };
}
