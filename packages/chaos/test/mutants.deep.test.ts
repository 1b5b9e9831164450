import t from 'tap';
import {
  attackWith,
  killAtEnd,
  killBetween,
  loseResults,
  pausePastLease,
  redeliver,
} from './mutants/attacks.js';

/** Each attack with its mutants, and the rules of which each mutant must violate one. */
const table = [
  {
    attack: redeliver,
    mutants: {
      'naive worker': ['C2', 'C9'],
      'claim without owner check': ['N4', 'C5'],
    },
  },
  { attack: pausePastLease, mutants: { 'status written by id alone': ['C9'] } },
  { attack: killBetween, mutants: { 'sweep that queues claimed work again': ['C2', 'C9'] } },
  { attack: loseResults, mutants: { 'lost result that is said to have run': ['C3'] } },
  { attack: killAtEnd, mutants: { 'file written after the status': ['C3'] } },
];

// Each has its own service and mostly waits.
t.jobs = 2;

/**
 * An attack is a race, which a mutant may survive by chance or prevent by its defect: one of three attempts
 * must violate one of the rules.
 */
async function unmask(
  attack: Parameters<typeof attackWith>[0],
  mutant: string,
  rules: readonly string[],
): Promise<string> {
  const seen: string[] = [];
  while (seen.length < 3) {
    try {
      const { broken } = await attackWith(attack, mutant);
      if (rules.some((rule) => broken.includes(rule))) return broken.join(', ');
      seen.push(`broken: ${broken.join(', ')}`);
    } catch (error) {
      seen.push(String(error));
    }
  }
  throw new Error(`not rejected: ${seen.join('; ')}`);
}

for (const { attack, mutants } of table) {
  t.test(
    `the unmodified build passes the attack "${attack.name}"`,
    { buffered: true },
    async (t) => {
      const { checks, broken } = await attackWith(attack, null);
      t.same(broken, [], checks.flatMap((each) => each.violations).join('; '));
    },
  );

  for (const [mutant, rules] of Object.entries(mutants)) {
    t.test(`the checker rejects a ${mutant}`, { buffered: true }, async (t) => {
      t.pass(await unmask(attack, mutant, rules));
    });
  }
}
