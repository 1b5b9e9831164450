import fc from 'fast-check';

/** Changes valid bytes. */
export type Mutation = (bytes: Buffer) => Buffer;
const anywhere = fc.nat(9999).map((n) => n / 10_000);
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(anywhere, fc.nat(255)).map(([where, byte]): Mutation => (bytes) => {
    const copy = Buffer.from(bytes);
    copy[Math.floor(where * copy.length)] = byte;
    return copy;
  }),
  fc
    .tuple(anywhere, fc.uint8Array({ minLength: 1, maxLength: 9 }))
    .map(([where, added]): Mutation => (bytes) => {
      const at = Math.floor(where * bytes.length);
      return Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at)]);
    }),
  fc.tuple(anywhere, fc.nat(12)).map(([where, count]): Mutation => (bytes) => {
    const at = Math.floor(where * bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + count)]);
  }),
  fc
    .tuple(anywhere, fc.constantFrom(-1, 0, 3, 0x7fffffff, 1 << 30, 1 << 20))
    .map(([where, value]): Mutation => (bytes) => {
      if (bytes.length < 4) return bytes;
      const copy = Buffer.from(bytes);
      copy.writeInt32BE(value | 0, Math.floor(where * (copy.length - 4)));
      return copy;
    }),
  fc.tuple(anywhere).map(
    ([where]): Mutation =>
      (bytes) =>
        bytes.subarray(0, Math.floor(where * bytes.length)),
  ),
);

/** Up to three mutations. Without bias, so that fast-check mutates the whole message and not only its ends. */
export const mutationsOf = fc.noBias(fc.array(mutation, { minLength: 1, maxLength: 3 }));

/** Applies mutations in order. */
export const mutate = (bytes: Buffer, mutations: readonly Mutation[]): Buffer =>
  mutations.reduce((changed, mutation) => mutation(changed), bytes);
