import { hoverTooltip, type Tooltip } from '@codemirror/view';
import { nearStatement } from './completion/near-statement.js';
import { statementAnalysis } from './editor-language.js';
import type { Column } from './completion/catalog.js';
import { cardOf, type Card } from './names/card-content.js';
import type { NameMeaning } from './names/meaning.js';

/** Columns that a card lists; a table may have a thousand. */
const MAX_COLUMNS = 12;

/** Milliseconds that the pointer rests on a name until its card opens. */
const REST_MS = 350;

/** A card that says what the table, column or function under the pointer is. */
export const nameCards = hoverTooltip(
  async ({ state }, pos) => {
    const { text, from } = nearStatement(state, pos);
    const meaning = await state.facet(statementAnalysis)?.meaning({ text, pos: pos - from });
    if (meaning === undefined || meaning === null) return null;
    const { at } = meaning;
    return tooltipOf(meaning, from + at.from, from + at.to);
  },
  { hoverTime: REST_MS, hideOnChange: true },
);

const tooltipOf = (meaning: NameMeaning, pos: number, end: number): Tooltip => ({
  pos,
  end,
  above: true,
  create: () => ({ dom: elementOf(cardOf(meaning)) }),
});

function elementOf({ title, note, texts, columns }: Card): HTMLElement {
  const card = element('div', 'name-card');
  const heading = element('div', 'name-card-title');
  heading.append(element('b', '', title), element('span', 'name-card-note', note));
  card.append(heading, ...texts.map((text) => element('p', '', text)));
  if (columns.length > 0) card.append(columnTable(columns));
  return card;
}

function columnTable(columns: readonly Column[]): HTMLElement {
  const list = element('dl', '');
  for (const { name, dataType } of columns.slice(0, MAX_COLUMNS)) {
    list.append(element('dt', '', name), element('dd', '', dataType));
  }
  const rest = columns.length - MAX_COLUMNS;
  if (rest > 0)
    list.append(
      element('dt', 'name-card-note', `${rest} more ${rest === 1 ? 'column' : 'columns'}`),
    );
  return list;
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const created = document.createElement(tag);
  if (className !== '') created.className = className;
  created.textContent = text;
  return created;
}
