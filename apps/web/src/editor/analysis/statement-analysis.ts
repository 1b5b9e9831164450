import type { Complete } from '../completion/source.js';
import type { StatementPosition } from '../completion/analysis.js';
import type { NameMeaning } from '../names/meaning.js';
import type { TextRange } from '../../sql/text-range.js';
import type { Answer, Question } from './host-messages.js';

/** Answers questions about the statements of one connection. */
export interface StatementAnalysis {
  complete: Complete;
  /** Returns null without a known name. */
  meaning: (position: StatementPosition) => Promise<NameMeaning | null>;
  /** Returns the uses of an alias or common table expression; empty for other names. */
  occurrences: (position: StatementPosition) => Promise<TextRange[]>;
}

/** Returns the answer to a question; null if it cannot be answered. */
export type Ask = (question: Question) => Promise<Answer | null>;

/** Returns an analysis that asks these questions. */
export const analysisBy = (ask: Ask): StatementAnalysis => ({
  complete: async (request) => {
    const answer = await ask({ kind: 'complete', ...request });
    return answer?.kind === 'complete' ? answer.analysis : null;
  },
  meaning: async (position) => {
    const answer = await ask({ kind: 'meaning', ...position });
    return answer?.kind === 'meaning' ? answer.meaning : null;
  },
  occurrences: async (position) => {
    const answer = await ask({ kind: 'occurrences', ...position });
    return answer?.kind === 'occurrences' ? answer.ranges : [];
  },
});
