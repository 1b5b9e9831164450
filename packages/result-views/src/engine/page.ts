import type { ViewRequest } from '@sluice/contracts';

const DEFAULT_LIMIT = 100;

/** Returns the page of a request; `sample` is undefined without a sample. */
export const pageOf = ({ offset = 0, limit = DEFAULT_LIMIT, sample }: ViewRequest) => ({
  offset,
  limit,
  sample,
});

/** Returns the positions of a page among `total` ordered rows or groups: as a condition on `rowid`, and as numbers. */
export function pageFrom(request: ViewRequest, total: number) {
  const { offset, limit, sample = total } = pageOf(request);
  const isSampled = sample < total;
  const from = Math.min(offset, sample);
  const to = Math.min(sample, total, offset + limit);
  const [last, gaps] = [total - 1, sample - 1];
  const place = (at: number): number => (isSampled ? Math.floor((at * last) / gaps) : at);
  return {
    condition: isSampled
      ? `rowid in (select (i * ${String(last)}) // ${String(gaps)} from range(${String(from)}, ${String(Math.max(from, to))}) s(i))`
      : `rowid >= ${String(offset)} and rowid < ${String(offset + limit)}`,
    positions: (): number[] =>
      Array.from({ length: Math.max(0, to - from) }, (_, at) => place(from + at)),
  };
}
