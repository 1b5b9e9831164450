import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Icon } from '../ui/icon.js';
import { lazyPart } from '../ui/lazy-part.js';
import { useManagesRun, type SharedRun } from './run-rights.js';

const ShareDialog = lazyPart(() => import('./share-dialog.js'));

const LABEL = 'Share run';

/** Opens the dialog that shares a run. Only its owner and admins see the button. */
export function ShareRunButton({ run }: { run: SharedRun }) {
  const [isOpen, setOpen] = useState(false);
  if (!useManagesRun(run)) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Share
      </Button>
      <Dialog run={run} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** As {@link ShareRunButton}, for the bar above the rows. */
export function ShareRunIcon({ run }: { run: SharedRun }) {
  const [isOpen, setOpen] = useState(false);
  if (!useManagesRun(run)) return null;
  return (
    <>
      <Tooltip label={LABEL}>
        <ActionIcon aria-label={LABEL} onClick={() => setOpen(true)}>
          <Icon name="share" size={14} />
        </ActionIcon>
      </Tooltip>
      <Dialog run={run} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

interface DialogProps {
  run: SharedRun;
  isOpen: boolean;
  onClose(): void;
}

const Dialog = ({ run, isOpen, onClose }: DialogProps) => (
  <Suspense fallback={null}>{isOpen && <ShareDialog run={run} onClose={onClose} />}</Suspense>
);
