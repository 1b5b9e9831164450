/**
 * Numbers with those that the command line gives in their place (`--name=number`), and the file of `--costs=`.
 *
 * @throws for a name that there is not, and for what is no number
 */
export function overridden<Numbers extends object>(
  args: string[],
  numbers: Numbers,
): { values: Numbers; file: string | undefined } {
  const given = new Map(
    args.map((arg) => {
      const [, name, value] = /^--(\w+)=(.+)$/.exec(arg) ?? [];
      if (name === undefined || value === undefined) throw new Error(`${arg} is not --name=value`);
      return [name, value];
    }),
  );
  const file = given.get('costs');
  given.delete('costs');
  for (const [name, value] of given) {
    if (!(name in numbers)) {
      throw new Error(`There is no ${name}: ${Object.keys(numbers).join(', ')}, costs`);
    }
    if (Number.isNaN(Number(value))) throw new Error(`--${name}=${value} is no number`);
  }
  const changed = [...given].map(([name, value]) => [name, Number(value)] as const);
  return { values: { ...numbers, ...Object.fromEntries(changed) }, file };
}
