import { isDeep, targetConnection, type TestService } from '@sluice/testkit';
import { shownTexts } from './hostile-texts.js';
import { adminEmail } from './support.js';

/** Creates connections, queries, tokens, users and runs named by hostile texts. */
export async function createHostileData(service: TestService): Promise<void> {
  const { admin, target, database, connectionId } = service;
  // All runs are listed and shown in the same way.
  const runs = shownTexts.slice(0, isDeep ? 60 : 10);
  const make = (path: string, body: object) => admin.json('POST', path, body);
  // Token names are trimmed and unique.
  const tokenNames = new Set(shownTexts.map((text) => text.trim()));
  for (const text of shownTexts) {
    await Promise.all([
      make('/api/connections', { ...targetConnection(target.url), name: text }),
      make('/api/queries', { name: text, queryText: text, tags: [text], connectionId }),
      ...(tokenNames.delete(text.trim())
        ? [make('/api/service-tokens', { name: text, role: 'editor', duration: 0 })]
        : []),
      database.query(
        `insert into users (id, email, name, role, updated_at) values ($1, $1, $1, 'editor', now())`,
        [text],
      ),
      ...(runs.includes(text)
        ? [make('/api/batches', { connectionId, name: text, batchText: `select 1 /* ${text} */` })]
        : []),
    ]);
  }
  await database.query('update users set name = $1 where email = $2', [
    shownTexts[0] ?? '',
    adminEmail,
  ]);
}
