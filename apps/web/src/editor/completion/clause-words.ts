/** Keywords that end a table reference or a select item; aliases are never keywords of this list. */
export const clauseWords = new Set(
  `where group order having limit offset fetch for union intersect except minus on using join inner left right full
  cross natural straight_join window qualify set values value select returning when then else end and or not with into
  from as lateral default do conflict tablesample pivot unpivot update delete insert use force ignore is in like ilike
  between over filter within asc desc nulls rows range by distinct all case exists any some create table call explain
  analyze only recursive`.split(/\s+/),
);
