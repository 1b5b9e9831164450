import './version-history.css';
import { Button, Modal, Stack, Text } from '@mantine/core';
import type { QueryVersionListItem } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../http/client.js';
import type { SavedQuery } from '../http/reads.js';
import { isTextUnsaved, type Tab } from '../tabs/tabs.js';
import { FormFooter } from '../ui/form-footer.js';
import { formatTime } from '../ui/format.js';
import { showError } from '../ui/show-error.js';
import { DiffView } from './diff-view.js';
import { restoreVersion, versionReads } from './version-requests.js';

interface VersionHistoryProps {
  queryId: string;
  tab: Tab;
  onRestored(saved: SavedQuery): void;
  onClose(): void;
}

/** The versions of a saved query, each compared with the text of the tab. */
export default function VersionHistory(props: VersionHistoryProps) {
  const { queryId, tab, onRestored, onClose } = props;
  const list = useQuery(versionReads.list(queryId));
  const [chosen, setChosen] = useState<number | null>(null);
  const [isRestoring, setRestoring] = useState(false);
  const shown = chosen ?? list.data?.[0]?.number ?? null;
  const restore = async (number: number): Promise<void> => {
    setRestoring(true);
    try {
      onRestored(await restoreVersion(queryId, number, tab.etag));
    } catch (error) {
      showError(error, 'The version could not be restored');
    } finally {
      setRestoring(false);
    }
  };
  return (
    <Modal opened size="80rem" onClose={onClose} title={`Version history of “${tab.name}”`}>
      <Stack gap="sm">
        {list.isError && <Text size="sm">{errorText(list.error)}</Text>}
        {list.data?.length === 0 && (
          <Text size="sm">No versions yet. Each save of the text or the chart adds one.</Text>
        )}
        <div className="versions">
          <nav aria-label="Versions">
            {list.data?.map((version) => (
              <VersionButton
                key={version.number}
                version={version}
                isShown={version.number === shown}
                onClick={() => setChosen(version.number)}
              />
            ))}
          </nav>
          <div>{shown !== null && <Comparison queryId={queryId} number={shown} tab={tab} />}</div>
        </div>
        {isTextUnsaved(tab) && (
          <Text size="sm">
            Restoring replaces your unsaved changes in the editor. Undo brings them back.
          </Text>
        )}
        <FormFooter>
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
          <Button
            disabled={shown === null}
            loading={isRestoring}
            onClick={() => shown !== null && void restore(shown)}
          >
            Restore this version
          </Button>
        </FormFooter>
      </Stack>
    </Modal>
  );
}

interface VersionButtonProps {
  version: QueryVersionListItem;
  isShown: boolean;
  onClick(): void;
}

function VersionButton({ version, isShown, onClick }: VersionButtonProps) {
  const { number, createdAt, createdByUser, restoredFrom } = version;
  const author = createdByUser?.name ?? createdByUser?.email ?? 'Deleted user';
  return (
    <button type="button" aria-current={isShown ? 'true' : undefined} onClick={onClick}>
      Version {number}
      <small>
        {formatTime(createdAt)}, {author}
        {restoredFrom !== null && `, restored from version ${restoredFrom}`}
      </small>
    </button>
  );
}

function Comparison({ queryId, number, tab }: { queryId: string; number: number; tab: Tab }) {
  const version = useQuery(versionReads.one(queryId, number));
  if (version.isError) return <Text size="sm">{errorText(version.error)}</Text>;
  if (version.data === undefined) return null;
  const { queryText } = version.data;
  if (queryText === tab.text) return <Text size="sm">The text is the same as in the editor.</Text>;
  const sides = { left: `version ${number}`, right: 'text in the editor' };
  return <DiffView left={queryText} right={tab.text} sides={sides} />;
}
