import type { Connection, UpdateQuery } from '@sluice/contracts';
import { Suspense } from 'react';
import type { SavedQuery } from '../http/reads.js';
import type { Tab } from '../tabs/tabs.js';
import type { SaveQuestion } from './save-dialog.js';
import { lazyPart } from '../ui/lazy-part.js';

const SaveDialog = lazyPart(() => import('./save-dialog.js'));
const ConflictDialog = lazyPart(() => import('./conflict-dialog.js'));

interface Conflict {
  kind: 'conflict';
  /** The version that another user saved. */
  theirs: SavedQuery;
  /** The fields that could not be saved; null if the conflict was found before a save. */
  fields: UpdateQuery | null;
}

/** The question that a save asks the user. */
export type SavingQuestion = SaveQuestion | Conflict;

interface SavingDialogProps {
  question: SavingQuestion;
  tab: Tab;
  connections: Connection[];
  onOverwrite(conflict: Conflict): void;
  onTakeTheirs(theirs: SavedQuery): void;
  onSaveCopy(): void;
  /** @throws ApiError that names the invalid fields */
  onSave(fields: UpdateQuery): Promise<void>;
  onClose(): void;
}

/** The dialog for the open question of a save. */
export function SavingDialog({ question, tab, connections, ...on }: SavingDialogProps) {
  return (
    <Suspense fallback={null}>
      {question.kind === 'conflict' ? (
        <ConflictDialog
          mine={tab.text}
          theirs={question.theirs.query}
          isSaving={question.fields !== null}
          onOverwrite={() => on.onOverwrite(question)}
          onTakeTheirs={() => on.onTakeTheirs(question.theirs)}
          onSaveCopy={on.onSaveCopy}
          onClose={on.onClose}
        />
      ) : (
        <SaveDialog
          question={question}
          connectionId={tab.connectionId}
          connections={connections}
          onSave={on.onSave}
          onClose={on.onClose}
        />
      )}
    </Suspense>
  );
}
