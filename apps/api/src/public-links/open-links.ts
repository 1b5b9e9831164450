import type { BatchLinkRepository, OpenLinkRow } from '@sluice/database';
import { AppError, notFound } from '@sluice/errors';
import type { ResultAccess } from '../access/index.js';
import { hashOfToken, isLinkToken } from './tokens.js';

/** A link that has not ended. */
export type OpenLink = OpenLinkRow;

/** Dependencies of {@link createOpenLinks}. */
export interface OpenLinkDependencies {
  links: Pick<BatchLinkRepository, 'findByToken' | 'findOpen'>;
  access: Pick<ResultAccess, 'require'>;
  /** SERVICE_PUBLIC_LINKS. */
  isAllowed: boolean;
}

/** Finds links that have not ended. It reads the database each time, so an end counts at once. */
export interface OpenLinks {
  /** @throws AppError 404 for an unknown or ended link */
  byToken(token: string): Promise<OpenLink>;
  /** @throws AppError 404 for an unknown or ended link */
  byId(id: string): Promise<OpenLink>;
}

/** Creates the reads of open links. */
export function createOpenLinks({ links, access, isAllowed }: OpenLinkDependencies): OpenLinks {
  const requireAccess = async (link: OpenLink | null | undefined): Promise<OpenLink> => {
    if (link === null || link === undefined) throw notFound();
    try {
      await access.require(readerOfLink(link));
    } catch (error) {
      // A visitor learns only that the link has ended.
      throw error instanceof AppError && error.status === 403 ? notFound() : error;
    }
    return link;
  };
  return {
    byToken: async (token) =>
      requireAccess(
        isAllowed && isLinkToken(token) ? await links.findByToken(hashOfToken(token)) : null,
      ),
    byId: async (id) => requireAccess(isAllowed ? (await links.findOpen([id]))[0] : null),
  };
}

/** The user whose access to the connection counts for the rows of a link. */
export const readerOfLink = ({ accessUserId, accessUserRole, connectionId }: OpenLink) => ({
  principal: { id: accessUserId, role: accessUserRole },
  connectionId,
});
