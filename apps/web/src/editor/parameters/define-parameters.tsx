import { Button } from '@mantine/core';
import type { Query } from '@sluice/contracts';
import { Suspense, useState } from 'react';
import type { Tab } from '../../tabs/tabs.js';
import { lazyPart } from '../../ui/lazy-part.js';

const DefinitionsDialog = lazyPart(() => import('./definitions-dialog.js'));

interface DefineParametersProps {
  tab: Tab;
  query: Query;
  names: readonly string[];
}

/** The button that defines the parameters of a saved query. */
export function DefineParameters({ tab, query, names }: DefineParametersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setOpen(true)}>
        Define parameters
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DefinitionsDialog tab={tab} names={names} query={query} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
