/**
 * Replaces numbers with those of the command line (`--name=number`), and reads the file of `--costs=`.
 *
 * @throws for an unknown name and for an invalid number
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
      throw new Error(`Unknown name ${name}. Available: ${Object.keys(numbers).join(', ')}, costs`);
    }
    if (Number.isNaN(Number(value))) throw new Error(`--${name}=${value} is not a number`);
  }
  const changed = [...given].map(([name, value]) => [name, Number(value)] as const);
  return { values: { ...numbers, ...Object.fromEntries(changed) }, file };
}
