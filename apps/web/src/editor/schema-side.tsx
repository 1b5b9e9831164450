import { Suspense, useState } from 'react';
import { SchemaPanel } from '../schema/schema-panel.js';
import type { SchemaPlace } from '../schema/schema-place.js';
import type { ColumnRow } from '../schema/tree-rows.js';
import { activeTab, openTab } from '../tabs/tabs.js';
import { useStoredLook } from '../ui/browser-storage.js';
import { showError } from '../ui/show-error.js';
import { Splitter } from '../ui/splitter.js';
import { runBatch } from './run-batch.js';
import { lazyPart } from '../ui/lazy-part.js';

const ColumnProfileDialog = lazyPart(() => import('./column-profile-dialog.js'));

interface SchemaSideProps {
  connectionId: string | null;
  dialect: string | undefined;
  shown: SchemaPlace | null;
  onInsert(text: string): void;
}

/** Returns whether the schema is in view; a narrow window hides it. */
export const isSchemaShown = (): boolean =>
  (document.querySelector('.schema-side')?.getClientRects().length ?? 0) > 0;

/** The schema to the left of the editor, with its splitter. */
export function SchemaSide({ connectionId, dialect, shown, onInsert }: SchemaSideProps) {
  const [width, setWidth] = useStoredLook('schema-width', 260);
  const [profiled, setProfiled] = useState<ColumnRow | null>(null);
  return (
    <>
      <div className="schema-side" style={{ width }}>
        <SchemaPanel
          connectionId={connectionId}
          dialect={dialect}
          shown={shown}
          onInsert={onInsert}
          onSelectFrom={(text) => {
            const id = openTab({ text, connectionId });
            runBatch({ ...activeTab(), id }, null, null).catch(showError);
          }}
          onProfile={setProfiled}
        />
      </div>
      <Splitter
        label="Schema width"
        orientation="vertical"
        value={width}
        min={120}
        max={700}
        onChange={setWidth}
      />
      {connectionId !== null && profiled !== null && (
        <Suspense fallback={null}>
          <ColumnProfileDialog
            connectionId={connectionId}
            dialect={dialect}
            row={profiled}
            onClose={() => setProfiled(null)}
          />
        </Suspense>
      )}
    </>
  );
}
