import pg from 'pg';

/** Connects, selects and disconnects, like the smallest script with `pg`. */
export async function bareSelect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<unknown[]>({ text: 'select 1', rowMode: 'array' });
  await client.end();
  if (rows[0]?.[0] !== 1) throw new Error('The script returned a wrong result');
}
