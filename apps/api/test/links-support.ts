import type { Batch, CreatedBatchLink, LinkedBatch } from '@sluice/contracts';
import type { TestClient } from '@sluice/testkit';
import type { Test } from 'tap';
import { openShareHarness, type ShareHarness } from './shares-support.js';

/** Settings of a service with public links. */
export const linkSettings = { SERVICE_PUBLIC_LINKS: 'true' };

/** A request without credentials. */
export type Send = (
  method: string,
  path: string,
  options?: { body?: object | undefined; cookie?: string },
) => Promise<Response>;

/** Sends requests to an API without credentials. */
export const senderTo =
  (baseUrl: string): Send =>
  (method, path, { body, cookie } = {}) =>
    fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

/** The token in the URL of a link. */
export const tokenOf = ({ url }: CreatedBatchLink): string => url.split('/').at(-1) ?? '';

/** A browser that has opened a link. */
export interface Visit {
  batch: LinkedBatch;
  /** The value of the `cookie` header. */
  cookie: string;
  /** The path of a statement of the link. */
  path(suffix: string, statementId?: string): string;
}

/** A service with links, and the functions of an owner and a visitor. */
export interface LinkHarness extends ShareHarness {
  send: Send;
  create(batch: Batch, body?: object, by?: TestClient): Promise<CreatedBatchLink>;
  open(link: CreatedBatchLink, password?: string): Promise<Response>;
  visit(link: CreatedBatchLink, password?: string): Promise<Visit>;
}

/** Starts a service with public links. */
export async function openLinkHarness(t: Test): Promise<LinkHarness> {
  const harness = await openShareHarness(t, linkSettings);
  const send = senderTo(harness.service.baseUrl);
  const open: LinkHarness['open'] = (link, password) =>
    send('POST', '/api/links/open', { body: { token: tokenOf(link), password } });
  return {
    ...harness,
    send,
    create: ({ id }, body = {}, by = harness.as.owner) =>
      by.json('POST', `/api/batches/${id}/links`, { expiresInSeconds: 600, ...body }),
    open,
    visit: async (link, password) => {
      const response = await open(link, password);
      if (response.status !== 200) throw new Error(await response.text());
      const batch = (await response.json()) as LinkedBatch;
      const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
      return {
        batch,
        cookie,
        path: (suffix, statementId = batch.statements[0]?.id ?? '') =>
          `/api/links/${link.id}/statements/${statementId}${suffix}`,
      };
    },
  };
}
