// Made by scripts/document-api.mjs out of the OpenAPI document; not to be edited.

export interface paths {
  '/api/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Check whether the process responds */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Check whether new batches would run */
    get: operations['getReady'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/app': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the signed-in user, if any, and the configuration of the service */
    get: operations['getApp'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signin': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sign in with an email address or LDAP user name and a password; sets the session cookie */
    post: operations['postSignin'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Sign out: end the session. Cross-origin requests are refused. */
    get: operations['getSignout'];
    put?: never;
    /** Sign out: end the session. Cross-origin requests are refused. */
    post: operations['postSignout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signup': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Create a local account with an invitation or an allowed email address */
    post: operations['postSignup'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/password-reset/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Set a new password with a link from an admin; the link works once */
    post: operations['postPasswordResetId'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List users, by email address
     * @description Scope of personal tokens: `admin`.
     */
    get: operations['getUsers'];
    put?: never;
    /**
     * Create a user
     * @description Scope of personal tokens: `admin`.
     */
    post: operations['postUsers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a user
     * @description Scope of personal tokens: `admin`.
     */
    get: operations['getUsersId'];
    /**
     * Change your own name, email address or password or, as an admin, another user
     * @description Scope of personal tokens: `admin`.
     */
    put: operations['putUsersId'];
    post?: never;
    /**
     * Delete a user; queries and batches of the user remain
     * @description Scope of personal tokens: `admin`.
     */
    delete: operations['deleteUsersId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{id}/identities': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the links of a user to other services
     * @description Scope of personal tokens: `admin`.
     */
    get: operations['getUsersIdIdentities'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{id}/identities/{origin}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove the link of a user to a service and end the user's sessions
     * @description Closed to personal tokens.
     */
    delete: operations['deleteUsersIdIdentitiesOrigin'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your own sessions, last used first
     * @description Closed to personal tokens.
     */
    get: operations['getSessions'];
    put?: never;
    post?: never;
    /**
     * End your other sessions
     * @description Closed to personal tokens.
     */
    delete: operations['deleteSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End one of your own sessions
     * @description Closed to personal tokens.
     */
    delete: operations['deleteSessionsId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/users/{id}/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End all sessions of a user
     * @description Closed to personal tokens.
     */
    delete: operations['deleteUsersIdSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/service-tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List all service tokens, newest first, without their secrets
     * @description Closed to personal tokens.
     */
    get: operations['getServiceTokens'];
    put?: never;
    /**
     * Create a service token. Only this response contains it.
     * @description Closed to personal tokens.
     */
    post: operations['postServiceTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/service-tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a service token
     * @description Closed to personal tokens.
     */
    delete: operations['deleteServiceTokensId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tokens': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your personal tokens, newest first, without their secrets
     * @description Closed to personal tokens.
     */
    get: operations['getTokens'];
    put?: never;
    /**
     * Create a personal token. Only this response contains it.
     * @description Closed to personal tokens.
     */
    post: operations['postTokens'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tokens/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a personal token of yours or, as an admin, of any user; its batches end
     * @description Closed to personal tokens.
     */
    delete: operations['deleteTokensId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List audit events, newest first; at most 1000
     * @description Scope of personal tokens: `admin`.
     */
    get: operations['getAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the online workers, the running batches, and the waiting batches with the reason
     * @description Scope of personal tokens: `admin`.
     */
    get: operations['getWorkers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the connections that you may use, by name
     * @description Scope of personal tokens: `schema:read`.
     */
    get: operations['getConnections'];
    put?: never;
    /**
     * Create a connection
     * @description Scope of personal tokens: `admin`.
     */
    post: operations['postConnections'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a connection; secrets are empty
     * @description Scope of personal tokens: `admin`.
     */
    get: operations['getConnectionsId'];
    /**
     * Change a connection; omitted fields keep their value
     * @description Scope of personal tokens: `admin`.
     */
    put: operations['putConnectionsId'];
    post?: never;
    /**
     * Delete a connection
     * @description Scope of personal tokens: `admin`.
     */
    delete: operations['deleteConnectionsId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/test-connection': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a connection; 400 with the database's message when it fails
     * @description Scope of personal tokens: `admin`.
     */
    post: operations['postTestConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connection-accesses': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List connection accesses, newest first
     * @description Scope of personal tokens: `admin`.
     */
    get: operations['getConnectionAccesses'];
    put?: never;
    /**
     * Grant a user, a service token or everyone access to a connection
     * @description Scope of personal tokens: `admin`.
     */
    post: operations['postConnectionAccesses'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connection-accesses/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a connection access
     * @description Scope of personal tokens: `admin`.
     */
    get: operations['getConnectionAccessesId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connection-accesses/{id}/expire': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Expire a connection access now
     * @description Scope of personal tokens: `admin`.
     */
    put: operations['putConnectionAccessesIdExpire'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/drivers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the database drivers and the fields of their connections
     * @description Scope of personal tokens: `schema:read`.
     */
    get: operations['getDrivers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connection-clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List all open connection clients
     * @description Scope of personal tokens: `admin`.
     */
    get: operations['getConnectionClients'];
    put?: never;
    /**
     * Open a connection client: a session that stays open between batches
     * @description Scope of personal tokens: `sql:run`.
     */
    post: operations['postConnectionClients'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connection-clients/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an open connection client
     * @description Scope of personal tokens: `sql:run`.
     */
    get: operations['getConnectionClientsId'];
    /**
     * Keep a connection client alive
     * @description Scope of personal tokens: `sql:run`.
     */
    put: operations['putConnectionClientsId'];
    post?: never;
    /**
     * Close a connection client; its running batch is cancelled
     * @description Scope of personal tokens: `sql:run`.
     */
    delete: operations['deleteConnectionClientsId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/schema': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get schemas, tables and columns; cached unless reload=true
     * @description Scope of personal tokens: `schema:read`.
     */
    get: operations['getConnectionsIdSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/schema-info/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the schema in its deprecated form; use /api/connections/{id}/schema
     * @deprecated
     * @description Scope of personal tokens: `schema:read`.
     */
    get: operations['getSchemaInfoId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{id}/tables/detail': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get keys, indexes, row estimate and DDL of a table; cached for a minute
     * @description Scope of personal tokens: `schema:read`.
     */
    get: operations['getConnectionsIdTablesDetail'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the saved queries that you may read
     * @description Scope of personal tokens: `queries:read`.
     */
    get: operations['getQueries'];
    put?: never;
    /**
     * Create a saved query that you own
     * @description Scope of personal tokens: `queries:write`.
     */
    post: operations['postQueries'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the tags of the queries that you may read, sorted
     * @description Scope of personal tokens: `queries:read`.
     */
    get: operations['getTags'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a saved query
     * @description Scope of personal tokens: `queries:read`.
     */
    get: operations['getQueriesId'];
    /**
     * Change the fields in the body; `acl` and `tags` are replaced as a whole
     * @description Scope of personal tokens: `queries:write`.
     */
    put: operations['putQueriesId'];
    post?: never;
    /**
     * Delete a query, for its owner and admins
     * @description Scope of personal tokens: `queries:write`.
     */
    delete: operations['deleteQueriesId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the versions of a saved query, newest first
     * @description Scope of personal tokens: `queries:read`.
     */
    get: operations['getQueriesIdVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}/versions/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a version of a saved query
     * @description Scope of personal tokens: `queries:read`.
     */
    get: operations['getQueriesIdVersionsNumber'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}/versions/{number}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore text and chart of a version, as a new version
     * @description Scope of personal tokens: `queries:write`.
     */
    post: operations['postQueriesIdVersionsNumberRestore'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/drafts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your drafts in the order of their tabs
     * @description Closed to personal tokens.
     */
    get: operations['getDrafts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/drafts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a draft of yours
     * @description Closed to personal tokens.
     */
    get: operations['getDraftsId'];
    /**
     * Write a draft, unless it has changed since the version in the body
     * @description Closed to personal tokens.
     */
    put: operations['putDraftsId'];
    post?: never;
    /**
     * Delete a draft of yours
     * @description Closed to personal tokens.
     */
    delete: operations['deleteDraftsId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/query-history': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the query history, newest first: your own, or that of all users for admins
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getQueryHistory'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/format-sql': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Format SQL with two spaces of indentation, keeping the case of keywords
     * @description Scope of personal tokens: `queries:read`.
     */
    post: operations['postFormatSql'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/batches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List your own batches, or those shared with you, newest first
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getBatches'];
    put?: never;
    /**
     * Run SQL as a batch
     * @description Scope of personal tokens: `sql:run`.
     */
    post: operations['postBatches'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a saved query that you may read, on a connection that you may use
     * @description Scope of personal tokens: `sql:run`.
     */
    post: operations['postQueriesIdRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}/results.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run a saved query read-only, or reuse a run, and get the rows as JSON
     * @description A query parameter `param.<name>` is the value of a placeholder; a repeated one is a list. The rows are those of the last statement that returns rows. The header `sluice-batch-id` names the run.
     *
     *     Scopes of personal tokens: `sql:run` and `results:read`.
     */
    get: operations['getQueriesIdResultsJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}/results.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run a saved query read-only, or reuse a run, and get the rows as CSV
     * @description A query parameter `param.<name>` is the value of a placeholder; a repeated one is a list. The rows are those of the last statement that returns rows. The header `sluice-batch-id` names the run.
     *
     *     Scopes of personal tokens: `sql:run` and `results:read`.
     */
    get: operations['getQueriesIdResultsCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}/results.ndjson': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run a saved query read-only, or reuse a run, and get the rows as NDJSON
     * @description A query parameter `param.<name>` is the value of a placeholder; a repeated one is a list. The rows are those of the last statement that returns rows. The header `sluice-batch-id` names the run.
     *
     *     Scopes of personal tokens: `sql:run` and `results:read`.
     */
    get: operations['getQueriesIdResultsNdjson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}/results.parquet': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Run a saved query read-only, or reuse a run, and get the rows as Parquet
     * @description A query parameter `param.<name>` is the value of a placeholder; a repeated one is a list. The rows are those of the last statement that returns rows. The header `sluice-batch-id` names the run.
     *
     *     Scopes of personal tokens: `sql:run` and `results:read`.
     */
    get: operations['getQueriesIdResultsParquet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/queries/{id}/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the OpenAPI document of a saved query, with its parameters
     * @description Scope of personal tokens: `queries:read`.
     */
    get: operations['getQueriesIdOpenapiJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/batches/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a batch with its statements
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getBatchesId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/batches/{id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Stream a batch as server-sent events: a `batch` event now and after each change, until it is final
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getBatchesIdEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/batches/{id}/statements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the statements of a batch, in order
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getBatchesIdStatements'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/batches/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Cancel a batch. A final batch is returned unchanged.
     * @description Scope of personal tokens: `sql:run`.
     */
    put: operations['putBatchesIdCancel'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/statements/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a statement
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementsId'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/statements/{id}/view': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sort, filter, search or aggregate all rows of a finished statement
     * @description Scope of personal tokens: `results:read`.
     */
    post: operations['postStatementsIdView'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/statements/{id}/compare': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Compare all rows of two finished statements
     * @description Scope of personal tokens: `results:read`.
     */
    post: operations['postStatementsIdCompare'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/statements/{id}/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the rows of a statement: all, or a page, which is available while the statement runs
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementsIdResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/statement-results/{id}.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as CSV (RFC 4180)
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementResultsIdCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/statements/{id}/download.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as CSV (RFC 4180)
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementsIdDownloadCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/statement-results/{id}.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as a JSON array of objects
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementResultsIdJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/statements/{id}/download.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as a JSON array of objects
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementsIdDownloadJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/statement-results/{id}.ndjson': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as JSON objects, one per line
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementResultsIdNdjson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/statements/{id}/download.ndjson': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as JSON objects, one per line
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementsIdDownloadNdjson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/statement-results/{id}.xlsx': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as an Excel workbook
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementResultsIdXlsx'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/statements/{id}/download.xlsx': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as an Excel workbook
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementsIdDownloadXlsx'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/statement-results/{id}.parquet': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as a Parquet file with typed columns
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementResultsIdParquet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/statements/{id}/download.parquet': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the rows as a Parquet file with typed columns
     * @description Scope of personal tokens: `results:read`.
     */
    get: operations['getStatementsIdDownloadParquet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/batches/{id}/shares': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the shares of a batch, oldest first, for its owner and admins
     * @description Scope of personal tokens: `sql:run`.
     */
    get: operations['getBatchesIdShares'];
    put?: never;
    /**
     * Let a user or everyone of the tenant read a batch, its statements and results; repeat it to change the expiry
     * @description Scope of personal tokens: `sql:run`.
     */
    post: operations['postBatchesIdShares'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/batches/{id}/shares/{shareId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a share of a batch
     * @description Scope of personal tokens: `sql:run`.
     */
    delete: operations['deleteBatchesIdSharesShareId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/batches/{id}/links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the public links of a batch, oldest first, for its owner and admins
     * @description Closed to personal tokens.
     */
    get: operations['getBatchesIdLinks'];
    put?: never;
    /**
     * Create a public link, which shows the rows of a batch to everyone who has it
     * @description Closed to personal tokens.
     */
    post: operations['postBatchesIdLinks'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/batches/{id}/links/{linkId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * End a public link of a batch
     * @description Closed to personal tokens.
     */
    delete: operations['deleteBatchesIdLinksLinkId'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/links/open': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Open a public link; sets a cookie with which its rows are read */
    post: operations['postLinksOpen'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/links/{id}/statements/{statementId}/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get rows that a public link shows, with the cookie of the opened link */
    get: operations['getLinksIdStatementsStatementIdResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/links/{id}/statements/{statementId}/download.csv': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download rows that a public link shows as csv, if it allows downloads */
    get: operations['getLinksIdStatementsStatementIdDownloadCsv'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/links/{id}/statements/{statementId}/download.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download rows that a public link shows as json, if it allows downloads */
    get: operations['getLinksIdStatementsStatementIdDownloadJson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/links/{id}/statements/{statementId}/download.ndjson': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download rows that a public link shows as ndjson, if it allows downloads */
    get: operations['getLinksIdStatementsStatementIdDownloadNdjson'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/links/{id}/statements/{statementId}/download.xlsx': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Download rows that a public link shows as xlsx, if it allows downloads */
    get: operations['getLinksIdStatementsStatementIdDownloadXlsx'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description Configuration for clients.
     * @example {
     *       "currentUser": {
     *         "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *         "email": "ada@example.com",
     *         "name": "Ada Lovelace",
     *         "role": "editor"
     *       },
     *       "config": {
     *         "allowCsvDownload": true,
     *         "allowPublicLinks": false,
     *         "baseUrl": "",
     *         "defaultConnectionId": null,
     *         "editorWordWrap": false,
     *         "oauthConfigured": false,
     *         "localAuthConfigured": true,
     *         "publicUrl": "https://sql.example.com",
     *         "samlConfigured": false,
     *         "samlLinkHtml": "Sign in with SSO",
     *         "ldapConfigured": false,
     *         "ldapRolesConfigured": false,
     *         "oidcConfigured": false,
     *         "oidcLinkHtml": "",
     *         "showServiceTokensUI": true
     *       },
     *       "version": "1.0.0"
     *     }
     * @example {
     *       "config": {
     *         "allowCsvDownload": true,
     *         "allowPublicLinks": false,
     *         "baseUrl": "",
     *         "defaultConnectionId": null,
     *         "editorWordWrap": false,
     *         "oauthConfigured": false,
     *         "localAuthConfigured": true,
     *         "publicUrl": "https://sql.example.com",
     *         "samlConfigured": false,
     *         "samlLinkHtml": "Sign in with SSO",
     *         "ldapConfigured": false,
     *         "ldapRolesConfigured": false,
     *         "oidcConfigured": false,
     *         "oidcLinkHtml": "",
     *         "showServiceTokensUI": true
     *       },
     *       "needsAdmin": true,
     *       "version": "1.0.0"
     *     }
     */
    App: {
      /** @description Absent when the request is not authenticated. */
      currentUser?: components['schemas']['CurrentUser'];
      /** @description Public configuration. */
      config: {
        /** @description Downloads of results are allowed. */
        allowCsvDownload: boolean;
        /** @description Public links to results are allowed. */
        allowPublicLinks: boolean;
        /** @description Path prefix; empty at the root. */
        baseUrl: string;
        /** @description Connection that is selected first. */
        defaultConnectionId: string | null;
        /** @description The editor wraps long lines. */
        editorWordWrap: boolean;
        /** @description Sign-in at /auth/oauth. */
        oauthConfigured: boolean;
        /** @description Sign-in by email and password. */
        localAuthConfigured: boolean;
        /** @description PUBLIC_URL; empty when it is not set. */
        publicUrl: string;
        /** @description Sign-in at /auth/saml. */
        samlConfigured: boolean;
        /** @description Sanitized HTML of the sign-in link. */
        samlLinkHtml: string;
        /** @description Sign-in by LDAP user name and password. */
        ldapConfigured: boolean;
        /** @description LDAP filters set the roles. */
        ldapRolesConfigured: boolean;
        /** @description Sign-in at /auth/oidc. */
        oidcConfigured: boolean;
        /** @description Sanitized HTML of the sign-in link. */
        oidcLinkHtml: string;
        /** @description Service tokens are enabled. */
        showServiceTokensUI: boolean;
      };
      /**
       * @description The request is not authenticated and no admin exists. Set SERVICE_ADMIN.
       * @constant
       */
      needsAdmin?: true;
      /** @description Version of the service. */
      version: string;
    };
    /**
     * @description A security-relevant event.
     * @example {
     *       "id": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "at": "2026-03-01T09:30:00.000Z",
     *       "action": "user.updated",
     *       "outcome": "done",
     *       "actorId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "actorName": "ada@example.com",
     *       "target": "users/01964e1a",
     *       "address": "192.0.2.7",
     *       "detail": {
     *         "fields": [
     *           "role"
     *         ]
     *       }
     *     }
     */
    AuditEvent: {
      /** @description ID of the event. */
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @description Action, such as `sign_in` or `user.updated`. */
      action: string;
      /**
       * @description Whether the action was carried out.
       * @enum {string}
       */
      outcome: 'done' | 'refused';
      /** @description ID of the principal; null when not authenticated. */
      actorId: string | null;
      /** @description Email address of the user or name of the service token. */
      actorName: string | null;
      /** @description Affected resource, such as `users/<id>`. */
      target: string | null;
      /** @description Client address. */
      address: string | null;
      /** @description Details; never contains a secret. */
      detail: {
        [key: string]: unknown;
      };
    };
    /**
     * @description One submission of SQL text, split into statements.
     * @example {
     *       "id": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "queryId": null,
     *       "name": "Daily totals",
     *       "connectionId": "sample",
     *       "connectionClientId": null,
     *       "status": "finished",
     *       "startTime": "2026-03-01T09:30:00.000Z",
     *       "stopTime": "2026-03-01T09:30:01.250Z",
     *       "durationMs": 1250,
     *       "batchText": "select 1 as n",
     *       "selectedText": null,
     *       "chart": null,
     *       "userId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "cancel": null,
     *       "queuePosition": null,
     *       "parameters": {
     *         "since": "2026-02-01"
     *       },
     *       "parameterTypes": {
     *         "since": "date"
     *       },
     *       "waitReason": null,
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:30:01.250Z",
     *       "statements": [
     *         {
     *           "id": "01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33",
     *           "batchId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *           "sequence": 1,
     *           "statementText": "select 1 as n",
     *           "startOffset": 0,
     *           "endOffset": 13,
     *           "status": "finished",
     *           "startTime": "2026-03-01T09:30:00.000Z",
     *           "stopTime": "2026-03-01T09:30:01.250Z",
     *           "durationMs": 1250,
     *           "columns": [
     *             {
     *               "name": "n",
     *               "datatype": "number",
     *               "min": 1,
     *               "max": 1,
     *               "maxValueLength": 0,
     *               "maxLineLength": 1,
     *               "dbType": "int4"
     *             }
     *           ],
     *           "rowCount": 1,
     *           "affectedRows": null,
     *           "command": "SELECT",
     *           "resultsPath": "2026-03-01/01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33.json",
     *           "bytes": 5,
     *           "incomplete": false,
     *           "truncatedBy": null,
     *           "notices": [],
     *           "executionId": "4711",
     *           "error": null,
     *           "expiresAt": "2026-03-31T09:30:01.250Z",
     *           "createdAt": "2026-03-01T09:30:00.000Z",
     *           "updatedAt": "2026-03-01T09:30:01.250Z"
     *         }
     *       ],
     *       "reusedFromBatchId": null
     *     }
     */
    Batch: {
      /** @description ID of the batch. */
      id: string;
      /** @description ID of its saved query. */
      queryId: string | null;
      /** @description As set at creation. */
      name: string | null;
      /** @description ID of its connection. */
      connectionId: string;
      /** @description ID of its connection client. */
      connectionClientId: string | null;
      /**
       * @description Status. Every status except started is final.
       * @enum {string}
       */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      /** @description Time when it ended; null until then. */
      stopTime: string | null;
      /** @description Milliseconds from startTime to stopTime. */
      durationMs: number | null;
      /** @description The submitted SQL text. */
      batchText: string;
      /** @description The selection that was executed instead, if any. */
      selectedText: string | null;
      /** @description As set at creation. */
      chart: components['schemas']['Chart'] | null;
      /** @description ID of the user or service token that created it. */
      userId: string;
      /** @description Null when no cancel was requested. */
      cancel: components['schemas']['BatchCancel'] | null;
      /** @description Position in the queue of its worker pool, from 1; 1000 stands for every later position. Null when it does not wait. */
      queuePosition: number | null;
      /** @description Values of the placeholders `{{name}}` by name, as bound; null without placeholders. */
      parameters: {
        [key: string]: unknown;
      } | null;
      /** @description Types of the parameters by name. */
      parameterTypes: {
        [key: string]:
          | 'text'
          | 'integer'
          | 'decimal'
          | 'boolean'
          | 'date'
          | 'time'
          | 'timestamp'
          | 'timestamptz'
          | 'uuid'
          | 'json'
          | 'text[]'
          | 'integer[]'
          | 'decimal[]'
          | 'boolean[]'
          | 'date[]'
          | 'time[]'
          | 'timestamp[]'
          | 'timestamptz[]'
          | 'uuid[]'
          | 'json[]';
      } | null;
      /** @description Why it waits; null when it runs or is about to run. */
      waitReason:
        | (
            | 'no_worker'
            | 'no_pool_worker'
            | 'storage_full'
            | 'workers_busy'
            | 'target_full'
            | 'connection_limit'
            | 'user_limit'
            | 'tenant_limit'
            | 'token_limit'
            | 'client_busy'
          )
        | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description ID of the earlier run that answers the request; null for a run of this request. */
      reusedFromBatchId: string | null;
      /** @description In the order of execution. */
      statements: components['schemas']['Statement'][];
    };
    /**
     * @description State of a cancel request.
     * @example {
     *       "requestedAt": "2026-03-01T09:30:00.000Z",
     *       "by": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "reason": "asked",
     *       "confirmedAt": "2026-03-01T09:30:01.250Z",
     *       "outcome": "confirmed"
     *     }
     */
    BatchCancel: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      requestedAt: string;
      /** @description ID of the user who requested it or revoked the access; null: the service. */
      by: string | null;
      /** @description Reason; null when it was not recorded. */
      reason:
        | ('asked' | 'client_closed' | 'user_inactive' | 'connection_deleted' | 'access_ended')
        | null;
      /** @description Time when the batch ended because of it. */
      confirmedAt: string | null;
      /** @description confirmed: the database confirmed it. connection_closed: the session was closed. too_late: the batch had ended. */
      outcome: ('confirmed' | 'connection_closed' | 'too_late') | null;
    };
    /**
     * @description A public link, which shows the rows of a batch to everyone who has it.
     * @example {
     *       "id": "01964e1c-1a2b-7d44-8f10-2c6a7e9d4b77",
     *       "batchId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "hasPassword": true,
     *       "allowDownload": false,
     *       "maxRows": null,
     *       "createdBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "expiresAt": "2026-03-08T09:30:00.000Z",
     *       "lastUsedAt": null,
     *       "createdAt": "2026-03-01T09:30:00.000Z"
     *     }
     */
    BatchLink: {
      /** @description ID of the link. */
      id: string;
      /** @description ID of the batch. */
      batchId: string;
      /** @description The link needs a password. */
      hasPassword: boolean;
      /** @description Visitors may download the rows. */
      allowDownload: boolean;
      /** @description Visitors see this many rows of each statement; null: all. */
      maxRows: number | null;
      /** @description ID of the user who created it. */
      createdBy: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      expiresAt: string;
      /** @description Time when it was last opened. */
      lastUsedAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
    };
    /**
     * @description A batch in a list.
     * @example {
     *       "id": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "queryId": null,
     *       "name": "Daily totals",
     *       "connectionId": "sample",
     *       "connectionClientId": null,
     *       "status": "finished",
     *       "startTime": "2026-03-01T09:30:00.000Z",
     *       "stopTime": "2026-03-01T09:30:01.250Z",
     *       "durationMs": 1250,
     *       "batchText": "select 1 as n",
     *       "selectedText": null,
     *       "chart": null,
     *       "userId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "cancel": null,
     *       "queuePosition": null,
     *       "parameters": {
     *         "since": "2026-02-01"
     *       },
     *       "parameterTypes": {
     *         "since": "date"
     *       },
     *       "waitReason": null,
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:30:01.250Z",
     *       "statements": [
     *         {
     *           "id": "01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33",
     *           "batchId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *           "sequence": 1,
     *           "statementText": "select 1 as n",
     *           "startOffset": 0,
     *           "endOffset": 13,
     *           "status": "finished",
     *           "startTime": "2026-03-01T09:30:00.000Z",
     *           "stopTime": "2026-03-01T09:30:01.250Z",
     *           "durationMs": 1250,
     *           "columns": [
     *             {
     *               "name": "n",
     *               "datatype": "number",
     *               "min": 1,
     *               "max": 1,
     *               "maxValueLength": 0,
     *               "maxLineLength": 1,
     *               "dbType": "int4"
     *             }
     *           ],
     *           "rowCount": 1,
     *           "affectedRows": null,
     *           "command": "SELECT",
     *           "resultsPath": "2026-03-01/01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33.json",
     *           "bytes": 5,
     *           "incomplete": false,
     *           "truncatedBy": null,
     *           "notices": [],
     *           "executionId": "4711",
     *           "error": null,
     *           "expiresAt": "2026-03-31T09:30:01.250Z",
     *           "createdAt": "2026-03-01T09:30:00.000Z",
     *           "updatedAt": "2026-03-01T09:30:01.250Z"
     *         }
     *       ]
     *     }
     */
    BatchListItem: {
      /** @description ID of the batch. */
      id: string;
      /** @description ID of its saved query. */
      queryId: string | null;
      /** @description As set at creation. */
      name: string | null;
      /** @description ID of its connection. */
      connectionId: string;
      /** @description ID of its connection client. */
      connectionClientId: string | null;
      /**
       * @description Status. Every status except started is final.
       * @enum {string}
       */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      /** @description Time when it ended; null until then. */
      stopTime: string | null;
      /** @description Milliseconds from startTime to stopTime. */
      durationMs: number | null;
      /** @description The submitted SQL text. */
      batchText: string;
      /** @description The selection that was executed instead, if any. */
      selectedText: string | null;
      /** @description As set at creation. */
      chart: components['schemas']['Chart'] | null;
      /** @description ID of the user or service token that created it. */
      userId: string;
      /** @description Null when no cancel was requested. */
      cancel: components['schemas']['BatchCancel'] | null;
      /** @description Position in the queue of its worker pool, from 1; 1000 stands for every later position. Null when it does not wait. */
      queuePosition: number | null;
      /** @description Values of the placeholders `{{name}}` by name, as bound; null without placeholders. */
      parameters: {
        [key: string]: unknown;
      } | null;
      /** @description Types of the parameters by name. */
      parameterTypes: {
        [key: string]:
          | 'text'
          | 'integer'
          | 'decimal'
          | 'boolean'
          | 'date'
          | 'time'
          | 'timestamp'
          | 'timestamptz'
          | 'uuid'
          | 'json'
          | 'text[]'
          | 'integer[]'
          | 'decimal[]'
          | 'boolean[]'
          | 'date[]'
          | 'time[]'
          | 'timestamp[]'
          | 'timestamptz[]'
          | 'uuid[]'
          | 'json[]';
      } | null;
      /** @description Why it waits; null when it runs or is about to run. */
      waitReason:
        | (
            | 'no_worker'
            | 'no_pool_worker'
            | 'storage_full'
            | 'workers_busy'
            | 'target_full'
            | 'connection_limit'
            | 'user_limit'
            | 'tenant_limit'
            | 'token_limit'
            | 'client_busy'
          )
        | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description In the order of execution. */
      statements?: components['schemas']['Statement'][];
    };
    /**
     * @description Lets a user or a group read a batch, its statements and results.
     * @example {
     *       "id": "01964e1c-1a2b-7d44-8f10-2c6a7e9d4b55",
     *       "batchId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "userId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12",
     *       "groupId": null,
     *       "user": {
     *         "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12",
     *         "name": "Grace Hopper",
     *         "email": "grace@example.com"
     *       },
     *       "createdBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "expiresAt": "2026-03-08T09:30:00.000Z",
     *       "createdAt": "2026-03-01T09:30:00.000Z"
     *     }
     * @example {
     *       "id": "01964e1c-1a2b-7d44-8f10-2c6a7e9d4b55",
     *       "batchId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "userId": null,
     *       "groupId": "__EVERYONE__",
     *       "user": null,
     *       "createdBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "expiresAt": null,
     *       "createdAt": "2026-03-01T09:30:00.000Z"
     *     }
     */
    BatchShare: {
      /** @description ID of the share. */
      id: string;
      /** @description ID of the batch. */
      batchId: string;
      /** @description ID of the user or service token that may read it. */
      userId: string | null;
      /** @description `__EVERYONE__`, when there is no userId: everyone of the owner's tenant. */
      groupId: string | null;
      /** @description The user or service token; null for a group. */
      user: {
        /** @description ID of the user or service token. */
        id: string;
        /** @description Display name. */
        name: string | null;
        /** @description Empty for a service token. */
        email: string;
      } | null;
      /** @description ID of the user or service token that created the share. */
      createdBy: string;
      /** @description Null: it ends with the batch. */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
    };
    /**
     * @description Chart settings of a result.
     * @example {
     *       "chartType": "line",
     *       "fields": {
     *         "x": "day",
     *         "y": "orders",
     *         "trendline": true
     *       }
     *     }
     */
    Chart: {
      /** @description line, bar, verticalbar, bubble, stacked-bar-vertical, stacked-bar-horizontal, area, pie, heatmap or bignumber. */
      chartType: string;
      /** @description Columns and options by field, such as x, y and split. */
      fields: {
        [key: string]: string | boolean;
      };
    };
    /**
     * @description Chart settings of a result.
     * @example {
     *       "chartType": "line",
     *       "fields": {
     *         "x": "day",
     *         "y": "orders",
     *         "trendline": true
     *       }
     *     }
     */
    ChartInput: {
      /** @description line, bar, verticalbar, bubble, stacked-bar-vertical, stacked-bar-horizontal, area, pie, heatmap or bignumber. */
      chartType: string;
      /** @description Columns and options by field, such as x, y and split. */
      fields: {
        [key: string]: string | boolean;
      };
    };
    /**
     * @description One column of a result.
     * @example {
     *       "name": "total",
     *       "datatype": "number",
     *       "min": 1.5,
     *       "max": 982.25,
     *       "maxValueLength": 0,
     *       "maxLineLength": 6,
     *       "dbType": "numeric(10,2)"
     *     }
     */
    ColumnInfo: {
      /** @description Column name of the database; not unique. */
      name: string;
      /**
       * @description Kind of the column.
       * @enum {string}
       */
      datatype: 'number' | 'string' | 'boolean' | 'date' | 'datetime' | 'time' | 'json' | 'binary';
      /** @description Minimum of a number column; null for other kinds and without values. */
      min: number | null;
      /** @description Maximum of a number column; null for other kinds and without values. */
      max: number | null;
      /** @description Characters of the longest stored value; 0 for number columns. */
      maxValueLength: number;
      /** @description Characters of the longest line of all values. */
      maxLineLength: number;
      /** @description Type name of the database, such as numeric(10,2). */
      dbType: string;
    };
    /**
     * @description Compare all rows of two stored results.
     * @example {
     *       "before": "01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33",
     *       "keys": [
     *         0
     *       ],
     *       "change": "changed",
     *       "offset": 0,
     *       "limit": 100
     *     }
     */
    CompareRequest: {
      /** @description ID of the statement to compare with. It has the same columns. */
      before: string;
      /** @description Positions of the columns that identify a row, from 0. Without them whole rows are compared, and no row is `changed`. */
      keys?: number[];
      /**
       * @description Returns only rows of this kind.
       * @enum {string}
       */
      change?: 'added' | 'removed' | 'changed';
      /** @description Rows to skip; default 0. */
      offset?: number;
      /** @description Maximum rows; default 100. */
      limit?: number;
    };
    /**
     * @description Differences between two stored results.
     * @example {
     *       "beforeCount": 2,
     *       "afterCount": 2,
     *       "added": 0,
     *       "removed": 0,
     *       "changed": 1,
     *       "unchanged": 1,
     *       "repeatedKeys": 0,
     *       "total": 1,
     *       "rows": [
     *         {
     *           "change": "changed",
     *           "before": [
     *             1,
     *             "a"
     *           ],
     *           "after": [
     *             1,
     *             "b"
     *           ],
     *           "columns": [
     *             1
     *           ]
     *         }
     *       ]
     *     }
     */
    Comparison: {
      /** @description Rows of the statement in `before`. */
      beforeCount: number;
      /** @description Rows of the statement of the path. */
      afterCount: number;
      /** @description Rows whose key is only in the later result. */
      added: number;
      /** @description Rows whose key is only in the earlier result. */
      removed: number;
      /** @description Rows with the same key and another value. */
      changed: number;
      /** @description Equal rows. */
      unchanged: number;
      /** @description Rows of both results that repeat the key of an earlier row of their result. They are matched in stored order. */
      repeatedKeys: number;
      /** @description Rows of the requested kind of change. */
      total: number;
      /** @description The page, in the order of the later result. It ends early when its rows exceed 4 MiB: continue after the last row. */
      rows: {
        /**
         * @description How the row differs.
         * @enum {string}
         */
        change: 'added' | 'removed' | 'changed';
        /** @description The earlier row; missing for `added`. */
        before?: unknown[];
        /** @description The later row; missing for `removed`. */
        after?: unknown[];
        /** @description For `changed`: positions of the columns whose values differ. */
        columns?: number[];
      }[];
    };
    /**
     * @description A target database.
     * @example {
     *       "id": "warehouse",
     *       "name": "Warehouse",
     *       "description": "Orders since 2019",
     *       "driver": "postgres",
     *       "data": {
     *         "host": "db.example.com",
     *         "port": "5432",
     *         "database": "orders",
     *         "username": "reader",
     *         "password": ""
     *       },
     *       "multiStatementTransactionEnabled": false,
     *       "idleTimeoutSeconds": 3600,
     *       "maxRows": null,
     *       "maxConcurrency": 8,
     *       "queryTimeoutSeconds": 600,
     *       "readOnly": true,
     *       "workerPool": null,
     *       "environment": "production",
     *       "environmentColor": "red",
     *       "pausedUntil": null,
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:30:00.000Z",
     *       "editable": true,
     *       "supportsConnectionClient": true,
     *       "isAsynchronous": false,
     *       "host": "db.example.com",
     *       "port": "5432",
     *       "database": "orders",
     *       "username": "reader"
     *     }
     */
    Connection: {
      /** @description ID of the connection. */
      id: string;
      /** @description Display name; not unique. */
      name: string;
      /** @description Description; may be empty. */
      description: string;
      /** @description ID of the driver; see GET /api/drivers. */
      driver: string;
      /** @description Driver fields; secrets are "". Visible to admins only. */
      data?: {
        [key: string]: unknown;
      };
      /** @description Hint for clients: transactions may span statements. */
      multiStatementTransactionEnabled: boolean;
      /** @description Seconds after which an idle connection client is closed. */
      idleTimeoutSeconds: number;
      /** @description Maximum rows of a result; null: the limit of the service. */
      maxRows: number | null;
      /** @description Maximum concurrent batches; null disables the limit. */
      maxConcurrency: number | null;
      /** @description Statement timeout in seconds; null: the limit of the service. */
      queryTimeoutSeconds: number | null;
      /** @description Tells the database to reject writes. */
      readOnly: boolean;
      /** @description Worker pool that can reach the database; null: the pool `default`. */
      workerPool: string | null;
      /** @description Label shown with the connection, such as production; empty: none. The workbench asks before destructive statements if it begins with "prod". */
      environment: string;
      /**
       * @description Colour of the label.
       * @enum {string}
       */
      environmentColor: 'gray' | 'blue' | 'green' | 'yellow' | 'red';
      /** @description The connection is paused until then because its batches crashed worker processes. Saving it ends the pause. */
      pausedUntil: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description False for connections that environment variables define. */
      editable: boolean;
      /** @description Supports connection clients. */
      supportsConnectionClient: boolean;
      /** @description Statements run on the server independently of a session. */
      isAsynchronous: boolean;
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Lets a principal use a connection.
     * @example {
     *       "id": 7,
     *       "connectionId": "sample",
     *       "connectionName": "Sample",
     *       "userId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "userEmail": "ada@example.com",
     *       "duration": 0,
     *       "expiryDate": "2099-01-01T00:00:00.000Z",
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:30:00.000Z"
     *     }
     */
    ConnectionAccess: {
      /** @description ID of the access row. */
      id: number;
      /** @description ID of the connection, or `__EVERY_CONNECTION__`. */
      connectionId: string;
      /** @description Name of the connection, or `Every Connection`. */
      connectionName: string;
      /** @description ID of the user or service token, or `__EVERYONE__`. */
      userId: string;
      /** @description Email address of the user or name of the service token. */
      userEmail: string;
      /** @description Seconds; 0: it does not expire. */
      duration: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      expiryDate: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
    };
    /**
     * @description A session that stays open between batches.
     * @example {
     *       "id": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "name": "Sample",
     *       "connectionId": "sample",
     *       "connectedAt": "2026-03-01T09:30:00.000Z",
     *       "lastKeepAliveAt": "2026-03-01T09:30:20.000Z",
     *       "expiresAt": "2026-03-01T09:30:50.000Z"
     *     }
     */
    ConnectionClient: {
      /** @description ID of the connection client. */
      id: string;
      /** @description Name of the connection when the client was opened. */
      name: string;
      /** @description ID of its connection. */
      connectionId: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      connectedAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      lastKeepAliveAt: string;
      /**
       * Format: date-time
       * @description Time when it is closed unless it is kept alive and used.
       */
      expiresAt: string;
    };
    /**
     * @description The schema of a database.
     * @example {
     *       "schemas": [
     *         {
     *           "name": "public",
     *           "description": "",
     *           "tables": [
     *             {
     *               "name": "orders",
     *               "description": "One row for each order",
     *               "type": "table",
     *               "columns": [
     *                 {
     *                   "name": "total",
     *                   "description": "In euros",
     *                   "dataType": "numeric(10,2)"
     *                 }
     *               ]
     *             }
     *           ]
     *         }
     *       ]
     *     }
     * @example {
     *       "tables": [
     *         {
     *           "name": "orders",
     *           "description": "One row for each order",
     *           "type": "table",
     *           "columns": [
     *             {
     *               "name": "total",
     *               "description": "In euros",
     *               "dataType": "numeric(10,2)"
     *             }
     *           ]
     *         }
     *       ]
     *     }
     */
    ConnectionSchema:
      | {
          /** @description For databases with schemas. */
          schemas: components['schemas']['SchemaNamespace'][];
        }
      | {
          /** @description For databases without schemas. */
          tables: components['schemas']['SchemaTable'][];
        };
    /**
     * @description The connection succeeded.
     * @example {}
     * @example {
     *       "warnings": [
     *         "The user of this connection has high privileges (superuser)"
     *       ]
     *     }
     */
    ConnectionTest: {
      /** @description Warnings for the admin; absent when there are none. */
      warnings?: string[];
    };
    /**
     * @description SQL to run.
     * @example {
     *       "connectionId": "sample",
     *       "batchText": "select 1 as n; select 2 as n"
     *     }
     * @example {
     *       "connectionId": "sample",
     *       "batchText": "select day, total from daily; select 2",
     *       "selectedText": "select day, total from daily",
     *       "connectionClientId": null,
     *       "name": "Daily totals",
     *       "queryId": null,
     *       "chart": {
     *         "chartType": "line",
     *         "fields": {
     *           "x": "day",
     *           "y": "total",
     *           "trendline": true
     *         }
     *       }
     *     }
     * @example {
     *       "connectionId": "sample",
     *       "batchText": "select day, total from daily where day >= {{since}} and shop in ({{shops}})",
     *       "parameters": {
     *         "since": "2026-02-01",
     *         "shops": [
     *           3,
     *           5
     *         ]
     *       },
     *       "parameterTypes": {
     *         "since": "date"
     *       },
     *       "maxAgeSeconds": 300
     *     }
     */
    CreateBatch: {
      /** @description ID of the connection to run on. */
      connectionId: string;
      /** @description SQL statements separated by `;`. */
      batchText: string;
      /** @description ID of an open client of the caller on this connection. Absent: a new session. */
      connectionClientId?: string | null;
      /** @description Display name. */
      name?: string | null;
      /** @description ID of its saved query. */
      queryId?: string | null;
      /** @description Selection to execute instead of batchText, when not blank. */
      selectedText?: string | null;
      /** @description Chart settings, stored with the batch. */
      chart?: components['schemas']['ChartInput'] | null;
      /** @description Values of the placeholders `{{name}}` by name. They are bound by the database driver and never become part of the text. A list binds one value for each element, null a typed null. Decimals and 64-bit integers can be strings. */
      parameters?: {
        [key: string]: unknown;
      };
      /** @description Types of the parameters by name. Without a type, a string is text, a whole number integer, another number decimal, true and false boolean, and an array a list of the type of its elements. */
      parameterTypes?: {
        [key: string]:
          | 'text'
          | 'integer'
          | 'decimal'
          | 'boolean'
          | 'date'
          | 'time'
          | 'timestamp'
          | 'timestamptz'
          | 'uuid'
          | 'json'
          | 'text[]'
          | 'integer[]'
          | 'decimal[]'
          | 'boolean[]'
          | 'date[]'
          | 'time[]'
          | 'timestamp[]'
          | 'timestamptz[]'
          | 'uuid[]'
          | 'json[]';
      };
      /** @description Returns a finished run of the caller with the same connection, text, parameters and limits that ended at most this many seconds ago, instead of a new run. Runs of such requests are read-only. 0: always a new run, which later requests may reuse. */
      maxAgeSeconds?: number;
    };
    /**
     * @description A public link to create.
     * @example {
     *       "expiresInSeconds": 604800
     *     }
     * @example {
     *       "expiresInSeconds": 86400,
     *       "password": "two words more",
     *       "allowDownload": true,
     *       "maxRows": 1000
     *     }
     */
    CreateBatchLink: {
      /** @description Lifetime, up to 30 days. */
      expiresInSeconds: number;
      /** @description Visitors must enter it. Absent or null: the link alone is enough. */
      password?: string | null;
      /** @description Visitors may download the rows. Default: false. */
      allowDownload?: boolean;
      /** @description Visitors see this many rows of each statement. Absent or null: all. */
      maxRows?: number | null;
    };
    /**
     * @description A share to create. Exactly one of userId and groupId is required.
     * @example {
     *       "userId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12",
     *       "expiresInSeconds": 604800
     *     }
     * @example {
     *       "groupId": "__EVERYONE__"
     *     }
     */
    CreateBatchShare: {
      /** @description ID of a user or service token of the owner's tenant. */
      userId?: string | null;
      /** @description Everyone of the owner's tenant, instead of a userId. */
      groupId?: '__EVERYONE__' | null;
      /** @description Lifetime in seconds. Absent or null: it ends with the batch. */
      expiresInSeconds?: number | null;
    };
    /**
     * @description A new connection. Driver fields may be in `data` or at the top level.
     * @example {
     *       "id": "warehouse",
     *       "name": "Warehouse",
     *       "description": "Orders since 2019",
     *       "driver": "postgres",
     *       "data": {
     *         "host": "db.example.com",
     *         "port": "5432",
     *         "database": "orders",
     *         "username": "reader",
     *         "password": ""
     *       },
     *       "multiStatementTransactionEnabled": false,
     *       "idleTimeoutSeconds": 3600,
     *       "maxRows": null,
     *       "maxConcurrency": 8,
     *       "queryTimeoutSeconds": 600,
     *       "readOnly": true,
     *       "workerPool": null,
     *       "environment": "production",
     *       "environmentColor": "red"
     *     }
     */
    CreateConnection: {
      /** @description ID of the new connection; generated when absent. */
      id?: string;
      /** @description Display name; not unique. */
      name: string;
      /** @description ID of the driver; see GET /api/drivers. */
      driver: string;
      /** @description Description. */
      description?: string;
      /** @description Hint for clients: transactions may span statements. */
      multiStatementTransactionEnabled?: boolean;
      /** @description Seconds after which an idle connection client is closed. */
      idleTimeoutSeconds?: number;
      /** @description Maximum rows of a result; null: the limit of the service. */
      maxRows?: number | null;
      /** @description Maximum concurrent batches; null disables the limit. */
      maxConcurrency?: number | null;
      /** @description Statement timeout in seconds; null: the limit of the service. */
      queryTimeoutSeconds?: number | null;
      /** @description Tells the database to reject writes. */
      readOnly?: boolean;
      /** @description Worker pool that can reach the database; null: the pool `default`. */
      workerPool?: string | null;
      /** @description Label shown with the connection, such as production; empty: none. The workbench asks before destructive statements if it begins with "prod". */
      environment?: string;
      /**
       * @description Colour of the label.
       * @enum {string}
       */
      environmentColor?: 'gray' | 'blue' | 'green' | 'yellow' | 'red';
      /** @description The driver's fields by key; see GET /api/drivers. Strings may contain {{user.…}} templates. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A new access row.
     * @example {
     *       "connectionId": "sample",
     *       "userId": "__EVERYONE__",
     *       "duration": 86400
     *     }
     */
    CreateConnectionAccess: {
      /** @description ID of the connection, or `__EVERY_CONNECTION__`. */
      connectionId: string;
      /** @description ID of the user or service token, or `__EVERYONE__`. */
      userId: string;
      /** @description Seconds, as a number or a string of digits. Absent, null or 0: it does not expire. */
      duration?: (number | string) | null;
    };
    /**
     * @description A new public link with its address.
     * @example {
     *       "id": "01964e1c-1a2b-7d44-8f10-2c6a7e9d4b77",
     *       "batchId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "hasPassword": true,
     *       "allowDownload": false,
     *       "maxRows": null,
     *       "createdBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "expiresAt": "2026-03-08T09:30:00.000Z",
     *       "lastUsedAt": null,
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "url": "https://sql.example.com/share/2nq4Zs0c1T8dVfHk3mWbYxLr7JpQ9uEa6GiOtN5vCyA"
     *     }
     */
    CreatedBatchLink: {
      /** @description ID of the link. */
      id: string;
      /** @description ID of the batch. */
      batchId: string;
      /** @description The link needs a password. */
      hasPassword: boolean;
      /** @description Visitors may download the rows. */
      allowDownload: boolean;
      /** @description Visitors see this many rows of each statement; null: all. */
      maxRows: number | null;
      /** @description ID of the user who created it. */
      createdBy: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      expiresAt: string;
      /** @description Time when it was last opened. */
      lastUsedAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Address of the page. It is shown once: the service stores a hash of its token. */
      url: string;
    };
    /**
     * @description A new personal token with its secret.
     * @example {
     *       "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12",
     *       "name": "laptop",
     *       "userId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "userEmail": "nina@example.com",
     *       "scopes": [
     *         "schema:read",
     *         "sql:run",
     *         "results:read"
     *       ],
     *       "connectionIds": null,
     *       "readOnly": true,
     *       "maxConcurrency": 2,
     *       "maxRows": 10000,
     *       "maskedToken": "slu_…4f2a",
     *       "expiresAt": "2026-06-01T09:30:00.000Z",
     *       "lastUsedAt": "2026-03-02T11:05:00.000Z",
     *       "lastUsedAddress": "192.0.2.7",
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "token": "slu_…"
     *     }
     */
    CreatedPersonalToken: {
      /** @description ID of the token; it is not a credential. */
      id: string;
      /** @description Display name. */
      name: string;
      /** @description The user that the token acts as. */
      userId: string;
      /** @description Email address of the user. */
      userEmail: string;
      /** @description Permissions of the token. */
      scopes: (
        | 'schema:read'
        | 'sql:run'
        | 'results:read'
        | 'queries:read'
        | 'queries:write'
        | 'admin'
      )[];
      /** @description The only connections that the token may use; null: all that the user may use. */
      connectionIds: string[] | null;
      /** @description Batches of the token run read-only. */
      readOnly: boolean;
      /** @description Maximum running batches of the token; further batches wait. Null: no limit. */
      maxConcurrency: number | null;
      /** @description Maximum rows of a result. The lowest limit of token, connection and service applies. Null: no limit of the token. */
      maxRows: number | null;
      /** @description Last characters of the token, to identify it. */
      maskedToken: string;
      /** @description Null: it does not expire. */
      expiresAt: string | null;
      /** @description To the minute; null: not used yet. */
      lastUsedAt: string | null;
      /** @description Client address of the last use. */
      lastUsedAddress: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Token for `Authorization: Bearer`. It is shown only here, and matches `slu_[0-9A-Za-z]{49}`. */
      token: string;
    };
    /**
     * @description A new service token with its secret.
     * @example {
     *       "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "name": "nightly import",
     *       "role": "editor",
     *       "duration": null,
     *       "expiryDate": null,
     *       "maskedToken": "…4f2a",
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:30:00.000Z",
     *       "token": "eyJhbGciOi…"
     *     }
     */
    CreatedServiceToken: {
      /** @description ID of the token; it owns what it creates. */
      id: string;
      /** @description Display name. */
      name: string;
      /**
       * @description Role of the token.
       * @enum {string}
       */
      role: 'admin' | 'editor';
      /** @description Lifetime in hours; null: it does not expire. */
      duration: number | null;
      /** @description Null: it does not expire. */
      expiryDate: string | null;
      /** @description Last characters of the token, to identify it. */
      maskedToken: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Token for `Authorization: Bearer`. It is shown only here. */
      token: string;
    };
    /**
     * @description A personal token to create. Unknown fields are 400, so that a misspelt limit is not ignored.
     * @example {
     *       "name": "laptop",
     *       "scopes": [
     *         "schema:read",
     *         "sql:run",
     *         "results:read"
     *       ],
     *       "connectionIds": [
     *         "sample"
     *       ],
     *       "readOnly": true,
     *       "expiresInSeconds": 7776000,
     *       "maxConcurrency": 2,
     *       "maxRows": 10000
     *     }
     */
    CreatePersonalToken: {
      /** @description Display name; unique among your tokens. */
      name: string;
      /** @description Permissions of the token. `admin` is for admins. */
      scopes: (
        | 'schema:read'
        | 'sql:run'
        | 'results:read'
        | 'queries:read'
        | 'queries:write'
        | 'admin'
      )[];
      /** @description The only connections that the token may use. Absent or null: all that the user may use. Not with the scope `admin`. */
      connectionIds?: string[] | null;
      /** @description `true`: batches of the token run read-only. */
      readOnly?: boolean;
      /** @description Lifetime in seconds. Absent or null: it does not expire. */
      expiresInSeconds?: number | null;
      /** @description Maximum running batches; further batches wait. Absent or null: no limit. */
      maxConcurrency?: number | null;
      /** @description Maximum rows of a result. Absent or null: no limit. */
      maxRows?: number | null;
    };
    /**
     * @description A new saved query.
     * @example {
     *       "name": "Orders by day",
     *       "connectionId": "sample",
     *       "queryText": "select day, count(*) as orders from orders where status = {{status}} group by day",
     *       "parameters": [
     *         {
     *           "name": "status",
     *           "label": "Order status",
     *           "type": "text",
     *           "required": true,
     *           "default": "open"
     *         }
     *       ],
     *       "chart": {
     *         "chartType": "line",
     *         "fields": {
     *           "x": "day",
     *           "y": "orders"
     *         }
     *       },
     *       "tags": [
     *         "orders"
     *       ],
     *       "runAs": "owner",
     *       "exposeAsTool": true,
     *       "acl": [
     *         {
     *           "groupId": "__EVERYONE__",
     *           "write": false
     *         },
     *         {
     *           "userId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *           "write": true
     *         }
     *       ]
     *     }
     */
    CreateQuery: {
      /** @description Name; a blank name becomes "No Name Query". */
      name?: string | null;
      /** @description ID of a connection that the caller may use, or the stored one. */
      connectionId?: string | null;
      /** @description SQL of the query. */
      queryText?: string | null;
      /** @description Definitions of its placeholders, in the order of their fields. They apply to `POST /api/queries/:id/run`. */
      parameters?: components['schemas']['QueryParameterInput'][] | null;
      /** @description Chart settings of its result. */
      chart?: components['schemas']['ChartInput'] | null;
      /** @description Tags. Surrounding white space, blank tags and duplicates are removed. */
      tags?: string[] | null;
      /** @description `caller`: a run uses the access of its caller to the connection. `owner`: every reader runs exactly this text, on the access of the owner. Only the owner and admins may change it. */
      runAs?: ('caller' | 'owner') | null;
      /** @description AI agents of readers can run it as a tool of `/mcp`, read-only. Default: false. */
      exposeAsTool?: boolean | null;
      /** @description Access list. Of several entries for the same user the one with more rights is kept. */
      acl?:
        | {
            /** @description ID of a user or service token. */
            userId?: string | null;
            /** @description Everyone, instead of a userId. */
            groupId?: '__EVERYONE__' | null;
            /** @description Write access; default false. */
            write?: boolean;
          }[]
        | null;
    };
    /**
     * @description A service token to create.
     * @example {
     *       "name": "nightly import",
     *       "role": "editor",
     *       "duration": 720
     *     }
     */
    CreateServiceToken: {
      /** @description Display name; unique among service tokens. */
      name: string;
      /**
       * @description Role of the token.
       * @enum {string}
       */
      role: 'admin' | 'editor';
      /** @description Hours, as a number or a string of digits. Absent, null or 0: it does not expire. */
      duration?: (number | string) | null;
    };
    /**
     * @description A user to add.
     * @example {
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.com",
     *       "role": "editor",
     *       "ldapId": null,
     *       "data": {
     *         "region": "north"
     *       },
     *       "syncAuthRole": false,
     *       "password": "a long and private password"
     *     }
     */
    CreateUser: {
      /** @description Email address. */
      email: string;
      /**
       * @description Admins manage users and connections.
       * @enum {string}
       */
      role: 'admin' | 'editor';
      /** @description Display name. */
      name?: string | null;
      /** @description Absent: the response contains a passwordResetId that is valid for 7 days. */
      password?: string;
      /** @description User name in the LDAP directory. */
      ldapId?: string | null;
      /** @description Values for connection templates: {{user.data.<name>}}. */
      data?: {
        [key: string]: unknown;
      };
      /** @description The identity provider sets the role at each sign-in. */
      syncAuthRole?: boolean;
    };
    /**
     * @description The authenticated principal.
     * @example {
     *       "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "email": "ada@example.com",
     *       "name": "Ada Lovelace",
     *       "role": "editor"
     *     }
     */
    CurrentUser: {
      /** @description ID of the user or service token. */
      id: string;
      /** @description Email address of the user or name of the service token. */
      email: string;
      /** @description Display name. */
      name: string | null;
      /**
       * @description Admins manage users and connections.
       * @enum {string}
       */
      role: 'admin' | 'editor';
    };
    /**
     * @description The unsaved text of an editor tab. Only its user can read it.
     * @example {
     *       "id": "5f0c7d0b-1a11-4c3e-9a63-01964e1a7c1f",
     *       "version": 4711,
     *       "name": "Orders by day",
     *       "connectionId": "sample",
     *       "queryId": "01964e1c-11d4-7d5e-8b3a-3e5f6a7b8c44",
     *       "queryEtag": "\"3-2jmj7l5rSw0yVb_vlWAYkK_YBwk\"",
     *       "position": 0,
     *       "bytes": 43,
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:45:00.000Z",
     *       "text": "select day, count(*) from orders group by 1",
     *       "chart": null
     *     }
     */
    Draft: {
      /** @description ID of the draft. */
      id: string;
      /** @description Grows with every change; a draft that is created again has a later version. */
      version: number;
      /** @description Title of the tab; empty if it has none. */
      name: string;
      /** @description ID of its connection, which may have been deleted. */
      connectionId: string | null;
      /** @description ID of the saved query that it changes, which may have been deleted. */
      queryId: string | null;
      /** @description ETag of the saved query that editing started from, for If-Match. */
      queryEtag: string | null;
      /** @description Position of its tab among the user's tabs, from 0. */
      position: number;
      /** @description Size of the text in UTF-8. */
      bytes: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Text of the tab. */
      text: string;
      /** @description Chart settings of its result. */
      chart: components['schemas']['Chart'] | null;
    };
    /**
     * @description The draft was changed elsewhere, for example in another browser.
     * @example {
     *       "title": "The draft was changed elsewhere",
     *       "code": "draft_changed",
     *       "errors": [
     *         {
     *           "path": "version",
     *           "message": "is not the current version"
     *         }
     *       ],
     *       "draft": {
     *         "id": "5f0c7d0b-1a11-4c3e-9a63-01964e1a7c1f",
     *         "version": 4711,
     *         "name": "Orders by day",
     *         "connectionId": "sample",
     *         "queryId": "01964e1c-11d4-7d5e-8b3a-3e5f6a7b8c44",
     *         "queryEtag": "\"3-2jmj7l5rSw0yVb_vlWAYkK_YBwk\"",
     *         "position": 0,
     *         "bytes": 43,
     *         "createdAt": "2026-03-01T09:30:00.000Z",
     *         "updatedAt": "2026-03-01T09:45:00.000Z",
     *         "text": "select day, count(*) from orders group by 1",
     *         "chart": null
     *       }
     *     }
     */
    DraftConflict: {
      /** @description Message for users. */
      title: string;
      /** @description Stable error code in lower_snake_case. */
      code?: string;
      /** @description Invalid fields. */
      errors?: {
        /** @description Path in the body or query; empty for the whole request. */
        path: string;
        /** @description Problem of the field. */
        message: string;
      }[];
      /** @description The stored draft. */
      draft: components['schemas']['Draft'];
    };
    /**
     * @description A draft in a list.
     * @example {
     *       "id": "5f0c7d0b-1a11-4c3e-9a63-01964e1a7c1f",
     *       "version": 4711,
     *       "name": "Orders by day",
     *       "connectionId": "sample",
     *       "queryId": "01964e1c-11d4-7d5e-8b3a-3e5f6a7b8c44",
     *       "queryEtag": "\"3-2jmj7l5rSw0yVb_vlWAYkK_YBwk\"",
     *       "position": 0,
     *       "bytes": 43,
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:45:00.000Z"
     *     }
     */
    DraftListItem: {
      /** @description ID of the draft. */
      id: string;
      /** @description Grows with every change; a draft that is created again has a later version. */
      version: number;
      /** @description Title of the tab; empty if it has none. */
      name: string;
      /** @description ID of its connection, which may have been deleted. */
      connectionId: string | null;
      /** @description ID of the saved query that it changes, which may have been deleted. */
      queryId: string | null;
      /** @description ETag of the saved query that editing started from, for If-Match. */
      queryEtag: string | null;
      /** @description Position of its tab among the user's tabs, from 0. */
      position: number;
      /** @description Size of the text in UTF-8. */
      bytes: number;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
    };
    /**
     * @description A driver.
     * @example {
     *       "id": "postgres",
     *       "name": "PostgreSQL",
     *       "fields": [
     *         {
     *           "key": "host",
     *           "formType": "TEXT",
     *           "label": "Host",
     *           "description": "Name or address of the server",
     *           "placeholder": "db.example.com",
     *           "required": true,
     *           "secret": false
     *         },
     *         {
     *           "key": "ssl",
     *           "formType": "CHECKBOX",
     *           "label": "Use TLS",
     *           "impliedBy": [
     *             "ca"
     *           ]
     *         }
     *       ],
     *       "supportsConnectionClient": true,
     *       "supportsCancel": true,
     *       "isAsynchronous": false,
     *       "dialect": "postgres"
     *     }
     */
    Driver: {
      /** @description ID of the driver. */
      id: string;
      /** @description Display name. */
      name: string;
      /** @description Form fields of its connections. */
      fields: {
        /** @description Key in the `data` of a connection. */
        key: string;
        /**
         * @description Input type.
         * @enum {string}
         */
        formType: 'TEXT' | 'PASSWORD' | 'CHECKBOX' | 'TEXTAREA';
        /** @description Label. */
        label: string;
        /** @description Help text. */
        description?: string;
        /** @description Example value. */
        placeholder?: string;
        /** @description The field is required. */
        required?: boolean;
        /** @description The value is never returned. */
        secret?: boolean;
        /** @description Keys of the fields that turn this check box on if it is absent. */
        impliedBy?: string[];
      }[];
      /** @description Supports connection clients. */
      supportsConnectionClient: boolean;
      /** @description Running statements can be cancelled in the database. */
      supportsCancel: boolean;
      /** @description Statements run on the server independently of a session. */
      isAsynchronous: boolean;
      /** @description SQL dialect that splits statements. */
      dialect: string;
    };
    /**
     * @description The action succeeded and has no result.
     * @example {}
     */
    Empty: Record<string, never>;
    /**
     * @description The body of every 4xx and 5xx response; docs/reference/errors.md lists the codes.
     * @example {
     *       "title": "\"connectionId\" is required",
     *       "code": "bad_request",
     *       "errors": [
     *         {
     *           "path": "connectionId",
     *           "message": "is required"
     *         }
     *       ]
     *     }
     * @example {
     *       "title": "Internal Server Error",
     *       "code": "internal",
     *       "detail": "The log has the cause under this request ID.",
     *       "requestId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22"
     *     }
     */
    Error: {
      /** @description Message for users. */
      title: string;
      /** @description Stable error code in lower_snake_case. */
      code?: string;
      /** @description Further information, if any. */
      detail?: string;
      /** @description Invalid fields. */
      errors?: {
        /** @description Path in the body or query; empty for the whole request. */
        path: string;
        /** @description Problem of the field. */
        message: string;
      }[];
      /** @description ID of the request in the log, for 500 responses. */
      requestId?: string;
    };
    /**
     * @description SQL to format.
     * @example {
     *       "query": "select a,b from t where a=1",
     *       "dialect": "postgres"
     *     }
     */
    FormatSql: {
      /** @description SQL to format. It is not run. */
      query: string;
      /** @description `dialect` of a driver; default `generic`. */
      dialect?:
        | ('postgres' | 'mysql' | 'snowflake' | 'bigquery' | 'sqlite' | 'duckdb' | 'generic')
        | null;
    };
    /**
     * @description Formatted SQL.
     * @example {
     *       "query": "select\n  a,\n  b\nfrom\n  t\nwhere\n  a = 1"
     *     }
     */
    FormattedSql: {
      /** @description The formatted SQL. Only white space differs. */
      query: string;
    };
    /**
     * @description The process responds.
     * @example {
     *       "status": "ok",
     *       "warnings": [
     *         "SERVICE_AUTH_DISABLED is true: authentication is disabled"
     *       ]
     *     }
     */
    Health: {
      /**
       * @description Always ok.
       * @constant
       */
      status: 'ok';
      /** @description Problems that the operator must fix: risky settings, a full disk. */
      warnings?: string[];
    };
    /**
     * @description A batch as a visitor of a public link sees it.
     * @example {
     *       "linkId": "01964e1c-1a2b-7d44-8f10-2c6a7e9d4b77",
     *       "name": "Orders by day",
     *       "status": "finished",
     *       "startTime": "2026-03-01T09:29:58.120Z",
     *       "expiresAt": "2026-03-08T09:30:00.000Z",
     *       "allowDownload": false,
     *       "chart": {
     *         "chartType": "line",
     *         "fields": {
     *           "x": "day",
     *           "y": "orders"
     *         }
     *       },
     *       "statements": [
     *         {
     *           "id": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b23",
     *           "sequence": 1,
     *           "status": "finished",
     *           "columns": [
     *             {
     *               "name": "day",
     *               "datatype": "date",
     *               "min": null,
     *               "max": null,
     *               "maxValueLength": 10,
     *               "maxLineLength": 10,
     *               "dbType": "date"
     *             }
     *           ],
     *           "rowCount": 31,
     *           "storedRowCount": 31,
     *           "incomplete": false
     *         }
     *       ]
     *     }
     */
    LinkedBatch: {
      /** @description ID of the link. */
      linkId: string;
      /** @description Name of the batch. */
      name: string | null;
      /**
       * @description Status of the batch.
       * @enum {string}
       */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description Time when it was submitted.
       */
      startTime: string;
      /**
       * Format: date-time
       * @description Time when the link ends.
       */
      expiresAt: string;
      /** @description Visitors may download the rows. */
      allowDownload: boolean;
      /** @description The chart of the batch. */
      chart: components['schemas']['Chart'] | null;
      /** @description The statements that returned rows. */
      statements: {
        /** @description ID of the statement. */
        id: string;
        /** @description Position in the batch, from 1. */
        sequence: number;
        /**
         * @description Status of the statement.
         * @enum {string}
         */
        status: 'queued' | 'started' | 'finished' | 'error' | 'cancelled';
        /** @description Columns of the rows. */
        columns: components['schemas']['ColumnInfo'][];
        /** @description Rows that the link shows. */
        rowCount: number;
        /** @description Rows of the result. */
        storedRowCount: number;
        /** @description The result itself was truncated. */
        incomplete: boolean;
      }[];
    };
    /**
     * @description A dependency is unavailable.
     * @example {
     *       "title": "Not ready",
     *       "code": "not_ready",
     *       "detail": "Start a worker.",
     *       "errors": [
     *         {
     *           "path": "",
     *           "message": "No workers online"
     *         }
     *       ],
     *       "requestId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "checks": {
     *         "database": true,
     *         "databaseSpace": true,
     *         "queue": true,
     *         "workers": false,
     *         "pools": true,
     *         "storage": true
     *       }
     *     }
     */
    NotReady: {
      /** @description Message for users. */
      title: string;
      /** @description Stable error code in lower_snake_case. */
      code?: string;
      /** @description Further information, if any. */
      detail?: string;
      /** @description Invalid fields. */
      errors?: {
        /** @description Path in the body or query; empty for the whole request. */
        path: string;
        /** @description Problem of the field. */
        message: string;
      }[];
      /** @description ID of the request in the log, for 500 responses. */
      requestId?: string;
      /** @description State of each dependency. */
      checks: {
        /** @description The metadata database responds. */
        database: boolean;
        /** @description The queue accepts jobs. */
        queue: boolean;
        /** @description The metadata database has disk space for writes; false: requests are rejected with 507. */
        databaseSpace: boolean;
        /** @description At least one worker is online. */
        workers: boolean;
        /** @description Each worker pool of a connection has an online worker; false: some batches wait. */
        pools: boolean;
        /** @description At least one worker has free space for results; false: batches wait. */
        storage: boolean;
      };
    };
    /**
     * @description An OpenAPI 3.1 document.
     * @example {
     *       "openapi": "3.1.0",
     *       "info": {
     *         "title": "Orders by day",
     *         "version": "1.0.0"
     *       },
     *       "paths": {}
     *     }
     */
    OpenApiDocument: {
      [key: string]: unknown;
    };
    /**
     * @description A new connection client.
     * @example {
     *       "connectionId": "sample"
     *     }
     */
    OpenConnectionClient: {
      /** @description ID of the connection. */
      connectionId: string;
    };
    /**
     * @description A public link to open.
     * @example {
     *       "token": "2nq4Zs0c1T8dVfHk3mWbYxLr7JpQ9uEa6GiOtN5vCyA",
     *       "password": "two words more"
     *     }
     */
    OpenLink: {
      /** @description The last part of the address of the link. */
      token: string;
      /** @description The password of the link, if it has one. */
      password?: string | null;
    };
    /**
     * @description A new password for the account of the link.
     * @example {
     *       "email": "ada@example.com",
     *       "password": "a long and private password",
     *       "passwordConfirmation": "a long and private password"
     *     }
     */
    PasswordReset: {
      /** @description Email address. */
      email: string;
      /** @description Common passwords are rejected. */
      password: string;
      /** @description Confirmation of the password. */
      passwordConfirmation: string;
    };
    /**
     * @description A personal token: it acts as its user, narrowed.
     * @example {
     *       "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a12",
     *       "name": "laptop",
     *       "userId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "userEmail": "nina@example.com",
     *       "scopes": [
     *         "schema:read",
     *         "sql:run",
     *         "results:read"
     *       ],
     *       "connectionIds": null,
     *       "readOnly": true,
     *       "maxConcurrency": 2,
     *       "maxRows": 10000,
     *       "maskedToken": "slu_…4f2a",
     *       "expiresAt": "2026-06-01T09:30:00.000Z",
     *       "lastUsedAt": "2026-03-02T11:05:00.000Z",
     *       "lastUsedAddress": "192.0.2.7",
     *       "createdAt": "2026-03-01T09:30:00.000Z"
     *     }
     */
    PersonalToken: {
      /** @description ID of the token; it is not a credential. */
      id: string;
      /** @description Display name. */
      name: string;
      /** @description The user that the token acts as. */
      userId: string;
      /** @description Email address of the user. */
      userEmail: string;
      /** @description Permissions of the token. */
      scopes: (
        | 'schema:read'
        | 'sql:run'
        | 'results:read'
        | 'queries:read'
        | 'queries:write'
        | 'admin'
      )[];
      /** @description The only connections that the token may use; null: all that the user may use. */
      connectionIds: string[] | null;
      /** @description Batches of the token run read-only. */
      readOnly: boolean;
      /** @description Maximum running batches of the token; further batches wait. Null: no limit. */
      maxConcurrency: number | null;
      /** @description Maximum rows of a result. The lowest limit of token, connection and service applies. Null: no limit of the token. */
      maxRows: number | null;
      /** @description Last characters of the token, to identify it. */
      maskedToken: string;
      /** @description Null: it does not expire. */
      expiresAt: string | null;
      /** @description To the minute; null: not used yet. */
      lastUsedAt: string | null;
      /** @description Client address of the last use. */
      lastUsedAddress: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
    };
    /**
     * @description A saved query.
     * @example {
     *       "id": "01964e1c-11d4-7d5e-8b3a-3e5f6a7b8c44",
     *       "name": "Orders by day",
     *       "connectionId": "sample",
     *       "tags": [
     *         "orders",
     *         "weekly"
     *       ],
     *       "createdBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "createdByUser": {
     *         "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *         "name": "Ada Lovelace",
     *         "email": "ada@example.com"
     *       },
     *       "updatedBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "updatedByUser": {
     *         "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *         "name": "Ada Lovelace",
     *         "email": "ada@example.com"
     *       },
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:45:00.000Z",
     *       "canRead": true,
     *       "canWrite": true,
     *       "canDelete": true,
     *       "queryText": "select day, count(*) as orders from orders where status = {{status}} group by day",
     *       "parameters": [
     *         {
     *           "name": "status",
     *           "label": "Order status",
     *           "type": "text",
     *           "required": true,
     *           "default": "open"
     *         }
     *       ],
     *       "chart": {
     *         "chartType": "line",
     *         "fields": {
     *           "x": "day",
     *           "y": "orders"
     *         }
     *       },
     *       "runAs": "caller",
     *       "exposeAsTool": false,
     *       "acl": [
     *         {
     *           "id": 7,
     *           "userId": null,
     *           "groupId": "__EVERYONE__",
     *           "write": false
     *         }
     *       ]
     *     }
     */
    Query: {
      /** @description ID of the query. */
      id: string;
      /** @description Display name; not unique. */
      name: string;
      /** @description ID of its connection, which may have been deleted. */
      connectionId: string | null;
      /** @description SQL of the query. */
      queryText: string;
      /** @description Definitions of its placeholders. */
      parameters: components['schemas']['QueryParameter'][];
      /** @description Chart settings of its result. */
      chart: components['schemas']['Chart'] | null;
      /** @description Sorted and distinct. */
      tags: string[];
      /**
       * @description `caller`: a run uses the access of its caller to the connection. `owner`: every reader runs exactly this text, on the access of the owner.
       * @enum {string}
       */
      runAs: 'caller' | 'owner';
      /** @description AI agents of readers can run it as a tool of `/mcp`, read-only. */
      exposeAsTool: boolean;
      /** @description Access list. */
      acl: components['schemas']['QueryAclRow'][];
      /** @description ID of the owner: a user or service token. */
      createdBy: string;
      /** @description Null when the owner was deleted. */
      createdByUser: components['schemas']['QueryUser'] | null;
      /** @description ID of the last editor. */
      updatedBy: string;
      /** @description Null when the last editor was deleted. */
      updatedByUser: components['schemas']['QueryUser'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description The caller may read it. */
      canRead: boolean;
      /** @description The caller may change it. */
      canWrite: boolean;
      /** @description The caller may delete it, as the owner or an admin. */
      canDelete: boolean;
    };
    /**
     * @description An entry of a query's access list.
     * @example {
     *       "id": 7,
     *       "userId": null,
     *       "groupId": "__EVERYONE__",
     *       "write": false
     *     }
     */
    QueryAclRow: {
      /** @description ID of the entry. */
      id: number;
      /** @description ID of the user or service token. */
      userId: string | null;
      /** @description `__EVERYONE__`, when there is no userId. */
      groupId: string | null;
      /** @description True: write access. */
      write: boolean;
    };
    /**
     * @description A batch in the query history.
     * @example {
     *       "id": "019a1c52-0000-7000-8000-00000000000b",
     *       "connectionId": "sales",
     *       "connectionName": "Sales",
     *       "userId": "019a1c52-0000-7000-8000-000000000001",
     *       "userEmail": "ann@example.com",
     *       "status": "finished",
     *       "startTime": "2026-11-22T09:30:00.000Z",
     *       "stopTime": "2026-11-22T09:30:01.250Z",
     *       "durationMs": 1250,
     *       "queryId": "019a1c52-0000-7000-8000-00000000000a",
     *       "queryName": "Orders by day",
     *       "queryText": "select day, count(*) as orders from orders where day >= {{since}} group by day",
     *       "incomplete": false,
     *       "rowCount": 365,
     *       "parameters": {
     *         "since": "2026-01-01"
     *       }
     *     }
     */
    QueryHistoryRow: {
      /** @description ID of the batch. */
      id: string;
      /** @description ID of its connection. */
      connectionId: string;
      /** @description Null when the connection was deleted. */
      connectionName: string | null;
      /** @description ID of the user or service token. */
      userId: string;
      /** @description Email address of the user or name of the service token; null when deleted. */
      userEmail: string | null;
      /**
       * @description Status. Every status except started is final.
       * @enum {string}
       */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      /** @description Time when it ended; null until then. */
      stopTime: string | null;
      /** @description Milliseconds from startTime to stopTime. */
      durationMs: number | null;
      /** @description ID of its saved query. */
      queryId: string | null;
      /** @description Name of the query when the batch was submitted. */
      queryName: string | null;
      /** @description The executed text: the selection, or else the whole text. */
      queryText: string;
      /** @description A result was truncated; null until a statement finishes. */
      incomplete: boolean | null;
      /** @description Rows of all finished statements; null when no statement returned rows. */
      rowCount: number | null;
      /** @description Values of the placeholders by name; null without placeholders. */
      parameters: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @description A saved query in a list.
     * @example {
     *       "id": "01964e1c-11d4-7d5e-8b3a-3e5f6a7b8c44",
     *       "name": "Orders by day",
     *       "connectionId": "sample",
     *       "tags": [
     *         "orders",
     *         "weekly"
     *       ],
     *       "createdBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "createdByUser": {
     *         "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *         "name": "Ada Lovelace",
     *         "email": "ada@example.com"
     *       },
     *       "updatedBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "updatedByUser": {
     *         "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *         "name": "Ada Lovelace",
     *         "email": "ada@example.com"
     *       },
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:45:00.000Z",
     *       "canRead": true,
     *       "canWrite": true,
     *       "canDelete": true,
     *       "connection": {
     *         "id": "sample",
     *         "name": "Sample",
     *         "driver": "postgres"
     *       },
     *       "preview": "select day, count(*) as orders from orders where status = {{status}} group by day"
     *     }
     */
    QueryListItem: {
      /** @description ID of the query. */
      id: string;
      /** @description Display name; not unique. */
      name: string;
      /** @description ID of its connection, which may have been deleted. */
      connectionId: string | null;
      /** @description Null when the connection was deleted. */
      connection: {
        /** @description ID of the connection. */
        id: string;
        /** @description Name of the connection. */
        name: string;
        /** @description ID of its driver. */
        driver: string;
      } | null;
      /** @description The first 500 characters of the text. */
      preview: string;
      /** @description Sorted and distinct. */
      tags: string[];
      /** @description ID of the owner: a user or service token. */
      createdBy: string;
      /** @description Null when the owner was deleted. */
      createdByUser: components['schemas']['QueryUser'] | null;
      /** @description ID of the last editor. */
      updatedBy: string;
      /** @description Null when the last editor was deleted. */
      updatedByUser: components['schemas']['QueryUser'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description The caller may read it. */
      canRead: boolean;
      /** @description The caller may change it. */
      canWrite: boolean;
      /** @description The caller may delete it, as the owner or an admin. */
      canDelete: boolean;
    };
    /**
     * @description The definition of a saved query's parameter.
     * @example {
     *       "name": "status",
     *       "label": "Order status",
     *       "type": "text",
     *       "required": true,
     *       "default": "open",
     *       "options": [
     *         "open",
     *         "shipped"
     *       ],
     *       "description": "Only orders with this status."
     *     }
     * @example {
     *       "name": "customer",
     *       "type": "integer",
     *       "required": false,
     *       "optionsQueryId": "customers"
     *     }
     */
    QueryParameter: {
      /** @description The placeholder `{{name}}` in the text. */
      name: string;
      /** @description Shown instead of the name. */
      label?: string;
      /**
       * @description Type of the values.
       * @enum {string}
       */
      type:
        | 'text'
        | 'integer'
        | 'decimal'
        | 'boolean'
        | 'date'
        | 'time'
        | 'timestamp'
        | 'timestamptz'
        | 'uuid'
        | 'json'
        | 'text[]'
        | 'integer[]'
        | 'decimal[]'
        | 'boolean[]'
        | 'date[]'
        | 'time[]'
        | 'timestamp[]'
        | 'timestamptz[]'
        | 'uuid[]'
        | 'json[]';
      /** @description True: null and empty lists are refused. */
      required: boolean;
      /** @description Value of a run that sends none. */
      default?: unknown;
      /** @description The only permitted values, or elements of a list. */
      options?: (string | number)[];
      /** @description Saved query whose first column has values to choose from; a second column has their labels. Other values are permitted. */
      optionsQueryId?: string;
      /** @description Explains the parameter. */
      description?: string;
    };
    /**
     * @description The definition of a saved query's parameter.
     * @example {
     *       "name": "status",
     *       "label": "Order status",
     *       "type": "text",
     *       "required": true,
     *       "default": "open",
     *       "options": [
     *         "open",
     *         "shipped"
     *       ],
     *       "description": "Only orders with this status."
     *     }
     * @example {
     *       "name": "customer",
     *       "type": "integer",
     *       "required": false,
     *       "optionsQueryId": "customers"
     *     }
     */
    QueryParameterInput: {
      /** @description The placeholder `{{name}}` in the text. */
      name: string;
      /** @description Shown instead of the name. */
      label?: string;
      /**
       * @description Type of the values.
       * @enum {string}
       */
      type:
        | 'text'
        | 'integer'
        | 'decimal'
        | 'boolean'
        | 'date'
        | 'time'
        | 'timestamp'
        | 'timestamptz'
        | 'uuid'
        | 'json'
        | 'text[]'
        | 'integer[]'
        | 'decimal[]'
        | 'boolean[]'
        | 'date[]'
        | 'time[]'
        | 'timestamp[]'
        | 'timestamptz[]'
        | 'uuid[]'
        | 'json[]';
      /** @description True: null and empty lists are refused. */
      required: boolean;
      /** @description Value of a run that sends none. */
      default?: unknown;
      /** @description The only permitted values, or elements of a list. */
      options?: (string | number)[];
      /** @description Saved query whose first column has values to choose from; a second column has their labels. Other values are permitted. */
      optionsQueryId?: string;
      /** @description Explains the parameter. */
      description?: string;
    };
    /**
     * @description The author or last editor of a query.
     * @example {
     *       "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.com"
     *     }
     */
    QueryUser: {
      /** @description ID of the user or service token. */
      id: string;
      /** @description Display name. */
      name: string | null;
      /** @description Empty for a service token. */
      email: string;
    };
    /**
     * @description The text, parameters and chart of a saved query after a save.
     * @example {
     *       "number": 3,
     *       "createdBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "createdByUser": {
     *         "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *         "name": "Ada Lovelace",
     *         "email": "ada@example.com"
     *       },
     *       "createdAt": "2026-03-01T09:45:00.000Z",
     *       "restoredFrom": null,
     *       "bytes": 56,
     *       "queryText": "select day, count(*) as orders from orders where day >= {{since}} group by day",
     *       "parameters": [
     *         {
     *           "name": "since",
     *           "type": "date",
     *           "required": true
     *         }
     *       ],
     *       "chart": {
     *         "chartType": "line",
     *         "fields": {
     *           "x": "day",
     *           "y": "orders"
     *         }
     *       }
     *     }
     */
    QueryVersion: {
      /** @description Number of the version; numbers grow and have gaps. */
      number: number;
      /** @description ID of the author: a user or service token. */
      createdBy: string;
      /** @description Null when the author was deleted. */
      createdByUser: components['schemas']['QueryUser'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Number of the version that was restored; null for a save. */
      restoredFrom: number | null;
      /** @description Size of the text in UTF-8. */
      bytes: number;
      /** @description SQL of the version. */
      queryText: string;
      /** @description Definitions of its placeholders. */
      parameters: components['schemas']['QueryParameter'][];
      /** @description Chart settings of its result. */
      chart: components['schemas']['Chart'] | null;
    };
    /**
     * @description A version of a saved query in a list.
     * @example {
     *       "number": 3,
     *       "createdBy": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "createdByUser": {
     *         "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *         "name": "Ada Lovelace",
     *         "email": "ada@example.com"
     *       },
     *       "createdAt": "2026-03-01T09:45:00.000Z",
     *       "restoredFrom": null,
     *       "bytes": 56
     *     }
     */
    QueryVersionListItem: {
      /** @description Number of the version; numbers grow and have gaps. */
      number: number;
      /** @description ID of the author: a user or service token. */
      createdBy: string;
      /** @description Null when the author was deleted. */
      createdByUser: components['schemas']['QueryUser'] | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /** @description Number of the version that was restored; null for a save. */
      restoredFrom: number | null;
      /** @description Size of the text in UTF-8. */
      bytes: number;
    };
    /**
     * @description The service can run batches.
     * @example {
     *       "status": "ready",
     *       "checks": {
     *         "database": true,
     *         "databaseSpace": true,
     *         "queue": true,
     *         "workers": true,
     *         "pools": true,
     *         "storage": true
     *       }
     *     }
     */
    Ready: {
      /**
       * @description The service can run batches.
       * @constant
       */
      status: 'ready';
      /** @description State of each dependency. */
      checks: {
        /** @description The metadata database responds. */
        database: boolean;
        /** @description The queue accepts jobs. */
        queue: boolean;
        /** @description The metadata database has disk space for writes; false: requests are rejected with 507. */
        databaseSpace: boolean;
        /** @description At least one worker is online. */
        workers: boolean;
        /** @description Each worker pool of a connection has an online worker; false: some batches wait. */
        pools: boolean;
        /** @description At least one worker has free space for results; false: batches wait. */
        storage: boolean;
      };
    };
    /**
     * @description Rows of cells in column order. docs/reference/values describes the format of each type.
     * @example [
     *       [
     *         1,
     *         "one",
     *         null
     *       ],
     *       [
     *         2,
     *         "9007199254740993",
     *         true
     *       ]
     *     ]
     */
    ResultRows: unknown[][];
    /**
     * @description A batch that a worker runs.
     * @example {
     *       "userId": "019a1c52-0000-7000-8000-000000000001",
     *       "userEmail": "ann@example.com",
     *       "connectionId": "sales",
     *       "connectionName": "Sales",
     *       "queryName": "Orders by day",
     *       "queryText": "select day, count(*) as orders from orders group by day",
     *       "cancelRequestedAt": null,
     *       "id": "019a1c52-0000-7000-8000-00000000000b",
     *       "startTime": "2026-11-22T09:30:00.000Z",
     *       "workerId": "db1-4711-1",
     *       "claimedAt": "2026-11-22T09:30:00.010Z"
     *     }
     */
    RunningBatch: {
      /** @description ID of the batch. */
      id: string;
      /** @description ID of its user. */
      userId: string;
      /** @description Email address of the user or name of the service token; null when deleted. */
      userEmail: string | null;
      /** @description ID of its connection. */
      connectionId: string;
      /** @description Null when the connection was deleted. */
      connectionName: string | null;
      /** @description Name of its saved query, if any. */
      queryName: string | null;
      /** @description Start of the text, at most 500 characters. */
      queryText: string;
      /**
       * Format: date-time
       * @description Time when it was submitted.
       */
      startTime: string;
      /** @description Null when no cancel was requested. */
      cancelRequestedAt: string | null;
      /** @description ID of its worker. */
      workerId: string;
      /**
       * Format: date-time
       * @description Time when the worker claimed it.
       */
      claimedAt: string;
    };
    /**
     * @description A run of a saved query.
     * @example {
     *       "connectionId": "sample",
     *       "parameters": {
     *         "status": "shipped",
     *         "since": "2026-02-01"
     *       },
     *       "parameterTypes": {
     *         "since": "date"
     *       },
     *       "maxAgeSeconds": 300
     *     }
     */
    RunQuery: {
      /** @description ID of the connection to run on; default: the query's. */
      connectionId?: string;
      /** @description Values of the query's placeholders by name. A parameter that is absent has its default, or is null if it is not required. */
      parameters?: {
        [key: string]: unknown;
      };
      /** @description Types of parameters that the query does not define. */
      parameterTypes?: {
        [key: string]:
          | 'text'
          | 'integer'
          | 'decimal'
          | 'boolean'
          | 'date'
          | 'time'
          | 'timestamp'
          | 'timestamptz'
          | 'uuid'
          | 'json'
          | 'text[]'
          | 'integer[]'
          | 'decimal[]'
          | 'boolean[]'
          | 'date[]'
          | 'time[]'
          | 'timestamp[]'
          | 'timestamptz[]'
          | 'uuid[]'
          | 'json[]';
      };
      /** @description Returns a finished run of the caller with the same connection, text, parameters and limits that ended at most this many seconds ago, instead of a new run. Runs of such requests are read-only. 0: always a new run, which later requests may reuse. */
      maxAgeSeconds?: number;
    };
    /**
     * @description A column of a table.
     * @example {
     *       "name": "total",
     *       "description": "In euros",
     *       "dataType": "numeric(10,2)"
     *     }
     */
    SchemaColumn: {
      /** @description Name of the column. */
      name: string;
      /** @description Comment on the column; empty when there is none. */
      description: string;
      /** @description Type as the database reports it. */
      dataType: string;
    };
    /**
     * @description Deprecated format: columns by schema and table.
     * @example {
     *       "public": {
     *         "orders": [
     *           {
     *             "column_name": "total",
     *             "column_description": "",
     *             "data_type": "numeric(10,2)"
     *           }
     *         ]
     *       }
     *     }
     */
    SchemaInfo: {
      [key: string]: {
        [key: string]: {
          /** @description Name of the column. */
          column_name: string;
          /** @description Comment on the column; empty when there is none. */
          column_description: string;
          /** @description Type as the database reports it. */
          data_type: string;
        }[];
      };
    };
    /**
     * @description A schema of a database.
     * @example {
     *       "name": "public",
     *       "description": "",
     *       "tables": [
     *         {
     *           "name": "orders",
     *           "description": "One row for each order",
     *           "type": "table",
     *           "columns": [
     *             {
     *               "name": "total",
     *               "description": "In euros",
     *               "dataType": "numeric(10,2)"
     *             }
     *           ]
     *         }
     *       ]
     *     }
     */
    SchemaNamespace: {
      /** @description Name of the schema. */
      name: string;
      /** @description Comment on the schema; empty when there is none. */
      description: string;
      /** @description Tables that the connection can see. */
      tables: components['schemas']['SchemaTable'][];
    };
    /**
     * @description A table or view.
     * @example {
     *       "name": "orders",
     *       "description": "One row for each order",
     *       "type": "table",
     *       "columns": [
     *         {
     *           "name": "total",
     *           "description": "In euros",
     *           "dataType": "numeric(10,2)"
     *         }
     *       ]
     *     }
     */
    SchemaTable: {
      /** @description Name of the table. */
      name: string;
      /** @description Comment on the table; empty when there is none. */
      description: string;
      /** @description table, view, materialized view, foreign table or partitioned table. */
      type: string;
      /** @description Columns in the order of the table. */
      columns: components['schemas']['SchemaColumn'][];
    };
    /**
     * @description A service token: credentials of a program.
     * @example {
     *       "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "name": "nightly import",
     *       "role": "editor",
     *       "duration": null,
     *       "expiryDate": null,
     *       "maskedToken": "…4f2a",
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:30:00.000Z"
     *     }
     */
    ServiceToken: {
      /** @description ID of the token; it owns what it creates. */
      id: string;
      /** @description Display name. */
      name: string;
      /**
       * @description Role of the token.
       * @enum {string}
       */
      role: 'admin' | 'editor';
      /** @description Lifetime in hours; null: it does not expire. */
      duration: number | null;
      /** @description Null: it does not expire. */
      expiryDate: string | null;
      /** @description Last characters of the token, to identify it. */
      maskedToken: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
    };
    /**
     * @description A browser session.
     * @example {
     *       "id": "5f0c7d0b-1a11-4c3e-9a63-01964e1a7c1f",
     *       "isCurrent": true,
     *       "browser": "Firefox on Windows",
     *       "address": "192.0.2.7",
     *       "method": "local",
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "lastUsedAt": "2026-03-01T11:05:00.000Z"
     *     }
     */
    Session: {
      /** @description ID of the session in this list; it is not a credential. */
      id: string;
      /** @description This request belongs to the session. */
      isCurrent: boolean;
      /** @description Browser, from the User-Agent header; null when unknown. */
      browser: string | null;
      /** @description Client address of the sign-in. */
      address: string | null;
      /** @description Sign-in method, such as `local` or `saml`. */
      method: string | null;
      /**
       * Format: date-time
       * @description Time of the sign-in.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description Time of the last request, to the minute.
       */
      lastUsedAt: string;
    };
    /**
     * @description Credentials of a user.
     * @example {
     *       "email": "ada@example.com",
     *       "password": "a long and private password"
     *     }
     */
    SignIn: {
      /** @description Email address or LDAP user name. */
      email: string;
      /** @description Password, compared exactly. */
      password: string;
    };
    /**
     * @description Credentials of a new account.
     * @example {
     *       "email": "ada@example.com",
     *       "password": "a long and private password",
     *       "passwordConfirmation": "a long and private password",
     *       "invitationId": "3q2-7wEjRW0lC9x5"
     *     }
     */
    SignUp: {
      /** @description Email address. */
      email: string;
      /** @description Common passwords are rejected. */
      password: string;
      /** @description Confirmation of the password. */
      passwordConfirmation: string;
      /** @description passwordResetId of the invited user. */
      invitationId?: string;
    };
    /**
     * @description One statement of a batch, without its rows.
     * @example {
     *       "id": "01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33",
     *       "batchId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22",
     *       "sequence": 1,
     *       "statementText": "select 1 as n",
     *       "startOffset": 0,
     *       "endOffset": 13,
     *       "status": "finished",
     *       "startTime": "2026-03-01T09:30:00.000Z",
     *       "stopTime": "2026-03-01T09:30:01.250Z",
     *       "durationMs": 1250,
     *       "columns": [
     *         {
     *           "name": "n",
     *           "datatype": "number",
     *           "min": 1,
     *           "max": 1,
     *           "maxValueLength": 0,
     *           "maxLineLength": 1,
     *           "dbType": "int4"
     *         }
     *       ],
     *       "rowCount": 1,
     *       "affectedRows": null,
     *       "command": "SELECT",
     *       "resultsPath": "2026-03-01/01964e1b-0a2c-7a55-b0c1-9d1e2f3a4c33.json",
     *       "bytes": 5,
     *       "incomplete": false,
     *       "truncatedBy": null,
     *       "notices": [],
     *       "executionId": "4711",
     *       "error": null,
     *       "expiresAt": "2026-03-31T09:30:01.250Z",
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:30:01.250Z"
     *     }
     */
    Statement: {
      /** @description ID of the statement. */
      id: string;
      /** @description ID of its batch. */
      batchId: string;
      /** @description Position in the batch, from 1. */
      sequence: number;
      /** @description SQL of the statement, without its terminator. */
      statementText: string;
      /** @description Start in the executed text, in UTF-16 code units. */
      startOffset: number;
      /** @description End (exclusive) in the executed text, in UTF-16 code units. */
      endOffset: number;
      /**
       * @description Status. finished, error and cancelled are final.
       * @enum {string}
       */
      status: 'queued' | 'started' | 'finished' | 'error' | 'cancelled';
      /** @description Time when it was sent; null while it is queued. */
      startTime: string | null;
      /** @description Time when it ended. */
      stopTime: string | null;
      /** @description Milliseconds from startTime to stopTime. */
      durationMs: number | null;
      /** @description Columns of the result; null until they are known, and for statements without rows. */
      columns: components['schemas']['ColumnInfo'][] | null;
      /** @description Stored rows; grows while the statement runs. */
      rowCount: number | null;
      /** @description Changed rows, if the database reports them. */
      affectedRows: number | null;
      /** @description Command tag, such as INSERT. */
      command: string | null;
      /** @description Path of the result file, relative to the results directory. */
      resultsPath: string | null;
      /** @description Size of the stored result in bytes. */
      bytes: number | null;
      /** @description True when the result was truncated. */
      incomplete: boolean | null;
      /** @description Limit that truncated the result. */
      truncatedBy: ('rows' | 'bytes') | null;
      /** @description First 100 notices of the database, also of a failed statement. A last notice counts those that were left out. */
      notices: string[];
      /** @description The database's ID of the query or session. */
      executionId: string | null;
      /** @description Why it did not finish. */
      error: components['schemas']['StatementError'] | null;
      /** @description Time after which retention may delete the stored result. */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
    };
    /**
     * @description Why a statement did not finish.
     * @example {
     *       "title": "column \"nmae\" does not exist",
     *       "outcome": "failed",
     *       "kind": "sql",
     *       "detail": "There is a column of another name.",
     *       "hint": "Perhaps you meant to reference the column \"users.name\".",
     *       "position": 8,
     *       "line": 1,
     *       "column": 8,
     *       "sqlState": "42703"
     *     }
     * @example {
     *       "title": "No worker was available for 10 minutes.",
     *       "outcome": "not_run",
     *       "code": "no_worker"
     *     }
     */
    StatementError: {
      /** @description Message of the database, or of the service when no database was involved. */
      title: string;
      /**
       * @description Known effect of the statement; see docs/reference/errors.md.
       * @enum {string}
       */
      outcome: 'not_run' | 'failed' | 'unknown' | 'ran_result_lost';
      /** @description Stable error code of the service, such as connect_failed. */
      code?: string;
      /**
       * @description Kind of the error; absent when no database was involved.
       * @enum {string}
       */
      kind?:
        | 'connection'
        | 'authentication'
        | 'sql'
        | 'permission'
        | 'timeout'
        | 'cancelled'
        | 'limit'
        | 'internal';
      /** @description Detail from the database. */
      detail?: string;
      /** @description Hint from the database. */
      hint?: string;
      /** @description Character position in the statement text, from 1. */
      position?: number;
      /** @description Line in the statement text, from 1. */
      line?: number;
      /** @description Column in that line in code points, from 1. */
      column?: number;
      /** @description Five-character SQLSTATE of the database. */
      sqlState?: string;
    };
    /**
     * @description Keys, indexes, row estimate, comment and definition of a table or view.
     * @example {
     *       "schema": "public",
     *       "name": "orders",
     *       "type": "table",
     *       "description": "One row for each order",
     *       "rowEstimate": 120000,
     *       "keys": [
     *         {
     *           "name": "orders_pkey",
     *           "kind": "primary",
     *           "columns": [
     *             "id"
     *           ]
     *         }
     *       ],
     *       "foreignKeys": [
     *         {
     *           "name": "orders_customer_id_fkey",
     *           "columns": [
     *             "customer_id"
     *           ],
     *           "referencedSchema": "public",
     *           "referencedTable": "customers",
     *           "referencedColumns": [
     *             "id"
     *           ]
     *         }
     *       ],
     *       "indexes": [
     *         {
     *           "name": "orders_pkey",
     *           "columns": [
     *             "id"
     *           ],
     *           "isUnique": true,
     *           "method": "btree"
     *         }
     *       ],
     *       "ddl": "create table public.orders (\n  id bigint not null\n);",
     *       "ddlSource": "catalog"
     *     }
     */
    TableDetail: {
      /** @description Name of the schema; null in databases without. */
      schema: string | null;
      /** @description Name of the table. */
      name: string;
      /** @description As in the schema: table, view, materialized view, … */
      type: string;
      /** @description Comment on the table; empty when there is none. */
      description: string;
      /** @description Rows by the statistics of the database, not counted; null when it has none. */
      rowEstimate: number | null;
      /** @description Primary key first. */
      keys: components['schemas']['TableKey'][];
      /** @description References to other tables. */
      foreignKeys: components['schemas']['TableForeignKey'][];
      /** @description Indexes, including those of keys. */
      indexes: components['schemas']['TableIndex'][];
      /** @description Statements that create the table; null if the user may not read them, or if the server version cannot return them. */
      ddl: string | null;
      /**
       * @description `engine`: the database returned the statements. `catalog`: Sluice built them from the catalog, without privileges, triggers and storage options.
       * @enum {string}
       */
      ddlSource: 'engine' | 'catalog';
    };
    /**
     * @description A foreign key.
     * @example {
     *       "name": "orders_customer_id_fkey",
     *       "columns": [
     *         "customer_id"
     *       ],
     *       "referencedSchema": "public",
     *       "referencedTable": "customers",
     *       "referencedColumns": [
     *         "id"
     *       ]
     *     }
     */
    TableForeignKey: {
      /** @description Name of the constraint; empty when it has none. */
      name: string;
      /** @description Columns in the order of the key. */
      columns: string[];
      /** @description Schema of the referenced table; null for databases without schemas. */
      referencedSchema: string | null;
      /** @description Referenced table. */
      referencedTable: string;
      /** @description Referenced columns, one for each column of the key. */
      referencedColumns: string[];
    };
    /**
     * @description An index.
     * @example {
     *       "name": "orders_pkey",
     *       "columns": [
     *         "id"
     *       ],
     *       "isUnique": true,
     *       "method": "btree"
     *     }
     */
    TableIndex: {
      /** @description Name of the index. */
      name: string;
      /** @description Indexed columns or expressions in the order of the index. */
      columns: string[];
      /** @description The index rejects duplicates. */
      isUnique: boolean;
      /** @description Method of the index, such as btree; null if the database does not report it. */
      method: string | null;
    };
    /**
     * @description A primary or unique key.
     * @example {
     *       "name": "orders_pkey",
     *       "kind": "primary",
     *       "columns": [
     *         "id"
     *       ]
     *     }
     */
    TableKey: {
      /** @description Name of the constraint; empty when it has none. */
      name: string;
      /**
       * @description Primary or unique key.
       * @enum {string}
       */
      kind: 'primary' | 'unique';
      /** @description Columns in the order of the key. */
      columns: string[];
    };
    /**
     * @description Sorted tags.
     * @example [
     *       "orders",
     *       "weekly"
     *     ]
     */
    Tags: string[];
    /**
     * @description Connection settings to test.
     * @example {
     *       "id": "warehouse",
     *       "driver": "postgres",
     *       "readOnly": false,
     *       "workerPool": null,
     *       "data": {
     *         "host": "db.example.com",
     *         "port": "5432",
     *         "database": "orders",
     *         "username": "reader",
     *         "password": ""
     *       }
     *     }
     */
    TestConnection: {
      /** @description ID of the stored connection that is being edited. */
      id?: string;
      /** @description ID of the driver; see GET /api/drivers. */
      driver: string;
      /** @description Tells the database to reject writes. */
      readOnly?: boolean;
      /** @description Worker pool that can reach the database; null: the pool `default`. */
      workerPool?: string | null;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may contain {{user.…}} templates. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Omitted fields and empty secrets keep their value.
     * @example {
     *       "name": "Warehouse",
     *       "description": "Orders since 2019",
     *       "driver": "postgres",
     *       "data": {
     *         "host": "db.example.com",
     *         "port": "5432",
     *         "database": "orders",
     *         "username": "reader",
     *         "password": ""
     *       },
     *       "multiStatementTransactionEnabled": false,
     *       "idleTimeoutSeconds": 3600,
     *       "maxRows": null,
     *       "maxConcurrency": 8,
     *       "queryTimeoutSeconds": 600,
     *       "readOnly": true,
     *       "workerPool": null,
     *       "environment": "production",
     *       "environmentColor": "red"
     *     }
     */
    UpdateConnection: {
      /** @description Display name; not unique. */
      name?: string;
      /** @description ID of the driver; see GET /api/drivers. */
      driver?: string;
      /** @description Description. */
      description?: string;
      /** @description Hint for clients: transactions may span statements. */
      multiStatementTransactionEnabled?: boolean;
      /** @description Seconds after which an idle connection client is closed. */
      idleTimeoutSeconds?: number;
      /** @description Maximum rows of a result; null: the limit of the service. */
      maxRows?: number | null;
      /** @description Maximum concurrent batches; null disables the limit. */
      maxConcurrency?: number | null;
      /** @description Statement timeout in seconds; null: the limit of the service. */
      queryTimeoutSeconds?: number | null;
      /** @description Tells the database to reject writes. */
      readOnly?: boolean;
      /** @description Worker pool that can reach the database; null: the pool `default`. */
      workerPool?: string | null;
      /** @description Label shown with the connection, such as production; empty: none. The workbench asks before destructive statements if it begins with "prod". */
      environment?: string;
      /**
       * @description Colour of the label.
       * @enum {string}
       */
      environmentColor?: 'gray' | 'blue' | 'green' | 'yellow' | 'red';
      /** @description The driver's fields by key; see GET /api/drivers. Strings may contain {{user.…}} templates. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Omitted fields keep their value.
     * @example {
     *       "name": "Orders by week",
     *       "tags": [
     *         "orders",
     *         "weekly"
     *       ]
     *     }
     * @example {
     *       "connectionId": "sample",
     *       "queryText": "select day, count(*) as orders from orders where status = {{status}} group by day",
     *       "parameters": [
     *         {
     *           "name": "status",
     *           "label": "Order status",
     *           "type": "text",
     *           "required": true,
     *           "default": "open"
     *         }
     *       ],
     *       "chart": {
     *         "chartType": "line",
     *         "fields": {
     *           "x": "day",
     *           "y": "orders"
     *         }
     *       },
     *       "runAs": "owner",
     *       "exposeAsTool": true,
     *       "acl": [
     *         {
     *           "groupId": "__EVERYONE__",
     *           "write": false
     *         },
     *         {
     *           "userId": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *           "write": true
     *         }
     *       ]
     *     }
     */
    UpdateQuery: {
      /** @description Name; a blank name becomes "No Name Query". */
      name?: string;
      /** @description ID of a connection that the caller may use, or the stored one. */
      connectionId?: string | null;
      /** @description SQL of the query. */
      queryText?: string;
      /** @description Definitions of its placeholders, in the order of their fields. They apply to `POST /api/queries/:id/run`. */
      parameters?: components['schemas']['QueryParameterInput'][];
      /** @description Chart settings; null removes them. */
      chart?: components['schemas']['ChartInput'] | null;
      /** @description Tags. Surrounding white space, blank tags and duplicates are removed. */
      tags?: string[];
      /**
       * @description `caller`: a run uses the access of its caller to the connection. `owner`: every reader runs exactly this text, on the access of the owner. Only the owner and admins may change it.
       * @enum {string}
       */
      runAs?: 'caller' | 'owner';
      /** @description AI agents of readers can run it as a tool of `/mcp`, read-only. Default: false. */
      exposeAsTool?: boolean;
      /** @description Access list. Only the owner and admins may change it. */
      acl?: {
        /** @description ID of a user or service token. */
        userId?: string | null;
        /** @description Everyone, instead of a userId. */
        groupId?: '__EVERYONE__' | null;
        /** @description Write access; default false. */
        write?: boolean;
      }[];
    };
    /**
     * @description Omitted fields keep their value. Users change their own `name`, `email` and `password`; any other field is rejected with 400 when the user is the caller.
     * @example {
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.com",
     *       "role": "editor",
     *       "ldapId": null,
     *       "data": {
     *         "region": "north"
     *       },
     *       "syncAuthRole": false,
     *       "disabled": false,
     *       "passwordResetId": "new"
     *     }
     * @example {
     *       "password": "another private password",
     *       "currentPassword": "a long and private password"
     *     }
     */
    UpdateUser: {
      /** @description Display name. */
      name?: string | null;
      /** @description Email address. */
      email?: string;
      /** @description New password of the caller. */
      password?: string;
      /** @description Required for a new password and for a new email address of the caller. */
      currentPassword?: string;
      /**
       * @description Admins manage users and connections.
       * @enum {string}
       */
      role?: 'admin' | 'editor';
      /** @description Any text creates a new reset link; null or "" removes the link. */
      passwordResetId?: string | null;
      /** @description Replaces the stored data. */
      data?: {
        [key: string]: unknown;
      };
      /** @description True ends all sessions and work of the user. */
      disabled?: boolean;
      /** @description The identity provider sets the role at each sign-in. */
      syncAuthRole?: boolean;
      /** @description User name in the LDAP directory. */
      ldapId?: string | null;
    };
    /**
     * @description A user.
     * @example {
     *       "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.com",
     *       "ldapId": null,
     *       "role": "editor",
     *       "createdAt": "2026-03-01T09:30:00.000Z",
     *       "updatedAt": "2026-03-01T09:30:00.000Z",
     *       "data": {
     *         "region": "north"
     *       },
     *       "disabled": false,
     *       "origin": "local",
     *       "syncAuthRole": false,
     *       "passwordResetId": null
     *     }
     */
    User: {
      /** @description ID of the user. */
      id: string;
      /** @description Display name. */
      name: string | null;
      /** @description Email address; unique. */
      email: string;
      /** @description User name in the LDAP directory. */
      ldapId: string | null;
      /**
       * @description Admins manage users and connections.
       * @enum {string}
       */
      role: 'admin' | 'editor';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      updatedAt: string;
      /** @description Values for connection templates. Visible to admins only. */
      data?: {
        [key: string]: unknown;
      };
      /** @description True when the user cannot sign in. Visible to admins only. */
      disabled?: boolean;
      /**
       * @description First sign-in method; only local users have a password. Visible to admins only.
       * @enum {string}
       */
      origin?: 'local' | 'ldap' | 'proxy' | 'oauth' | 'oidc' | 'saml' | 'none';
      /** @description The identity provider sets the role at each sign-in. Visible to admins only. */
      syncAuthRole?: boolean;
      /** @description One-time ID for sign-up or password reset. Visible to admins only. */
      passwordResetId?: string | null;
    };
    /**
     * @description The link between a user and an identity provider.
     * @example {
     *       "origin": "oidc",
     *       "subject": "https://login.example.com 248289761001",
     *       "createdAt": "2026-03-01T09:30:00.000Z"
     *     }
     */
    UserIdentity: {
      /** @description Sign-in method: `oauth`, `oidc` or `saml`. */
      origin: string;
      /** @description Subject at the identity provider, with the name of the provider. */
      subject: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
    };
    /**
     * @description A part of a sorted, filtered or aggregated result.
     * @example {
     *       "rowCount": 3,
     *       "total": 1,
     *       "rows": [
     *         [
     *           2,
     *           "b"
     *         ]
     *       ],
     *       "rowNumbers": [
     *         1
     *       ],
     *       "aggregates": [
     *         2
     *       ]
     *     }
     * @example {
     *       "rowCount": 3,
     *       "total": 3,
     *       "distinct": {
     *         "total": 2,
     *         "values": [
     *           {
     *             "value": "b",
     *             "count": 2
     *           }
     *         ]
     *       }
     *     }
     * @example {
     *       "rowCount": 3,
     *       "total": 3,
     *       "groups": {
     *         "total": 2,
     *         "rows": [
     *           {
     *             "key": [
     *               "b"
     *             ],
     *             "values": [
     *               5
     *             ]
     *           }
     *         ]
     *       }
     *     }
     */
    View: {
      /** @description Rows of the stored result. */
      rowCount: number;
      /** @description Rows that match the filters and the search. */
      total: number;
      /** @description The rows as stored. A page ends early when its rows exceed 4 MiB: continue after the last row. */
      rows?: unknown[][];
      /** @description Position of each row in the stored result, from 0. */
      rowNumbers?: number[];
      /** @description One value for each requested aggregate, without `groupBy`. */
      aggregates?: unknown[];
      /** @description For `distinct`. */
      distinct?: {
        /** @description Distinct values, null included. */
        total: number;
        /** @description The page of values. */
        values: {
          /** @description A value exactly as stored. */
          value: unknown;
          /** @description Matching rows with this value. */
          count: number;
        }[];
      };
      /** @description For `groupBy`. */
      groups?: {
        /** @description Groups. */
        total: number;
        /** @description The page of groups. */
        rows: {
          /** @description One value for each column of `groupBy`. */
          key: unknown[];
          /** @description One value for each aggregate. */
          values: unknown[];
        }[];
      };
    };
    /**
     * @description Sort, filter, search and aggregate all rows of a stored result.
     * @example {
     *       "sort": [
     *         {
     *           "column": 2,
     *           "descending": true,
     *           "nulls": "last"
     *         }
     *       ],
     *       "filters": [
     *         {
     *           "column": 0,
     *           "operator": ">=",
     *           "value": 100
     *         }
     *       ],
     *       "offset": 0,
     *       "limit": 100
     *     }
     * @example {
     *       "filters": [
     *         {
     *           "column": 1,
     *           "operator": "in",
     *           "values": [
     *             "Berlin",
     *             "Rome"
     *           ],
     *           "ignoreCase": true
     *         }
     *       ],
     *       "search": {
     *         "text": "ab",
     *         "ignoreCase": false
     *       },
     *       "groupBy": [
     *         1
     *       ],
     *       "aggregates": [
     *         {
     *           "function": "sum",
     *           "column": 2
     *         }
     *       ],
     *       "sort": [
     *         {
     *           "aggregate": 0,
     *           "descending": true
     *         }
     *       ]
     *     }
     * @example {
     *       "distinct": {
     *         "column": 1,
     *         "order": "value"
     *       }
     *     }
     * @example {
     *       "columns": [
     *         0,
     *         2
     *       ],
     *       "sort": [
     *         {
     *           "stored": true,
     *           "descending": true
     *         }
     *       ],
     *       "sample": 1000,
     *       "limit": 1000
     *     }
     */
    ViewRequest: {
      /** @description Order of the rows or groups. Ties keep the stored order. */
      sort?: {
        /** @description Position of the column in the result, from 0. */
        column?: number;
        /** @description Position in `aggregates`, instead of `column`; needs `groupBy`. */
        aggregate?: number;
        /**
         * @description The stored order, instead of `column`; of a group, that of its first row.
         * @constant
         */
        stored?: true;
        /** @description Default false. */
        descending?: boolean;
        /**
         * @description Place of nulls; default `last` in ascending and `first` in descending order.
         * @enum {string}
         */
        nulls?: 'first' | 'last';
      }[];
      /** @description Conditions that each row must meet. */
      filters?: {
        /** @description Position of the column in the result, from 0. */
        column: number;
        /**
         * @description Rows with null match only `isNull`.
         * @enum {string}
         */
        operator:
          | '='
          | '!='
          | '<'
          | '<='
          | '>'
          | '>='
          | 'between'
          | 'in'
          | 'contains'
          | 'startsWith'
          | 'isNull'
          | 'isNotNull';
        /** @description A value in the form of the stored result. Numbers may be strings, so that no digit is lost. */
        value?: string | number | boolean;
        /** @description The two bounds of `between`, or the list of `in`. */
        values?: (string | number | boolean)[];
        /** @description Ignores upper and lower case; default false. */
        ignoreCase?: boolean;
      }[];
      /** @description Keeps rows with this text in any column. */
      search?: {
        /** @description Text to find in any column. */
        text: string;
        /** @description Ignores upper and lower case; default true. */
        ignoreCase?: boolean;
      };
      /** @description Returns the distinct values of a column instead of rows. */
      distinct?: {
        /** @description Position of the column in the result, from 0. */
        column: number;
        /**
         * @description `count` (default) starts with the most frequent value.
         * @enum {string}
         */
        order?: 'count' | 'value';
      };
      /** @description Returns groups instead of rows. */
      groupBy?: number[];
      /** @description Calculated over all matching rows, or over each group. */
      aggregates?: {
        /**
         * @description `sum`, `avg` and `median` need a number column. All but `nulls` ignore nulls.
         * @enum {string}
         */
        function: 'count' | 'nulls' | 'countDistinct' | 'min' | 'max' | 'sum' | 'avg' | 'median';
        /** @description Required except for `count`, which then counts rows. */
        column?: number;
      }[];
      /** @description Columns of the returned rows, in this order; default all. */
      columns?: number[];
      /** @description Keeps this many rows or groups, evenly spaced in their order, with the first and the last one. `offset` and `limit` then page through the sample. */
      sample?: number;
      /** @description Rows, values or groups to skip; default 0. */
      offset?: number;
      /** @description Maximum rows, values or groups; default 100. */
      limit?: number;
    };
    /**
     * @description A batch that waits for a worker.
     * @example {
     *       "userId": "019a1c52-0000-7000-8000-000000000001",
     *       "userEmail": "ann@example.com",
     *       "connectionId": "sales",
     *       "connectionName": "Sales",
     *       "queryName": "Orders by day",
     *       "queryText": "select day, count(*) as orders from orders group by day",
     *       "cancelRequestedAt": null,
     *       "id": "019a1c52-0000-7000-8000-00000000000c",
     *       "startTime": "2026-11-22T09:30:01.000Z",
     *       "queuePosition": 1,
     *       "waitReason": "workers_busy"
     *     }
     */
    WaitingBatch: {
      /** @description ID of the batch. */
      id: string;
      /** @description ID of its user. */
      userId: string;
      /** @description Email address of the user or name of the service token; null when deleted. */
      userEmail: string | null;
      /** @description ID of its connection. */
      connectionId: string;
      /** @description Null when the connection was deleted. */
      connectionName: string | null;
      /** @description Name of its saved query, if any. */
      queryName: string | null;
      /** @description Start of the text, at most 500 characters. */
      queryText: string;
      /**
       * Format: date-time
       * @description Time when it was submitted.
       */
      startTime: string;
      /** @description Null when no cancel was requested. */
      cancelRequestedAt: string | null;
      /** @description Position in the queue of its worker pool, from 1. */
      queuePosition: number;
      /** @description Why it waits; null when it is about to run. */
      waitReason:
        | (
            | 'no_worker'
            | 'no_pool_worker'
            | 'storage_full'
            | 'workers_busy'
            | 'target_full'
            | 'connection_limit'
            | 'user_limit'
            | 'tenant_limit'
            | 'token_limit'
            | 'client_busy'
          )
        | null;
    };
    /**
     * @description An online worker.
     * @example {
     *       "id": "db1-4711-1",
     *       "hostname": "db1",
     *       "pid": 4711,
     *       "startedAt": "2026-11-22T08:00:00.000Z",
     *       "leaseExpiresAt": "2026-11-22T09:30:15.000Z",
     *       "pools": [
     *         "default"
     *       ],
     *       "state": "ready",
     *       "slots": 1,
     *       "running": 1
     *     }
     */
    Worker: {
      /** @description ID of the worker. */
      id: string;
      /** @description Host name of its machine. */
      hostname: string;
      /** @description Process ID. */
      pid: number;
      /**
       * Format: date-time
       * @description Start time by the database's clock.
       */
      startedAt: string;
      /**
       * Format: date-time
       * @description End of its lease. It counts as lost unless it renews the lease.
       */
      leaseExpiresAt: string;
      /** @description Worker pools that it serves. */
      pools: string[];
      /**
       * @description `paused`: no free space for results. `stopping`: it finishes its batches and starts none.
       * @enum {string}
       */
      state: 'ready' | 'paused' | 'stopping';
      /** @description Maximum concurrent batches; 0 while it starts none. */
      slots: number;
      /** @description Running batches. */
      running: number;
    };
    /**
     * @description Workers that can reach the same databases.
     * @example {
     *       "name": "default",
     *       "connections": 4,
     *       "workers": 1,
     *       "slots": 1,
     *       "running": 1,
     *       "waiting": 1
     *     }
     */
    WorkerPool: {
      /** @description Name of the pool. `default` serves connections without a pool. */
      name: string;
      /** @description Connections of the pool. */
      connections: number;
      /** @description Online workers; with 0 its batches wait. */
      workers: number;
      /** @description Maximum concurrent batches of these workers, which may also serve other pools. */
      slots: number;
      /** @description Running batches of the pool. */
      running: number;
      /** @description Waiting batches of the pool. */
      waiting: number;
    };
    /**
     * @description Workers, pools, running and waiting batches.
     * @example {
     *       "workers": [
     *         {
     *           "id": "db1-4711-1",
     *           "hostname": "db1",
     *           "pid": 4711,
     *           "startedAt": "2026-11-22T08:00:00.000Z",
     *           "leaseExpiresAt": "2026-11-22T09:30:15.000Z",
     *           "pools": [
     *             "default"
     *           ],
     *           "state": "ready",
     *           "slots": 1,
     *           "running": 1
     *         }
     *       ],
     *       "pools": [
     *         {
     *           "name": "default",
     *           "connections": 4,
     *           "workers": 1,
     *           "slots": 1,
     *           "running": 1,
     *           "waiting": 1
     *         }
     *       ],
     *       "running": [
     *         {
     *           "userId": "019a1c52-0000-7000-8000-000000000001",
     *           "userEmail": "ann@example.com",
     *           "connectionId": "sales",
     *           "connectionName": "Sales",
     *           "queryName": "Orders by day",
     *           "queryText": "select day, count(*) as orders from orders group by day",
     *           "cancelRequestedAt": null,
     *           "id": "019a1c52-0000-7000-8000-00000000000b",
     *           "startTime": "2026-11-22T09:30:00.000Z",
     *           "workerId": "db1-4711-1",
     *           "claimedAt": "2026-11-22T09:30:00.010Z"
     *         }
     *       ],
     *       "runningCount": 1,
     *       "waiting": [
     *         {
     *           "userId": "019a1c52-0000-7000-8000-000000000001",
     *           "userEmail": "ann@example.com",
     *           "connectionId": "sales",
     *           "connectionName": "Sales",
     *           "queryName": "Orders by day",
     *           "queryText": "select day, count(*) as orders from orders group by day",
     *           "cancelRequestedAt": null,
     *           "id": "019a1c52-0000-7000-8000-00000000000c",
     *           "startTime": "2026-11-22T09:30:01.000Z",
     *           "queuePosition": 1,
     *           "waitReason": "workers_busy"
     *         }
     *       ],
     *       "waitingCount": 1
     *     }
     */
    Workers: {
      /** @description Online workers, oldest first. */
      workers: components['schemas']['Worker'][];
      /** @description Ordered by name. */
      pools: components['schemas']['WorkerPool'][];
      /** @description Oldest first; at most 500. */
      running: components['schemas']['RunningBatch'][];
      /** @description Number of running batches. */
      runningCount: number;
      /** @description In queue order; at most 500. */
      waiting: components['schemas']['WaitingBatch'][];
      /** @description Number of waiting batches. */
      waitingCount: number;
    };
    /**
     * @description The whole content of a draft; omitted fields are empty.
     * @example {
     *       "version": 0,
     *       "text": "select day, count(*) from orders group by 1",
     *       "name": "Orders by day",
     *       "connectionId": "sample",
     *       "queryId": "01964e1c-11d4-7d5e-8b3a-3e5f6a7b8c44",
     *       "queryEtag": "\"3-2jmj7l5rSw0yVb_vlWAYkK_YBwk\"",
     *       "chart": null,
     *       "position": 0
     *     }
     */
    WriteDraft: {
      /** @description The version of the draft that the text is based on; 0 for a new draft. */
      version: number;
      /** @description Text of the tab. */
      text: string;
      /**
       * @description Title of the tab.
       * @default
       */
      name: string;
      /**
       * @description ID of its connection.
       * @default null
       */
      connectionId: string | null;
      /**
       * @description ID of the saved query that it changes.
       * @default null
       */
      queryId: string | null;
      /**
       * @description ETag of the saved query that editing started from.
       * @default null
       */
      queryEtag: string | null;
      /**
       * @description Chart settings of its result.
       * @default null
       */
      chart: components['schemas']['ChartInput'] | null;
      /**
       * @description Position of its tab among the user's tabs, from 0.
       * @default 0
       */
      position: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getHealth: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Check whether the process responds */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getReady: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Check whether new batches would run */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Ready'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Check whether new batches would run */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NotReady'];
        };
      };
    };
  };
  getApp: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the signed-in user, if any, and the configuration of the service */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['App'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postSignin: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignIn'];
      };
    };
    responses: {
      /** @description Sign in with an email address or LDAP user name and a password; sets the session cookie */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The credentials are wrong. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getSignout: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Sign out: end the session. Cross-origin requests are refused. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postSignout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Sign out: end the session. Cross-origin requests are refused. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postSignup: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignUp'];
      };
    };
    responses: {
      /** @description Create a local account with an invitation or an allowed email address */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The sign-up is not allowed, or the link is no longer valid. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed attempts; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postPasswordResetId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordReset'];
      };
    };
    responses: {
      /** @description Set a new password with a link from an admin; the link works once */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The sign-up is not allowed, or the link is no longer valid. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed attempts; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getUsers: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List users, by email address */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postUsers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateUser'];
      };
    };
    responses: {
      /** @description Create a user */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getUsersId: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a user */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  putUsersId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateUser'];
      };
    };
    responses: {
      /** @description Change your own name, email address or password or, as an admin, another user */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many wrong passwords; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteUsersId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a user; queries and batches of the user remain */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getUsersIdIdentities: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the links of a user to other services */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UserIdentity'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteUsersIdIdentitiesOrigin: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the user. */
        id: string;
        /** @description Sign-in method of the link: `oauth`, `oidc` or `saml`. */
        origin: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Remove the link of a user to a service and end the user's sessions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getSessions: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List your own sessions, last used first */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End your other sessions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteSessionsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End one of your own sessions */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteUsersIdSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End all sessions of a user */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getServiceTokens: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List all service tokens, newest first, without their secrets */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ServiceToken'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postServiceTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateServiceToken'];
      };
    };
    responses: {
      /** @description Create a service token. Only this response contains it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedServiceToken'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteServiceTokensId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a service token */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTokens: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
        /** @description `true` lists the tokens of all users, for admins. */
        all?: 'true' | 'false';
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List your personal tokens, newest first, without their secrets */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonalToken'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postTokens: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePersonalToken'];
      };
    };
    responses: {
      /** @description Create a personal token. Only this response contains it. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedPersonalToken'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteTokensId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a personal token of yours or, as an admin, of any user; its batches end */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getAudit: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
        /** @description Only events of this action. */
        action?: string;
        /** @description Only events of this user or service token. */
        actorId?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List audit events, newest first; at most 1000 */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditEvent'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getWorkers: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the online workers, the running batches, and the waiting batches with the reason */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Workers'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConnections: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the connections that you may use, by name */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connection'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postConnections: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateConnection'];
      };
    };
    responses: {
      /** @description Create a connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connection'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConnectionsId: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a connection; secrets are empty */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connection'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  putConnectionsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateConnection'];
      };
    };
    responses: {
      /** @description Change a connection; omitted fields keep their value */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Connection'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Another user is changing the connection at the same time. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteConnectionsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postTestConnection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestConnection'];
      };
    };
    responses: {
      /** @description Test a connection; 400 with the database's message when it fails */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionTest'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description No connection has this `id`. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConnectionAccesses: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
        /** @description `true` includes expired rows. */
        includeInactives?: 'true' | 'false';
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List connection accesses, newest first */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionAccess'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postConnectionAccesses: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateConnectionAccess'];
      };
    };
    responses: {
      /** @description Grant a user, a service token or everyone access to a connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionAccess'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConnectionAccessesId: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a connection access */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionAccess'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  putConnectionAccessesIdExpire: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Expire a connection access now */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionAccess'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getDrivers: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the database drivers and the fields of their connections */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Driver'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConnectionClients: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List all open connection clients */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionClient'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Admins only. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postConnectionClients: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OpenConnectionClient'];
      };
    };
    responses: {
      /** @description Open a connection client: a session that stays open between batches */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionClient'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConnectionClientsId: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get an open connection client */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionClient'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  putConnectionClientsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Keep a connection client alive */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionClient'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteConnectionClientsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Close a connection client; its running batch is cancelled */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConnectionsIdSchema: {
    parameters: {
      query?: {
        /** @description `true` refreshes the cached schema. */
        reload?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get schemas, tables and columns; cached unless reload=true */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionSchema'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getSchemaInfoId: {
    parameters: {
      query?: {
        /** @description `true` refreshes the cached schema. */
        reload?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the schema in its deprecated form; use /api/connections/{id}/schema */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SchemaInfo'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConnectionsIdTablesDetail: {
    parameters: {
      query: {
        /** @description Name of the schema; omit it for databases without schemas. */
        schema?: string;
        /** @description Name of the table or view. */
        table: string;
        /** @description `true` reads the table again, past the cache. */
        reload?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get keys, indexes, row estimate and DDL of a table; cached for a minute */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TableDetail'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueries: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
        /** @description Only queries of this connection. */
        connectionId?: string;
        /** @description Only queries of this owner. */
        createdBy?: string;
        /** @description `true`: own queries; `false`: queries of others. */
        ownedByUser?: 'true' | 'false';
        /** @description Part of the name or text; case is ignored. */
        search?: string;
        /** @description Tag; repeat it to require several tags. */
        tags?: string | string[];
        /** @description Alias of `tags`. */
        'tags[]'?: string | string[];
        /** @description Sort key. `+` or no sign: ascending; `-`: descending. Default `-updatedAt`. */
        sortBy?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the saved queries that you may read */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueryListItem'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postQueries: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateQuery'];
      };
    };
    responses: {
      /** @description Create a saved query that you own */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Query'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getTags: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the tags of the queries that you may read, sorted */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tags'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueriesId: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a saved query */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Query'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  putQueriesId: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the query as it was read; 412 if the query has changed since. */
        'if-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UpdateQuery'];
      };
    };
    responses: {
      /** @description Change the fields in the body; `acl` and `tags` are replaced as a whole */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Query'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The query has changed; see If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteQueriesId: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the query as it was read; 412 if the query has changed since. */
        'if-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a query, for its owner and admins */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The query has changed; see If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueriesIdVersions: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the versions of a saved query, newest first */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueryVersionListItem'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueriesIdVersionsNumber: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the query. */
        id: string;
        /** @description Number of the version. */
        number: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a version of a saved query */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueryVersion'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postQueriesIdVersionsNumberRestore: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the query as it was read; 412 if the query has changed since. */
        'if-match'?: string;
      };
      path: {
        /** @description ID of the query. */
        id: string;
        /** @description Number of the version. */
        number: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Restore text and chart of a version, as a new version */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Query'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The query has changed; see If-Match. */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getDrafts: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List your drafts in the order of their tabs */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DraftListItem'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getDraftsId: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a draft of yours */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Draft'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  putDraftsId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the draft: a UUID in lower case that the client makes. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WriteDraft'];
      };
    };
    responses: {
      /** @description Write a draft, unless it has changed since the version in the body */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Draft'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description You have too many drafts, or too long ones. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The draft was deleted; write it again with version 0. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The draft was changed elsewhere; the body has the stored draft. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DraftConflict'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteDraftsId: {
    parameters: {
      query?: {
        /** @description Deletes only this version; 409 if the draft has changed. */
        version?: number;
      };
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Delete a draft of yours */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The draft was changed elsewhere; the body has the stored draft. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DraftConflict'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueryHistory: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
        /** @description Conditions `field|operator|value`, separated by commas; all must match. Values are percent-encoded. Operators: contains, like, regex, eq, ne for texts; lt, gt, eq, ne for durationMs and rowCount; before, after for startTime and stopTime; eq, ne for incomplete. */
        filter?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the query history, newest first: your own, or that of all users for admins */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QueryHistoryRow'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postFormatSql: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FormatSql'];
      };
    };
    responses: {
      /** @description Format SQL with two spaces of indentation, keeping the case of keywords */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FormattedSql'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Your previous text is still being formatted; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBatches: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
        /** @description Only batches of this query; `null`: batches without a query. */
        queryId?: string;
        /** @description Only batches with this status; `started`: those that have not ended. */
        status?: 'started' | 'finished' | 'error' | 'cancelled';
        /** @description `true` includes the statements of each batch. */
        includeStatements?: 'true' | 'false';
        /** @description `true` lists the batches of other users that are shared with you instead. */
        sharedWithMe?: 'true' | 'false';
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List your own batches, or those shared with you, newest first */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchListItem'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The personal token may not call this route. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postBatches: {
    parameters: {
      query?: {
        /** @description Seconds to wait for the batch to end. A batch that ends in time is returned final; after the time, or when too many clients wait, it is returned as it is. */
        wait?: string;
      };
      header?: {
        /** @description Idempotency key: a repeated request with the same key and body within 24 hours returns the same batch. */
        'idempotency-key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateBatch'];
      };
    };
    responses: {
      /** @description Run SQL as a batch */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Batch'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The Idempotency-Key was used with another body. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many waiting batches; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postQueriesIdRun: {
    parameters: {
      query?: {
        /** @description Seconds to wait for the batch to end. A batch that ends in time is returned final; after the time, or when too many clients wait, it is returned as it is. */
        wait?: string;
      };
      header?: {
        /** @description Idempotency key: a repeated request with the same key and body within 24 hours returns the same batch. */
        'idempotency-key'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunQuery'] | null;
      };
    };
    responses: {
      /** @description Run a saved query that you may read, on a connection that you may use */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Batch'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The Idempotency-Key was used with another body. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many waiting batches; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueriesIdResultsJson: {
    parameters: {
      query?: {
        /** @description Answers with an equal run of the caller that ended at most this many seconds ago. */
        maxAge?: string;
        /** @description Keeps texts that a spreadsheet would interpret as formulas. */
        raw?: 'true' | 'false';
        /** @description Starts with a byte order mark, so that Excel detects UTF-8. */
        bom?: 'true' | 'false';
        /** @description Seconds to wait for the batch to end. A batch that ends in time is returned final; after the time, or when too many clients wait, it is returned as it is. */
        wait?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rows. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          }[];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The run failed, was cancelled or returned no rows. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many waiting batches; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The run has not ended in `wait` seconds. It continues. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueriesIdResultsCsv: {
    parameters: {
      query?: {
        /** @description Answers with an equal run of the caller that ended at most this many seconds ago. */
        maxAge?: string;
        /** @description Keeps texts that a spreadsheet would interpret as formulas. */
        raw?: 'true' | 'false';
        /** @description Starts with a byte order mark, so that Excel detects UTF-8. */
        bom?: 'true' | 'false';
        /** @description Seconds to wait for the batch to end. A batch that ends in time is returned final; after the time, or when too many clients wait, it is returned as it is. */
        wait?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rows. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The run failed, was cancelled or returned no rows. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many waiting batches; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The run has not ended in `wait` seconds. It continues. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueriesIdResultsNdjson: {
    parameters: {
      query?: {
        /** @description Answers with an equal run of the caller that ended at most this many seconds ago. */
        maxAge?: string;
        /** @description Keeps texts that a spreadsheet would interpret as formulas. */
        raw?: 'true' | 'false';
        /** @description Starts with a byte order mark, so that Excel detects UTF-8. */
        bom?: 'true' | 'false';
        /** @description Seconds to wait for the batch to end. A batch that ends in time is returned final; after the time, or when too many clients wait, it is returned as it is. */
        wait?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rows. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The run failed, was cancelled or returned no rows. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many waiting batches; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The run has not ended in `wait` seconds. It continues. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueriesIdResultsParquet: {
    parameters: {
      query?: {
        /** @description Answers with an equal run of the caller that ended at most this many seconds ago. */
        maxAge?: string;
        /** @description Keeps texts that a spreadsheet would interpret as formulas. */
        raw?: 'true' | 'false';
        /** @description Starts with a byte order mark, so that Excel detects UTF-8. */
        bom?: 'true' | 'false';
        /** @description Seconds to wait for the batch to end. A batch that ends in time is returned final; after the time, or when too many clients wait, it is returned as it is. */
        wait?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rows. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/vnd.apache.parquet': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The run failed, was cancelled or returned no rows. */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many waiting batches; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file took too long, or the service is not available. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The run has not ended in `wait` seconds. It continues. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getQueriesIdOpenapiJson: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the OpenAPI document of a saved query, with its parameters */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenApiDocument'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBatchesId: {
    parameters: {
      query?: {
        /** @description Seconds to wait for a version other than the one in If-None-Match; without that header, for the batch to end. After the time: the batch as it is, or 304. */
        wait?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a batch with its statements */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Batch'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBatchesIdEvents: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The data of each event is a Batch. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description The reconnecting client already has the final state. */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBatchesIdStatements: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the statements of a batch, in order */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Statement'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  putBatchesIdCancel: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Cancel a batch. A final batch is returned unchanged. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Batch'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementsId: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get a statement */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Statement'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postStatementsIdView: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ViewRequest'];
      };
    };
    responses: {
      /** @description Sort, filter, search or aggregate all rows of a finished statement */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['View'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large, or (`view_limit`) the result exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The view took too long (`view_timeout`), all processes of views are in use, or the service is not available; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postStatementsIdCompare: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CompareRequest'];
      };
    };
    responses: {
      /** @description Compare all rows of two finished statements */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Comparison'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large, or (`view_limit`) the result exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The view took too long (`view_timeout`), all processes of views are in use, or the service is not available; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementsIdResults: {
    parameters: {
      query?: {
        /** @description Number of rows to skip. */
        offset?: string;
        /** @description Maximum number of rows; the statement's rowCount is the total. */
        limit?: string;
        /** @description `true` allows a redirect (302) to the object storage for all rows of a finished statement. The link expires after about a minute. Pages, and stores without links, return the rows directly. */
        redirect?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get the rows of a statement: all, or a page, which is available while the statement runs */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResultRows'];
        };
      };
      /** @description The rows are at `Location`, without authentication. */
      302: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementResultsIdCsv: {
    parameters: {
      query?: {
        /** @description Downloads only rows that match, in an order: `sort`, `filters` and `search` of a view, as JSON. Such a download cannot be resumed. */
        view?: string;
        /** @description Keeps texts that a spreadsheet would interpret as formulas. */
        raw?: 'true' | 'false';
        /** @description Starts with a byte order mark, so that Excel detects UTF-8. */
        bom?: 'true' | 'false';
      };
      header?: {
        /** @description One range of bytes. */
        range?: string;
        /** @description ETag of the version; another version is sent as a whole. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description The bytes of the requested `Range`. */
      206: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Range` is not satisfiable. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file took too long, or the service is not available. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementsIdDownloadCsv: {
    parameters: {
      query?: {
        /** @description Downloads only rows that match, in an order: `sort`, `filters` and `search` of a view, as JSON. Such a download cannot be resumed. */
        view?: string;
        /** @description Keeps texts that a spreadsheet would interpret as formulas. */
        raw?: 'true' | 'false';
        /** @description Starts with a byte order mark, so that Excel detects UTF-8. */
        bom?: 'true' | 'false';
      };
      header?: {
        /** @description One range of bytes. */
        range?: string;
        /** @description ETag of the version; another version is sent as a whole. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description The bytes of the requested `Range`. */
      206: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Range` is not satisfiable. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file took too long, or the service is not available. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementResultsIdJson: {
    parameters: {
      query?: {
        /** @description Downloads only rows that match, in an order: `sort`, `filters` and `search` of a view, as JSON. Such a download cannot be resumed. */
        view?: string;
      };
      header?: {
        /** @description One range of bytes. */
        range?: string;
        /** @description ETag of the version; another version is sent as a whole. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          }[];
        };
      };
      /** @description The bytes of the requested `Range`. */
      206: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Range` is not satisfiable. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file took too long, or the service is not available. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementsIdDownloadJson: {
    parameters: {
      query?: {
        /** @description Downloads only rows that match, in an order: `sort`, `filters` and `search` of a view, as JSON. Such a download cannot be resumed. */
        view?: string;
      };
      header?: {
        /** @description One range of bytes. */
        range?: string;
        /** @description ETag of the version; another version is sent as a whole. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          }[];
        };
      };
      /** @description The bytes of the requested `Range`. */
      206: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Range` is not satisfiable. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file took too long, or the service is not available. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementResultsIdNdjson: {
    parameters: {
      query?: {
        /** @description Downloads only rows that match, in an order: `sort`, `filters` and `search` of a view, as JSON. Such a download cannot be resumed. */
        view?: string;
      };
      header?: {
        /** @description One range of bytes. */
        range?: string;
        /** @description ETag of the version; another version is sent as a whole. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description The bytes of the requested `Range`. */
      206: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Range` is not satisfiable. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file took too long, or the service is not available. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementsIdDownloadNdjson: {
    parameters: {
      query?: {
        /** @description Downloads only rows that match, in an order: `sort`, `filters` and `search` of a view, as JSON. Such a download cannot be resumed. */
        view?: string;
      };
      header?: {
        /** @description One range of bytes. */
        range?: string;
        /** @description ETag of the version; another version is sent as a whole. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description The bytes of the requested `Range`. */
      206: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Range` is not satisfiable. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file took too long, or the service is not available. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementResultsIdXlsx: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementsIdDownloadXlsx: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementResultsIdParquet: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/vnd.apache.parquet': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file took too long, or the service is not available. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getStatementsIdDownloadParquet: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/vnd.apache.parquet': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user, or (`connection_access`) the owner has no access to its connection. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file exceeds the memory or disk limit of views. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many open result streams; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `view` or file took too long, or the service is not available. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBatchesIdShares: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the shares of a batch, oldest first, for its owner and admins */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchShare'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postBatchesIdShares: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateBatchShare'];
      };
    };
    responses: {
      /** @description Let a user or everyone of the tenant read a batch, its statements and results; repeat it to change the expiry */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchShare'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteBatchesIdSharesShareId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the batch. */
        id: string;
        /** @description ID of the share. */
        shareId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End a share of a batch */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getBatchesIdLinks: {
    parameters: {
      query?: {
        /** @description Maximum rows of the page. Adds a Link header. */
        limit?: number;
        /** @description Rows to skip. Adds a Link header. */
        offset?: number;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description List the public links of a batch, oldest first, for its owner and admins */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BatchLink'][];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postBatchesIdLinks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the item. */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateBatchLink'];
      };
    };
    responses: {
      /** @description Create a public link, which shows the rows of a batch to everyone who has it */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedBatchLink'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteBatchesIdLinksLinkId: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description ID of the batch. */
        id: string;
        /** @description ID of the link. */
        linkId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description End a public link of a batch */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Authentication is required. */
      401: {
        headers: {
          /**
           * @description Authentication schemes; omitted for requests of a page in a browser.
           * @example Basic realm="Sluice", charset="UTF-8"
           */
          'WWW-Authenticate'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item belongs to another user. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many failed sign-ins; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  postLinksOpen: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OpenLink'];
      };
    };
    responses: {
      /** @description Open a public link; sets a cookie with which its rows are read */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LinkedBatch'];
        };
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Cross-origin request, or not permitted. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The link does not exist or has ended. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is too large. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests or wrong passwords; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLinksIdStatementsStatementIdResults: {
    parameters: {
      query?: {
        /** @description Number of rows to skip. */
        offset?: string;
        /** @description Maximum number of rows; the statement's rowCount is the total. */
        limit?: string;
      };
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the link. */
        id: string;
        /** @description ID of the statement. */
        statementId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Get rows that a public link shows, with the cookie of the opened link */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          /**
           * @description Links to the next and previous page, if a page was requested.
           * @example </api/users?limit=20&offset=20>; rel="next"
           */
          Link?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResultRows'];
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests or wrong passwords; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLinksIdStatementsStatementIdDownloadCsv: {
    parameters: {
      query?: {
        /** @description Keeps texts that a spreadsheet would interpret as formulas. */
        raw?: 'true' | 'false';
        /** @description Starts with a byte order mark, so that Excel detects UTF-8. */
        bom?: 'true' | 'false';
      };
      header?: {
        /** @description One range of bytes. */
        range?: string;
        /** @description ETag of the version; another version is sent as a whole. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the link. */
        id: string;
        /** @description ID of the statement. */
        statementId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description The bytes of the requested `Range`. */
      206: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'text/csv': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The link does not allow downloads. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Range` is not satisfiable. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests or wrong passwords; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLinksIdStatementsStatementIdDownloadJson: {
    parameters: {
      query?: never;
      header?: {
        /** @description One range of bytes. */
        range?: string;
        /** @description ETag of the version; another version is sent as a whole. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the link. */
        id: string;
        /** @description ID of the statement. */
        statementId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          }[];
        };
      };
      /** @description The bytes of the requested `Range`. */
      206: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The link does not allow downloads. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Range` is not satisfiable. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests or wrong passwords; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLinksIdStatementsStatementIdDownloadNdjson: {
    parameters: {
      query?: never;
      header?: {
        /** @description One range of bytes. */
        range?: string;
        /** @description ETag of the version; another version is sent as a whole. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the link. */
        id: string;
        /** @description ID of the statement. */
        statementId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description The bytes of the requested `Range`. */
      206: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The link does not allow downloads. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The `Range` is not satisfiable. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests or wrong passwords; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getLinksIdStatementsStatementIdDownloadXlsx: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description ID of the link. */
        id: string;
        /** @description ID of the statement. */
        statementId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file, as an attachment. */
      200: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
        };
      };
      /** @description The client has the current version. */
      304: {
        headers: {
          /**
           * @description Entity tag of this representation.
           * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
           */
          ETag?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Bad request; `errors` names each field. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The link does not allow downloads. */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The item does not exist. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Too many requests or wrong passwords; see Retry-After. */
      429: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Unexpected error. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The service is stopping, or its database is unavailable; see Retry-After. */
      503: {
        headers: {
          /**
           * @description Seconds to wait before retrying, if known.
           * @example 2
           */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}
