import './history.css';
import type { BatchListItem } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { reads } from '../http/reads.js';
import { personLabel } from '../shares/people.js';
import { shareReads } from '../shares/reads.js';
import { EmptyState } from '../ui/empty-state.js';
import { ErrorAlert } from '../ui/error-alert.js';
import { formatDuration, formatTime } from '../ui/format.js';
import { InfiniteList } from '../ui/infinite-list.js';
import { ButtonLink } from '../ui/links.js';
import { usePageTitle } from '../ui/page-title.js';
import { RunTitle } from './run-title.js';

/** The runs that other users share with the user, newest first. */
export function SharedPage() {
  usePageTitle('Shared with me');
  const shared = useQuery({ ...shareReads.sharedWithMe, refetchOnWindowFocus: true });
  const users = useQuery(reads.users);
  const people = new Map(users.data?.map((user) => [user.id, personLabel(user)]));
  return (
    <div className="column fill">
      <div className="bar">
        <h1 className="bar-title">Shared with me</h1>
        <div className="grow" />
        <ButtonLink variant="default" to="/history">
          My runs
        </ButtonLink>
      </div>
      <ErrorAlert error={shared.error} />
      <div className="grow">
        {shared.data?.length === 0 ? (
          <EmptyState title="Nothing shared with you">
            <p>Runs appear here when their owner shares them with you or with everyone.</p>
          </EmptyState>
        ) : (
          <InfiniteList
            label="Shared runs"
            items={shared.data ?? []}
            keyOf={({ id }) => id}
            rowPixels={44}
            cardPixels={88}
            hasMore={false}
            isLoading={shared.isLoading}
            onMore={() => undefined}
          >
            {(batch) => <SharedRow batch={batch} owner={people.get(batch.userId)} />}
          </InfiniteList>
        )}
      </div>
    </div>
  );
}

function SharedRow({ batch, owner }: { batch: BatchListItem; owner: string | undefined }) {
  const { id, name, status, batchText, selectedText, createdAt, durationMs } = batch;
  const text = selectedText ?? batchText;
  const notes = [formatTime(createdAt), ...(name === null ? [] : [name]), owner ?? 'unknown user'];
  return (
    <>
      <RunTitle batchId={id} status={status} text={text} note={notes.join(' · ')} />
      <span className="number history-time">
        {durationMs === null ? '' : formatDuration(durationMs)}
      </span>
    </>
  );
}
