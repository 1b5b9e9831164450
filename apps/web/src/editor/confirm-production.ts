import { queryClient, reads } from '../http/reads.js';
import { askConfirmation } from '../ui/confirm.js';

/** Returns whether an environment label marks production: it begins with `prod`. */
export const isProduction = (label: string): boolean => /^prod/i.test(label);

/** Asks before a destructive statement on a production connection; returns whether the text may run. */
export async function confirmProduction(connectionId: string, sql: string): Promise<boolean> {
  const connections = await queryClient.query({ ...reads.connections, staleTime: Infinity });
  const connection = connections.find(({ id }) => id === connectionId);
  if (connection === undefined || !isProduction(connection.environment)) return true;
  const { destructiveStatements } = await import('./destructive-statements.js');
  const kinds = destructiveStatements(sql);
  if (kinds.length === 0) return true;
  const { name, environment } = connection;
  return askConfirmation({
    title: `Run on ${environment}?`,
    text: `The connection “${name}” is marked as ${environment}, and the SQL contains ${kinds.join(', ')}.`,
    action: `Run on ${environment}`,
  });
}
