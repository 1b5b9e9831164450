const UNREACHABLE_CODES = new Set([
  // The connection failed or was closed.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The server is stopping, starting or out of connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  // Prisma: unreachable, timed out, closed, no free connection in time.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
]);

const UNREACHABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Can't reach database server|Server has closed the connection|ECONNREFUSED/;

/**
 * Returns whether the error, or any of its causes, says that the metadata database is unreachable.
 */
export function isDatabaseUnreachable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { code, message, cause, originalCode, meta, driverAdapterError } = error as Record<
    string,
    unknown
  >;
  if (typeof code === 'string' && UNREACHABLE_CODES.has(code)) return true;
  if (typeof originalCode === 'string' && UNREACHABLE_CODES.has(originalCode)) return true;
  if (typeof message === 'string' && UNREACHABLE_MESSAGES.test(message)) return true;
  // For raw queries Prisma puts the server's code into meta.driverAdapterError.cause.
  return [cause, meta, driverAdapterError].some((inner) => isDatabaseUnreachable(inner, depth + 1));
}
