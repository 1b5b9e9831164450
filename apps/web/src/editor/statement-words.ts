/** Keywords of statements that no dialect reserves; few columns are named so. */
export const statementWords =
  `abort after always assert attach auto_increment autoincrement before begin cascaded checkpoint clone cluster commit
  committed conflict copy cycle deallocate declare deferred delimiter detach disable duplicate enable engine enum exclude
  excluding exclusive exec execute explain extension external filter following handler immediate include including
  inherits install instead isolation lateral macro matched materialized merge minvalue maxvalue modify no
  notify nothing nulls of ordinality overriding parallel pivot positional pragma preceding prepare qualify reassign
  rebuild refresh reindex reset restart returns rollback rollup sample savepoint security sequence serializable setof show
  straight_join struct summarize tablespace temp temporary ties transaction transient truncate unbounded uncommitted
  undrop unlogged unnest unpivot vacuum view views virtual volatile while within without zone`.split(
    /\s+/,
  );
