const groupSize = 20;

/**
 * Creates `count` objects, a few at a time: all at once would only measure the API's rejections.
 */
export async function inGroups<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) {
    const size = Math.min(groupSize, count - made.length);
    made.push(...(await Promise.all(Array.from({ length: size }, make))));
  }
  return made;
}
