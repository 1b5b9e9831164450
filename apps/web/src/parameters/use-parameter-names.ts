import { useEffect, useState } from 'react';
import { parameterNames } from '../sql/placeholders.js';

/** Returns the names of the parameters in a text, in order; empty until they are known. */
export function useParameterNames(text: string, dialect: string | undefined): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void parameterNames(text, dialect).then((found) => {
      if (!isCurrent) return;
      // The same array keeps the bar as it is while the user types.
      setNames((known) => (known.join() === found.join() ? known : found));
    });
    return () => {
      isCurrent = false;
    };
  }, [text, dialect]);
  return names;
}
