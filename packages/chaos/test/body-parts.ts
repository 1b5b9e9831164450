/** Yields the bytes of a response as they arrive. @throws when it breaks off */
export async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  for (;;) {
    const { value } = (await reader.read()) as { value?: Uint8Array };
    if (value === undefined) return;
    yield value;
  }
}
