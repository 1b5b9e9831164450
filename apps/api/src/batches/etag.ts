import type { QueuePlace } from '@sluice/database';

/**
 * Returns the entity tag of one version of a batch. The tag is weak, because a compressed response
 * has other bytes under the same tag. The version grows with every visible change except the queue
 * position, which is a separate part of the tag.
 */
export const batchEtag = (id: string, version: number, place?: QueuePlace): string =>
  `W/"${id}-${version}${place === undefined ? '' : `-${placeTag(place)}`}"`;

/**
 * Far from the front, the tag changes only when the position halves: otherwise a moving queue would
 * wake the client all the time.
 */
const placeTag = ({ position, reason }: QueuePlace): string => {
  const near = position <= 10 ? position : 2 ** Math.floor(Math.log2(position));
  return `${near}${reason ?? ''}`;
};
