import { keysOf, objectText, type CreateFormat } from './format.js';

/** One array of objects with a row on each line. */
export const createJson: CreateFormat = (columns) => {
  const keys = keysOf(columns);
  let isFirst = true;
  return {
    begin: () => '[',
    page: (rows) => {
      const lines = rows.map((row) => objectText(keys, row)).join(',\n');
      const text = lines === '' ? '' : `${isFirst ? '\n' : ',\n'}${lines}`;
      if (lines !== '') isFirst = false;
      return text;
    },
    end: () => (isFirst ? ']\n' : '\n]\n'),
  };
};

/** One object on each line. */
export const createNdjson: CreateFormat = (columns) => {
  const keys = keysOf(columns);
  return {
    begin: () => '',
    page: (rows) => rows.map((row) => `${objectText(keys, row)}\n`).join(''),
    end: () => '',
  };
};
