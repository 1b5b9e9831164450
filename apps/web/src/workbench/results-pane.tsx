import { Alert, Anchor, Badge, Button, Code, Loader, Stack, Text } from '@mantine/core';
import type { Batch, ColumnInfo, Statement, StatementError } from '@sluice/contracts';
import { useEffect, useState } from 'react';
import { textOf } from '../api/client.js';
import { keyNames } from '../app/key-names.js';
import { CancelButton } from './cancel-button.js';
import { countOf, durationOf } from './format.js';
import { faultOf, type Place } from './positions.js';
import { ResultView } from './result-view.js';
import { placeWords, statusColours, statusWords, waits } from './run-words.js';
import type { WatchedBatch } from './use-batch.js';

interface ResultsPaneProps {
  watched: WatchedBatch;
  /** Shows a place in the text that was run; without it the place is told only. */
  onShow?(place: Place): void;
}

/** What became of a run: how it stands, its statements, and the rows of one of them. */
export function ResultsPane({ watched, onShow }: ResultsPaneProps) {
  const { batch, error, isOffline } = watched;
  const [chosen, setChosen] = useState<string | null>(null);
  if (batch === undefined) {
    if (error !== null) return <Notice color="red" title={textOf(error)} />;
    return <Hint />;
  }
  const statement = batch.statements.find(({ id }) => id === chosen) ?? mostTelling(batch);
  return (
    <div className="column fill">
      <RunStatus batch={batch} isOffline={isOffline} />
      {batch.statements.length > 1 && (
        <StatementTabs batch={batch} chosenId={statement?.id} onChoose={setChosen} />
      )}
      <div className="grow">
        {statement && <StatementView batch={batch} statement={statement} onShow={onShow} />}
      </div>
    </div>
  );
}

/** Who has chosen none sees what failed or was cancelled, else what ran last and has rows. */
function mostTelling({ statements }: Batch): Statement | undefined {
  return (
    statements.find(({ status }) => status === 'error') ??
    statements.find((statement) => statement.status === 'cancelled' && wasSent(statement)) ??
    statements.findLast(({ columns }) => columns !== null) ??
    statements.find(({ status }) => status === 'started') ??
    statements.at(-1)
  );
}

/** Those behind a statement that failed or was cancelled are never sent. */
const wasSent = ({ startTime }: Statement): boolean => startTime !== null;

function Hint() {
  const { mod } = keyNames();
  return (
    <Stack p="lg" gap={4}>
      <Text fw={600}>Rows appear here</Text>
      <Text c="dimmed" size="sm">
        {mod}+Enter runs everything, or what is selected. {mod}+Shift+Enter runs the statement under
        the cursor. Press ? outside of the editor for all shortcuts.
      </Text>
    </Stack>
  );
}

function RunStatus({ batch, isOffline }: { batch: Batch; isOffline: boolean }) {
  const elapsedMs = useElapsed(batch);
  const isRunning = batch.status === 'started';
  const rows = batch.statements.find(({ status }) => status === 'started')?.rowCount;
  return (
    <div className="bar" role="status" aria-live="polite">
      <Badge color={statusColours[batch.status]} variant="light" tt="none">
        {labelOf(batch)}
      </Badge>
      {isRunning && <Loader size={14} />}
      <Text size="sm" component="span" className="number">
        {durationOf(elapsedMs)}
      </Text>
      {rows != null && rows > 0 && (
        <Text size="sm" component="span">
          {countOf(rows)} rows so far
        </Text>
      )}
      {isOffline && (
        <Badge color="orange" variant="light" tt="none">
          No connection to the service; the run goes on. Trying again …
        </Badge>
      )}
      {isRunning && <CancelButton batchId={batch.id} isAsked={batch.cancel !== null} />}
    </div>
  );
}

function labelOf({ status, queuePosition, waitReason, statements }: Batch): string {
  if (status !== 'started') return statusWords[status];
  if (queuePosition !== null) {
    const reason = waitReason === null ? '' : `: ${waits[waitReason]}`;
    return `Waiting, place ${placeWords(queuePosition)}${reason}`;
  }
  const running = statements.find((statement) => statement.status === 'started');
  if (running === undefined) return 'Connecting';
  return statements.length === 1
    ? 'Running'
    : `Running statement ${running.sequence} of ${statements.length}`;
}

/** Milliseconds that a run takes or took; ticks while it runs. */
function useElapsed({ status, startTime, durationMs }: Batch): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (status !== 'started') return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [status]);
  return durationMs ?? Math.max(0, now - Date.parse(startTime));
}

interface StatementTabsProps {
  batch: Batch;
  chosenId: string | undefined;
  onChoose(id: string): void;
}

function StatementTabs({ batch, chosenId, onChoose }: StatementTabsProps) {
  return (
    <div
      className="bar"
      role="group"
      aria-label="Statements"
      style={{ maxHeight: 110, overflow: 'auto' }}
    >
      {batch.statements.map((statement) => (
        <Button
          key={statement.id}
          variant={statement.id === chosenId ? 'filled' : 'default'}
          aria-pressed={statement.id === chosenId}
          title={statement.statementText.slice(0, 2_000)}
          onClick={() => onChoose(statement.id)}
        >
          {statement.sequence}. {summaryOf(statement)}
        </Button>
      ))}
    </div>
  );
}

function summaryOf(statement: Statement): string {
  const { status, command, rowCount, affectedRows, statementText } = statement;
  const name = command ?? statementText.trim().split(/\s+/)[0]?.toUpperCase().slice(0, 16) ?? '';
  if (status === 'error') return `${name} failed`;
  if (status === 'cancelled') return `${name} ${wasSent(statement) ? 'cancelled' : 'not run'}`;
  if (status !== 'finished') return name;
  const count = rowCount ?? affectedRows;
  return count === null ? name : `${name} ${countOf(count)}`;
}

interface StatementViewProps {
  batch: Batch;
  statement: Statement;
  onShow: ResultsPaneProps['onShow'];
}

function StatementView({ batch, statement, onShow }: StatementViewProps) {
  const { status, error, columns, notices } = statement;
  if (status === 'cancelled') return <Cancelled batch={batch} statement={statement} />;
  if (error !== null) {
    return <Failure error={error} place={faultOf(batch, statement)} onShow={onShow} />;
  }
  if (columns !== null) return <ResultView statement={withColumns(statement, columns)} />;
  if (status === 'queued') return <Notice color="gray" title="Not sent yet" />;
  if (status === 'started') return <Notice color="blue" title="The database is working …" />;
  return (
    <Notice color="green" title={doneText(statement)}>
      {notices.length > 0 && <Code block>{notices.join('\n')}</Code>}
    </Notice>
  );
}

const withColumns = (statement: Statement, columns: ColumnInfo[]) => ({ ...statement, columns });

function doneText({ command, affectedRows, durationMs }: Statement): string {
  const rows = affectedRows === null ? '' : `, ${countOf(affectedRows)} rows`;
  const time = durationMs === null ? '' : ` in ${durationOf(durationMs)}`;
  return `${command ?? 'Done'}${rows}${time}`;
}

const outcomes: Record<StatementError['outcome'], string> = {
  not_run: 'Nothing was sent to the database; it is safe to run again.',
  failed: 'The database refused it; it had no effect.',
  unknown:
    'It was sent, and nobody knows whether it took effect. Look at the data before you run it again.',
  ran_result_lost: 'It ran, but its rows could not be kept.',
};

const cancelledOutcomes: Record<StatementError['outcome'], string> = {
  not_run: 'It was not sent to the database.',
  failed: 'The database stopped it. It had no effect.',
  unknown: 'It may have taken effect. Check the data before you run it again.',
  ran_result_lost: 'It ran to its end in the database, but its rows were not kept.',
};

function Cancelled({ batch, statement }: { batch: Batch; statement: Statement }) {
  if (!wasSent(statement)) {
    const what = batch.status === 'cancelled' ? 'was cancelled' : 'ended';
    return (
      <Notice
        color="gray"
        title="Not run"
      >{`The run ${what} before this statement was sent.`}</Notice>
    );
  }
  const outcome = statement.error?.outcome ?? 'unknown';
  return (
    <Notice color="gray" title="Cancelled">
      {cancelledOutcomes[outcome]}
    </Notice>
  );
}

interface FailureProps {
  error: StatementError;
  place: Place | null;
  onShow: ResultsPaneProps['onShow'];
}

function Failure({ error, place, onShow }: FailureProps) {
  return (
    <Notice color="red" title={error.title}>
      {error.detail !== undefined && <Text size="sm">{error.detail}</Text>}
      {error.hint !== undefined && <Text size="sm">Hint: {error.hint}</Text>}
      <Text size="sm" c="dimmed">
        {place !== null && <PlaceName place={place} onShow={onShow} />}
        {outcomes[error.outcome]}
        {error.sqlState !== undefined && ` SQLSTATE ${error.sqlState}.`}
      </Text>
    </Notice>
  );
}

function PlaceName({ place, onShow }: { place: Place; onShow: FailureProps['onShow'] }) {
  const name = `Line ${place.line}, column ${place.column}`;
  if (onShow === undefined) return <>{name}. </>;
  return (
    <>
      <Anchor component="button" type="button" inherit onClick={() => onShow(place)}>
        {name}
      </Anchor>
      {'. '}
    </>
  );
}

function Notice(props: { color: string; title: string; children?: React.ReactNode }) {
  return <Alert m="sm" variant="light" {...props} style={{ overflow: 'auto', maxHeight: '90%' }} />;
}
