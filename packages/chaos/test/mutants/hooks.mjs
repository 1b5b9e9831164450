let changes = [];

export function initialize(mutant) {
  changes = mutant;
}

export async function load(url, context, nextLoad) {
  const own = changes.filter(({ file }) => url.endsWith(file));
  const loaded = await nextLoad(url, context);
  if (own.length === 0) return loaded;
  let source = String(loaded.source);
  for (const { file, from, to, whole } of own) {
    if (whole !== undefined) return { ...loaded, source: whole };
    // A mutant that changes nothing proves nothing about the checker: it must be adapted.
    if (!source.includes(from)) throw new Error(`${file} does not contain: ${from}`);
    source = source.replaceAll(from, to);
  }
  return { ...loaded, source };
}
