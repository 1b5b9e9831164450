/**
 * Returns the endpoints of the least-squares line through the points; null for fewer than two points.
 *
 * @param labels the labels of a category axis, at distance 1 from each other; null for other axes
 */
export function trendOf(
  points: [number | string, number | null][],
  labels: string[] | null,
): [number | string, number][] | null {
  const places = new Map(labels?.map((label, place) => [label, place]));
  const known = points.flatMap(([x, y]) => {
    const place = typeof x === 'number' ? x : places.get(x);
    return y === null || place === undefined ? [] : [{ x, place, y }];
  });
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || known.length < 2) return null;
  const count = known.length;
  const meanPlace = known.reduce((sum, { place }) => sum + place, 0) / count;
  const meanY = known.reduce((sum, { y }) => sum + y, 0) / count;
  const spread = known.reduce((sum, { place }) => sum + (place - meanPlace) ** 2, 0);
  if (spread === 0) return null;
  const slope =
    known.reduce((sum, { place, y }) => sum + (place - meanPlace) * (y - meanY), 0) / spread;
  const at = (place: number): number => meanY + slope * (place - meanPlace);
  return [
    [first.x, at(first.place)],
    [last.x, at(last.place)],
  ];
}
