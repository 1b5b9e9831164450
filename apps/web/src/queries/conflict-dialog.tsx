import { Button, Modal, Stack, Text } from '@mantine/core';
import type { Query } from '@sluice/contracts';
import { formatTime } from '../ui/format.js';
import { FormFooter } from '../ui/form-footer.js';
import { DiffView } from './diff-view.js';

interface ConflictDialogProps {
  mine: string;
  theirs: Query;
  /** The conflict was found while saving; otherwise when the query was opened. */
  isSaving: boolean;
  onOverwrite(): void;
  onTakeTheirs(): void;
  onSaveCopy(): void;
  onClose(): void;
}

/** Shows the differences to a version that another user saved, and the choices. */
export default function ConflictDialog(props: ConflictDialogProps) {
  const { mine, theirs, isSaving, onOverwrite, onTakeTheirs, onSaveCopy, onClose } = props;
  const who = theirs.updatedByUser?.name ?? theirs.updatedByUser?.email ?? 'Another user';
  const isSameText = theirs.queryText === mine;
  return (
    <Modal
      opened
      size="80rem"
      onClose={onClose}
      title={isSaving ? 'Not saved: the query has changed' : 'The saved query has changed'}
    >
      <Stack gap="sm">
        <Text size="sm">
          {who} saved “{theirs.name}” at {formatTime(theirs.updatedAt)}, after you opened it.{' '}
          {isSameText
            ? 'The text is the same as yours. The name, tags, sharing or chart differ.'
            : 'Your text stays in this browser until you save it or take theirs.'}
        </Text>
        {!isSameText && <DiffView left={theirs.queryText} right={mine} />}
        <FormFooter>
          <Button variant="default" data-autofocus onClick={onClose}>
            Continue editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Take theirs
          </Button>
          <Button variant="default" onClick={onSaveCopy}>
            Save mine as a copy
          </Button>
          {theirs.canWrite && (
            <Button color="red" onClick={onOverwrite}>
              Overwrite theirs
            </Button>
          )}
        </FormFooter>
      </Stack>
    </Modal>
  );
}
