import { CompletionContext } from '@codemirror/autocomplete';
import { keywordCompletionSource, type SQLDialect } from '@codemirror/lang-sql';
import { EditorState } from '@codemirror/state';

/** The most used keywords, most used first, so that `select` ranks before `search`. */
const common =
  `select from where and or join left inner on group order by having limit as in not is null like between
  exists case when then else end distinct count sum avg min max coalesce cast union all with insert into values update
  set delete create table alter drop explain over partition asc desc using cross full right outer offset interval true
  false current_date current_timestamp extract returning view index primary key references default begin commit
  rollback truncate analyze show use`.split(/\s+/);

const useOf = new Map(common.map((word, index) => [word, index]));

/** A keyword of a dialect. */
export interface Keyword {
  label: string;
  type: 'keyword' | 'type' | 'variable';
  /** Rank by use; 0 is the most used keyword. */
  use: number;
}

const known = new WeakMap<SQLDialect, Keyword[]>();

/** Returns the keywords of a dialect, from its highlighting. */
export function keywordsOf(dialect: SQLDialect): Keyword[] {
  let keywords = known.get(dialect);
  if (keywords === undefined) {
    const found: Keyword[] = [];
    const source = keywordCompletionSource(dialect, false, (label, type) => {
      found.push({ label, type: type as Keyword['type'], use: useOf.get(label) ?? common.length });
      return { label };
    });
    // The callback above collects the keywords; the result of the source is not used.
    void source(new CompletionContext(EditorState.create(), 0, false));
    keywords = found;
    known.set(dialect, keywords);
  }
  return keywords;
}
