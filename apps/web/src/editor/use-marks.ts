import type { Batch } from '@sluice/contracts';
import { useEffect, useMemo, useState } from 'react';
import type { Tab } from '../tabs/tabs.js';
import { markIn, marksOf } from './error-marks.js';
import type { Mark } from './sql-editor.js';

interface ErrorMarks {
  marks: Mark[];
  /** Marks the position that an error of the formatter names. */
  markFormatError(text: string, message: string): void;
}

/** Returns the error marks of the last run and of the last format. */
export function useMarks({ id, text }: Tab, batch: Batch | undefined): ErrorMarks {
  const [formatMarks, setFormatMarks] = useState<Mark[]>([]);
  const runMarks = useMemo(() => (batch === undefined ? [] : marksOf(batch)), [batch]);
  const marks = useMemo(() => [...runMarks, ...formatMarks], [runMarks, formatMarks]);
  useEffect(() => setFormatMarks((last) => (last.length === 0 ? last : [])), [id, text]);
  return {
    marks,
    markFormatError: (formatted, message) => setFormatMarks(markIn(formatted, message)),
  };
}
