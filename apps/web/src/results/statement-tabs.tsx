import type { Batch, Statement } from '@sluice/contracts';
import { formatCount } from '../ui/format.js';

interface StatementTabsProps {
  batch: Batch;
  chosenId: string | undefined;
  onChoose(id: string): void;
}

/** Chooses the statement whose result is shown. */
export function StatementTabs({ batch, chosenId, onChoose }: StatementTabsProps) {
  return (
    <div className="statement-tabs" role="group" aria-label="Statements">
      {batch.statements.map((statement) => (
        <button
          key={statement.id}
          type="button"
          aria-pressed={statement.id === chosenId}
          title={statement.statementText.slice(0, 2_000)}
          onClick={() => onChoose(statement.id)}
        >
          {statement.sequence}. {summaryOf(statement)}
        </button>
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
  return count === null ? name : `${name} ${formatCount(count)}`;
}

/** Returns whether a statement was sent. Statements after a failed or cancelled one are not sent. */
export const wasSent = ({ startTime }: Statement): boolean => startTime !== null;
