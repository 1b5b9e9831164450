import {
  isTextFormat,
  linkDownloadFormats,
  type Batch,
  type CreatedBatchLink,
} from '@sluice/contracts';
import {
  untilTooMany,
  type Area,
  type ContractHarness,
  type MakeRequest,
  type Sent,
} from './harness.js';

const linkPassword = 'two words more';

interface Linked {
  batch: Batch;
  link: CreatedBatchLink;
  token: string;
}

/** Creates a public link to a finished batch of the owner. */
async function linked(harness: ContractHarness, fields: object = {}): Promise<Linked> {
  const batch = await harness.finishedBatch();
  const body = { expiresInSeconds: 600, allowDownload: true, ...fields };
  const path = `/api/batches/${batch.id}/links`;
  const link = await harness.owner.json<CreatedBatchLink>('POST', path, body);
  return { batch, link, token: link.url.split('/').at(-1) ?? '' };
}

const ofBatch: MakeRequest = async (harness) => {
  const { batch, link } = await linked(harness);
  return { as: 'owner', path: { id: batch.id, linkId: link.id } };
};

/** Opens a new link and returns a request with its cookie. */
const visited =
  (fields: object = {}): MakeRequest =>
  async (harness) => {
    const { batch, link, token } = await linked(harness, fields);
    const opened = await harness.send('POST /api/links/open', { as: 'anonymous', body: { token } });
    const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
    const path = { id: link.id, statementId: batch.statements[0]?.id ?? '' };
    return { as: 'anonymous', path, headers: { cookie } };
  };

const sharedLinks = new WeakMap<ContractHarness, Promise<Sent>>();

/** Opens one link, at the first call. */
function sharedLink(harness: ContractHarness): Promise<Sent> {
  const opened = sharedLinks.get(harness) ?? Promise.resolve(visited()(harness));
  sharedLinks.set(harness, opened);
  return opened;
}

/**
 * Sends requests to both API processes until each refuses more. All operations share the limit of a link, so the first
 * one exhausts it for the others.
 */
const flooded =
  (operation: string): MakeRequest =>
  async (harness) => {
    const sent = await sharedLink(harness);
    // Most responses are then empty.
    const cheap = { ...sent, headers: { ...sent.headers, 'if-none-match': '*' } };
    for (;;) {
      const sending = Array.from({ length: 20 }, () => harness.send(operation, cheap));
      if ((await Promise.all(sending)).every(({ status }) => status === 429)) return sent;
    }
  };

const ranged =
  (range: string): MakeRequest =>
  async (harness) => {
    const sent = await visited()(harness);
    return { ...sent, headers: { ...sent.headers, range } };
  };

const rows = '/api/links/{id}/statements/{statementId}';

const downloads: Area = Object.fromEntries(
  linkDownloadFormats.map((format) => {
    const operation = `GET ${rows}/download.${format}`;
    const partial = { 206: ranged('bytes=1-2'), 416: ranged('bytes=100000-') };
    const others = {
      403: visited({ allowDownload: false }),
      429: flooded(operation),
      ...(isTextFormat(format) && partial),
    };
    return [operation, { success: visited(), others }];
  }),
);

/** Public links, for their owner and for visitors. */
export const linkArea: Area = {
  'GET /api/batches/{id}/links': { success: ofBatch },
  'POST /api/batches/{id}/links': {
    success: async (harness): Promise<Sent> => ({
      as: 'owner',
      path: { id: (await harness.finishedBatch()).id },
      body: {
        expiresInSeconds: 600,
        password: linkPassword,
        allowDownload: true,
        maxRows: 10,
      },
    }),
  },
  'DELETE /api/batches/{id}/links/{linkId}': { success: ofBatch },
  'POST /api/links/open': {
    success: async (harness) => {
      const { token } = await linked(harness, { password: linkPassword });
      return { as: 'anonymous', body: { token, password: linkPassword } };
    },
    others: {
      404: () => ({ as: 'anonymous', body: { token: 'x' } }),
      429: async (harness) => {
        const { token } = await linked(harness, { password: linkPassword });
        const sent = { as: 'anonymous' as const, body: { token, password: 'a wrong password' } };
        await untilTooMany(harness, 'POST /api/links/open', sent);
        return sent;
      },
    },
  },
  [`GET ${rows}/results`]: {
    success: visited(),
    others: { 429: flooded(`GET ${rows}/results`) },
  },
  ...downloads,
};
