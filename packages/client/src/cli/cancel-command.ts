import { UsageError } from './usage.js';
import type { CommandWorld } from './world.js';

/** `sluice cancel` */
export async function cancelCommand({ client, words, output }: CommandWorld): Promise<void> {
  const [id, ...more] = words;
  if (id === undefined || more.length > 0)
    throw new UsageError('Batch id missing. Usage: sluice cancel <id>');
  const batch = await client.cancel(id);
  await output.write(`${batch.status}\n`);
}
