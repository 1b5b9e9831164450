import {
  compareRequestSchema,
  comparisonSchema,
  idParamsSchema,
  viewRequestSchema,
  viewSchema,
} from '@sluice/contracts';
import type { ResultViews } from '@sluice/result-views';
import { principalOf, type Scope } from '../http/index.js';
import type { Statements } from '../statements/index.js';
import { sendView, viewResponses } from './reply.js';
import { compareStatements, viewStatement } from './service.js';

/** Dependencies of the routes of views. */
export interface ViewRouteDependencies {
  statements: Statements;
  views: ResultViews;
}

/** `POST /api/statements/:id/view` */
export function viewRoute(scope: Scope, { statements, views }: ViewRouteDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/statements/:id/view',
    schema: {
      summary: 'Sort, filter, search or aggregate all rows of a finished statement',
      tags: ['statements'],
      params: idParamsSchema,
      body: viewRequestSchema,
      response: { 200: viewSchema, ...viewResponses },
    },
    handler: async (request, reply) => {
      const { params, body } = request;
      await sendView(reply, (signal) =>
        statements.withReadable(principalOf(request), params.id, (statement) =>
          viewStatement(views, statement, body, signal),
        ),
      );
      return reply;
    },
  });
}

/** `POST /api/statements/:id/compare` */
export function compareRoute(scope: Scope, { statements, views }: ViewRouteDependencies): void {
  scope.route({
    method: 'POST',
    url: '/api/statements/:id/compare',
    schema: {
      summary: 'Compare all rows of two finished statements',
      tags: ['statements'],
      params: idParamsSchema,
      body: compareRequestSchema,
      response: { 200: comparisonSchema, ...viewResponses },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { before: beforeId, ...options } = request.body;
      await sendView(reply, (signal) =>
        statements.withReadable(principal, request.params.id, (after) =>
          statements.withReadable(principal, beforeId, (before) =>
            compareStatements(views, { before, after }, options, signal),
          ),
        ),
      );
      return reply;
    },
  });
}
