/**
 * Returns the notice for a text whose plain strings may have been read differently when it was split: an escaped quote
 * ends a string unless `standard_conforming_strings` is off. The splitter follows a SET of the same text only, and not
 * the default of a role, a statement to run first, `set_config` or an earlier batch. Null if there is nothing to say.
 */
export function stringNotice(sql: string, parameters: ReadonlyMap<string, string>): string | null {
  if (parameters.get('standard_conforming_strings') !== 'off' || !sql.includes("\\'")) return null;
  return (
    'NOTICE: standard_conforming_strings is off in this session: a backslash escapes in plain strings.\n' +
    "HINT: The text was split as if it were on, except after a SET in the same text. Use strings such as E'it\\'s'."
  );
}
