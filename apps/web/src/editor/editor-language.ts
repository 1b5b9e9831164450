import { Facet } from '@codemirror/state';
import type { StatementAnalysis } from './analysis/statement-analysis.js';

/** The name of the dialect of the editor; undefined without a connection. */
export const dialectName = Facet.define<string | undefined, string | undefined>({
  combine: ([name]) => name,
});

/** The analysis of statements for the connection of the editor. */
export const statementAnalysis = Facet.define<StatementAnalysis, StatementAnalysis | undefined>({
  combine: ([analysis]) => analysis,
});
