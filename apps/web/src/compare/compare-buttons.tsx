import { Button } from '@mantine/core';
import { ButtonLink } from '../ui/links.js';
import { selectForComparison, useSelectedRun } from './compare-selection.js';

/** Selects a run for a comparison, or compares it with the selected one. */
export function CompareButtons({ batchId }: { batchId: string }) {
  const selected = useSelectedRun();
  if (selected !== null && selected !== batchId) {
    return (
      <ButtonLink to="/compare" search={{ before: selected, after: batchId }} variant="default">
        Compare with selected run
      </ButtonLink>
    );
  }
  return (
    <Button
      variant="default"
      disabled={selected === batchId}
      title="Then open another run to compare it with this one"
      onClick={() => selectForComparison(batchId)}
    >
      {selected === batchId ? 'Selected for comparison' : 'Select for comparison'}
    </Button>
  );
}
