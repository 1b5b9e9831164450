import type { QueuePlace } from '@sluice/database';

/**
 * Tag of one version of a batch. Weak, as a compressed answer has other bytes under the same tag; the
 * version grows with every change that a client can see, but for its place among those that wait.
 */
export const batchEtag = (id: string, version: number, place?: QueuePlace): string =>
  `W/"${id}-${version}${place === undefined ? '' : `-${placeTag(place)}`}"`;

/** Far from the front a client hears of each halving only: a moving queue would wake it all the time. */
const placeTag = ({ position, reason }: QueuePlace): string => {
  const near = position <= 10 ? position : 2 ** Math.floor(Math.log2(position));
  return `${near}${reason ?? ''}`;
};
