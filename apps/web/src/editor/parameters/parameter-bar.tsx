import { Suspense } from 'react';
import type { Tab } from '../../tabs/tabs.js';
import { useParameterNames } from '../../parameters/use-parameter-names.js';
import { lazyPart } from '../../ui/lazy-part.js';

const ParameterFields = lazyPart(() => import('./parameter-fields.js'));

interface ParameterBarProps {
  tab: Tab;
  dialect: string | undefined;
  onRun(): void;
}

/** The values of the placeholders in the text of a tab; empty without any. */
export function ParameterBar({ tab, dialect, onRun }: ParameterBarProps) {
  const names = useParameterNames(tab.text, dialect);
  if (names.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ParameterFields tab={tab} names={names} onRun={onRun} />
    </Suspense>
  );
}
