import type { Column } from '../completion/catalog.js';
import type { Meaning, TableName } from './meaning.js';

/** The content of a card about a name. */
export interface Card {
  title: string;
  /** What it is, such as `view` or a data type. */
  note: string;
  texts: string[];
  columns: Column[];
}

/** Returns the content of the card of a name. */
export function cardOf(meaning: Meaning): Card {
  switch (meaning.kind) {
    case 'column': {
      const { column, owner, table } = meaning;
      const place = table === null ? owner : qualified(table);
      return {
        title: column.name,
        note: column.dataType,
        texts: textsOf(column.description ?? '', place === '' ? '' : `Column of ${place}`),
        columns: [],
      };
    }
    case 'function': {
      const { name, parameters, result, description, example } = meaning.function;
      return {
        title: `${name}${parameters}`,
        note: result,
        texts: textsOf(description, example === '' ? '' : `Example: ${example}`),
        columns: [],
      };
    }
    case 'relation': {
      const { name, table, columns, definition } = meaning;
      if (table === null) return { title: name, note: 'query', texts: [], columns };
      return {
        title: qualified(table),
        note: table.type,
        texts: textsOf(table.description, definition === null ? '' : `${name} is an alias.`),
        columns,
      };
    }
  }
}

const textsOf = (...texts: string[]): string[] => texts.filter(Boolean);

const qualified = ({ schema, name }: TableName): string =>
  schema === null ? name : `${schema}.${name}`;
