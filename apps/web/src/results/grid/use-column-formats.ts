import type { ColumnInfo } from '@sluice/contracts';
import { useMemo, useState } from 'react';
import { readStored, writeStored } from '../../ui/browser-storage.js';
import { formatsOf } from './column-formats.js';

/** The formats that the user chose for the columns of one result. */
export interface ColumnFormats {
  /** Null shows a column as stored. */
  of(index: number): string | null;
  set(index: number, format: string | null): void;
  /** All columns are shown as stored, for a moment. */
  isRaw: boolean;
  setRaw(isRaw: boolean): void;
  hasAny: boolean;
}

/** Formats by the index of the column. */
type Chosen = Record<string, string>;

/** The results with formats, by their columns; the last used one is the last. */
type Stored = [columns: string, formats: Chosen][];

const NAME = 'column-formats';
const MAX_STORED = 50;
/** Longer lists of columns would fill the storage. */
const MAX_KEY_CHARACTERS = 2_000;

/** Keeps the formats of the columns of a result, also for the next run with the same columns. */
export function useColumnFormats(columns: ColumnInfo[]): ColumnFormats {
  const key = useMemo(
    () => JSON.stringify(columns.map(({ name, datatype }) => [name, datatype])),
    [columns],
  );
  const [chosen, setChosen] = useState(() => storedFormats(key));
  const [isRaw, setRaw] = useState(false);
  return useMemo(
    () => ({
      of: (index) => {
        const format = chosen[index];
        const column = columns[index];
        const isKnown =
          format !== undefined && column !== undefined && Object.hasOwn(formatsOf(column), format);
        return isKnown && !isRaw ? format : null;
      },
      set: (index, format) => {
        const others = Object.entries(chosen).filter(([each]) => each !== String(index));
        const next = Object.fromEntries(
          format === null ? others : [...others, [String(index), format]],
        );
        setRaw(false);
        setChosen(next);
        storeFormats(key, next);
      },
      isRaw,
      setRaw,
      hasAny: Object.keys(chosen).length > 0,
    }),
    [columns, key, chosen, isRaw],
  );
}

const storedFormats = (key: string): Chosen =>
  stored().find(([columns]) => columns === key)?.[1] ?? {};

const stored = (): Stored => readStored<Stored>(NAME, []);

function storeFormats(key: string, formats: Chosen): void {
  if (key.length > MAX_KEY_CHARACTERS) return;
  const next = stored().filter(([columns]) => columns !== key);
  if (Object.keys(formats).length > 0) next.push([key, formats]);
  writeStored(NAME, next.slice(-MAX_STORED));
}
