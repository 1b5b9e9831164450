import type { PageQuery } from '@sluice/contracts';
import type { Slice } from '@sluice/database';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Returns the slice of rows to read for a page: one row more than the page, to know whether a next
 * page exists. Without `limit`, the slice is the whole list or `cap` rows. A larger `limit` is
 * reduced to `cap`.
 */
export function sliceOf(page: PageQuery, cap?: number): Slice {
  const limit = limitOf(page, cap);
  return { take: limit === undefined ? undefined : limit + 1, skip: page.offset ?? 0 };
}

/**
 * Reduces the rows that were read with {@link sliceOf} to the page. If a page was requested, adds
 * the `Link` header (`next`, `prev`) with the path of the request, including the mount path.
 */
export function sendPage<Row>(
  request: Pick<FastifyRequest, 'url'>,
  reply: Pick<FastifyReply, 'header'>,
  page: PageQuery,
  rows: Row[],
  cap?: number,
): Row[] {
  const limit = limitOf(page, cap);
  const offset = page.offset ?? 0;
  if (page.limit !== undefined || page.offset !== undefined) {
    const links: string[] = [];
    if (limit !== undefined && rows.length > limit) {
      links.push(link(request.url, limit, offset + limit, 'next'));
    }
    if (offset > 0) {
      // The page before a short offset is short too, so that no row repeats.
      const before = limit === undefined ? offset : Math.min(limit, offset);
      links.push(link(request.url, before, offset - before, 'prev'));
    }
    if (links.length > 0) reply.header('link', links.join(', '));
  }
  return limit === undefined ? rows : rows.slice(0, limit);
}

const limitOf = ({ limit }: PageQuery, cap: number | undefined): number | undefined =>
  limit === undefined || cap === undefined ? (limit ?? cap) : Math.min(limit, cap);

function link(url: string, limit: number, offset: number, relation: 'next' | 'prev'): string {
  const { pathname: path, searchParams: parameters } = new URL(url, 'http://localhost');
  parameters.set('limit', String(limit));
  parameters.set('offset', String(offset));
  return `<${path}?${parameters.toString()}>; rel="${relation}"`;
}
