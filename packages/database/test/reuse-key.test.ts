import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { reuseKey, type ReuseInputs, type StoredParameters } from '../src/index.js';

const options = { noNullPrototype: true };

/** Short texts of few characters, so that equal and nearly equal inputs occur. */
const text = fc.string({
  unit: fc.constantFrom('a', '1', '"', ',', '[', ']', '\\', '\0', 'é'),
  maxLength: 3,
});

const value = fc.record({ type: fc.constant('text' as const), value: fc.option(text) }, options);

const parameter = fc.record(
  {
    type: fc.constantFrom('text' as const, 'integer' as const),
    values: fc.array(value, { maxLength: 2 }),
  },
  options,
);

const parameters: fc.Arbitrary<StoredParameters | undefined> = fc.option(
  fc
    .array(fc.tuple(text, parameter), { minLength: 1, maxLength: 2 })
    .map((entries) => new Map(entries)),
  { nil: undefined },
);

const inputs: fc.Arbitrary<ReuseInputs> = fc.record(
  {
    callers: fc.oneof(
      fc.record({ user: text }, options),
      fc.record({ tenant: fc.option(text) }, options),
    ),
    user: fc.record(
      {
        id: text,
        email: text,
        name: fc.option(text),
        role: fc.constantFrom('admin' as const, 'editor' as const),
        disabled: fc.constant(false),
        // PostgreSQL returns the members of an object in one order.
        data: fc.dictionary(text, text, { maxKeys: 1, ...options }),
      },
      options,
    ),
    connection: fc.record(
      {
        id: text,
        version: fc.integer({ min: 1, max: 3 }),
        createdAt: fc.constantFrom(new Date(1), new Date(2)),
      },
      options,
    ),
    text,
    parameters,
    maxRows: fc.option(fc.integer({ min: 1, max: 3 })),
  },
  options,
);

/** The inputs as a value that can be compared. */
const plain = ({ parameters: given, ...rest }: ReuseInputs) => ({
  ...rest,
  parameters: given === undefined ? null : [...given],
});

const areSame = (a: ReuseInputs, b: ReuseInputs): boolean => isDeepStrictEqual(plain(a), plain(b));

t.test('keys are equal exactly for equal inputs', async (t) => {
  fc.assert(
    fc.property(inputs, inputs, (a, b) => (reuseKey(a) === reuseKey(b)) === areSame(a, b)),
    { numRuns: 5_000 },
  );
  t.pass();
});

t.test('each changed field changes the key', async (t) => {
  fc.assert(
    fc.property(inputs, inputs, (a, b) => {
      for (const field of Object.keys(a) as (keyof ReuseInputs)[]) {
        const changed: ReuseInputs = { ...a, [field]: b[field] };
        if ((reuseKey(changed) === reuseKey(a)) !== areSame(changed, a)) return false;
      }
      return true;
    }),
    { numRuns: 5_000 },
  );
  t.pass();
});
