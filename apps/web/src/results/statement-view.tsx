import { Anchor, Code, Text } from '@mantine/core';
import type { Batch, Statement, StatementError } from '@sluice/contracts';
import type { ReactNode } from 'react';
import { useReadsRows } from '../shares/run-rights.js';
import { formatCount, formatDuration } from '../ui/format.js';
import { errorPosition, type TextPosition } from './error-position.js';
import { missingRowsOf } from './missing-rows.js';
import { Notice } from './notice.js';
import { ResultView } from './result-view.js';
import { wasSent } from './statement-tabs.js';

type OnShowPosition = ((position: TextPosition) => void) | undefined;

interface StatementViewProps {
  batch: Batch;
  statement: Statement;
  /** The status of the run, for the bar of the result. */
  status: ReactNode;
  onShowPosition: OnShowPosition;
}

/** The result of one statement with its bar: its rows, its error, or its state. */
export function StatementView(props: StatementViewProps) {
  const { batch, statement, status } = props;
  const { columns, error, notices } = statement;
  const mayRead = useReadsRows(batch);
  const hasRows = columns !== null && error === null && statement.status !== 'cancelled';
  const missing = hasRows ? missingRowsOf(statement, mayRead !== false, Date.now()) : null;
  if (hasRows && mayRead === undefined) return <div className="bar result-bar">{status}</div>;
  if (hasRows && missing === null) {
    return (
      <ResultView
        // Filters and order belong to the columns of one result.
        key={statement.id}
        statement={{ ...statement, columns }}
        run={batch}
        status={status}
        notices={notices}
      />
    );
  }
  return (
    <div className="column fill">
      <div className="bar result-bar">{status}</div>
      <div className="grow">
        {missing === null ? (
          <Message {...props} />
        ) : (
          <Notice color="gray" title={missing.title}>
            {missing.text}
          </Notice>
        )}
      </div>
    </div>
  );
}

/** The message in place of rows. */
function Message({ batch, statement, onShowPosition }: StatementViewProps) {
  const { status, error, notices } = statement;
  if (status === 'cancelled') return <Cancelled batch={batch} statement={statement} />;
  if (error !== null) {
    const position = errorPosition(batch, statement);
    return <Failed {...{ error, notices, position, onShowPosition }} />;
  }
  if (status === 'queued') return <Notice color="gray" title="Not started" />;
  if (status === 'started') return <Notice color="blue" title="Running in the database …" />;
  return (
    <Notice color="green" title={finishedText(statement)}>
      {notices.length > 0 && <Code block>{notices.join('\n')}</Code>}
    </Notice>
  );
}

function finishedText({ command, affectedRows, durationMs }: Statement): string {
  const rows = affectedRows === null ? '' : `, ${formatCount(affectedRows)} rows`;
  const time = durationMs === null ? '' : ` in ${formatDuration(durationMs)}`;
  return `${command ?? 'Done'}${rows}${time}`;
}

const failedOutcomes: Record<StatementError['outcome'], string> = {
  not_run: 'The statement was not sent to the database. You can run it again.',
  failed: 'The database rejected the statement. It had no effect.',
  unknown: 'The statement may have taken effect. Check the data before you run it again.',
  ran_result_lost: 'The statement ran, but its rows could not be stored.',
};

const cancelledOutcomes: Record<StatementError['outcome'], string> = {
  not_run: 'The statement was not sent to the database.',
  failed: 'The database stopped the statement. It had no effect.',
  unknown: 'The statement may have taken effect. Check the data before you run it again.',
  ran_result_lost: 'The statement finished in the database, but its rows were not stored.',
};

function Cancelled({ batch, statement }: { batch: Batch; statement: Statement }) {
  if (!wasSent(statement)) {
    const event = batch.status === 'cancelled' ? 'was cancelled' : 'ended';
    return (
      <Notice color="gray" title="Not run">
        {`The run ${event} before this statement was sent.`}
      </Notice>
    );
  }
  return (
    <Notice color="gray" title="Cancelled">
      {cancelledOutcomes[statement.error?.outcome ?? 'unknown']}
    </Notice>
  );
}

interface FailedProps {
  error: StatementError;
  notices: readonly string[];
  position: TextPosition | null;
  onShowPosition: OnShowPosition;
}

function Failed({ error, notices, position, onShowPosition }: FailedProps) {
  return (
    <Notice color="red" title={error.title}>
      {error.detail !== undefined && <Text size="sm">{error.detail}</Text>}
      {error.hint !== undefined && <Text size="sm">Hint: {error.hint}</Text>}
      <Text size="sm" c="dimmed">
        {position !== null && <PositionLink position={position} onShow={onShowPosition} />}
        {failedOutcomes[error.outcome]}
        {error.sqlState !== undefined && ` SQLSTATE ${error.sqlState}.`}
      </Text>
      {notices.length > 0 && <Code block>{notices.join('\n')}</Code>}
    </Notice>
  );
}

function PositionLink({ position, onShow }: { position: TextPosition; onShow: OnShowPosition }) {
  const label = `Line ${position.line}, column ${position.column}`;
  if (onShow === undefined) return <>{label}. </>;
  return (
    <>
      <Anchor component="button" type="button" inherit onClick={() => onShow(position)}>
        {label}
      </Anchor>
      {'. '}
    </>
  );
}
