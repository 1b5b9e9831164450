const awayCodes = new Set([
  // The socket never came or went.
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The server is stopping, starting or full.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  // Prisma: unreachable, timed out, closed, no connection free in time.
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
]);

const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Can't reach database server|Server has closed the connection|ECONNREFUSED/;

/** Whether an error says that the service's own database cannot be reached, at any depth of causes. */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false;
  const { code, message, cause, originalCode, meta, driverAdapterError } = error as Record<
    string,
    unknown
  >;
  if (typeof code === 'string' && awayCodes.has(code)) return true;
  if (typeof originalCode === 'string' && awayCodes.has(originalCode)) return true;
  if (typeof message === 'string' && awayMessages.test(message)) return true;
  // What Prisma says of a raw query keeps the server's own code in meta.driverAdapterError.cause.
  return [cause, meta, driverAdapterError].some((inner) => isDatabaseAway(inner, depth + 1));
}
