import type { CancelReason } from '@sluice/contracts/enums';
import { Prisma } from '../../generated/client.js';
import { everyConnection, everyone } from './accesses.js';

/** Reasons why a user may no longer use a connection, with the error title of a batch that had not started. */
export const accessLosses = {
  user_inactive: 'The user of this batch is no longer active',
  connection_deleted: 'Connection does not exist',
  access_ended: 'The user of this batch may no longer use this connection',
} as const satisfies Partial<Record<CancelReason, string>>;

/** One of {@link accessLosses}. */
export type AccessLoss = keyof typeof accessLosses;

/** The keys of {@link accessLosses}. */
export const accessLossReasons = [
  'user_inactive',
  'connection_deleted',
  'access_ended',
] as const satisfies AccessLoss[];

export const isAccessLoss = (reason: string): reason is AccessLoss =>
  Object.hasOwn(accessLosses, reason);

/** SQL that joins the principal `u` and the connection `c` to rows with `user_id` and `connection_id`. */
export const joinParties = (rows: Prisma.Sql): Prisma.Sql => Prisma.sql`
  left join principals u on u.id = ${rows}.user_id
  left join connections c on c.id = ${rows}.connection_id`;

/** SQL of the {@link AccessLoss} of the rows of {@link joinParties}; null when the user may use the connection. */
export const accessLoss: Prisma.Sql = Prisma.sql`(
  case
    when u.id is null or u.disabled then 'user_inactive'
    when c.id is null then 'connection_deleted'
    when u.role <> 'admin' and not exists (
      select from connection_accesses a
      where a.connection_id in (c.id, ${everyConnection})
        and a.user_id in (u.id, ${everyone}) and a.expiry_date > now())
      then 'access_ended'
  end)`;
