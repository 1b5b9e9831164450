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
    /** List users, by email address */
    get: operations['getUsers'];
    put?: never;
    /** Create a user */
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
    /** Get a user */
    get: operations['getUsersId'];
    /** Change your own name, email address or password or, as an admin, another user */
    put: operations['putUsersId'];
    post?: never;
    /** Delete a user; queries and batches of the user remain */
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
    /** List the links of a user to other services */
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
    /** Remove the link of a user to a service and end the user's sessions */
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
    /** List your own sessions, last used first */
    get: operations['getSessions'];
    put?: never;
    post?: never;
    /** End your other sessions */
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
    /** End one of your own sessions */
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
    /** End all sessions of a user */
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
    /** List all service tokens, newest first, without their secrets */
    get: operations['getServiceTokens'];
    put?: never;
    /** Create a service token. Only this response contains it. */
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
    /** Delete a service token */
    delete: operations['deleteServiceTokensId'];
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
    /** List audit events, newest first; at most 1000 */
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
    /** List the online workers, the running batches, and the waiting batches with the reason */
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
    /** List the connections that you may use, by name */
    get: operations['getConnections'];
    put?: never;
    /** Create a connection */
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
    /** Get a connection; secrets are empty */
    get: operations['getConnectionsId'];
    /** Change a connection; omitted fields keep their value */
    put: operations['putConnectionsId'];
    post?: never;
    /** Delete a connection */
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
    /** Test a connection; 400 with the database's message when it fails */
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
    /** List connection accesses, newest first */
    get: operations['getConnectionAccesses'];
    put?: never;
    /** Grant a user, a service token or everyone access to a connection */
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
    /** Get a connection access */
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
    /** Expire a connection access now */
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
    /** List the database drivers and the fields of their connections */
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
    /** List all open connection clients */
    get: operations['getConnectionClients'];
    put?: never;
    /** Open a connection client: a session that stays open between batches */
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
    /** Get an open connection client */
    get: operations['getConnectionClientsId'];
    /** Keep a connection client alive */
    put: operations['putConnectionClientsId'];
    post?: never;
    /** Close a connection client; its running batch is cancelled */
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
    /** Get schemas, tables and columns; cached unless reload=true */
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
  '/api/queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the saved queries that you may read */
    get: operations['getQueries'];
    put?: never;
    /** Create a saved query that you own */
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
    /** List the tags of the queries that you may read, sorted */
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
    /** Get a saved query */
    get: operations['getQueriesId'];
    /** Change the fields in the body; `acl` and `tags` are replaced as a whole */
    put: operations['putQueriesId'];
    post?: never;
    /** Delete a query, for its owner and admins */
    delete: operations['deleteQueriesId'];
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
    /** List the query history, newest first: your own, or that of all users for admins */
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
    /** Format SQL with two spaces of indentation, keeping the case of keywords */
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
    /** List your own batches, newest first */
    get: operations['getBatches'];
    put?: never;
    /** Run SQL as a batch */
    post: operations['postBatches'];
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
    /** Get a batch with its statements */
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
    /** Stream a batch as server-sent events: a `batch` event now and after each change, until it is final */
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
    /** List the statements of a batch, in order */
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
    /** Cancel a batch. A final batch is returned unchanged. */
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
    /** Get a statement */
    get: operations['getStatementsId'];
    put?: never;
    post?: never;
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
    /** Get the rows of a statement: all, or a page, which is available while the statement runs */
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
    /** Download the rows as CSV (RFC 4180) */
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
    /** Download the rows as CSV (RFC 4180) */
    get: operations['getStatementsIdDownloadCsv'];
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
    /** Download the rows as an Excel workbook */
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
    /** Download the rows as an Excel workbook */
    get: operations['getStatementsIdDownloadXlsx'];
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
    /** Download the rows as a JSON array of objects */
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
    /** Download the rows as a JSON array of objects */
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
    /** Download the rows as JSON objects, one per line */
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
    /** Download the rows as JSON objects, one per line */
    get: operations['getStatementsIdDownloadNdjson'];
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
     * @description What a client needs before anybody signs in.
     * @example {
     *       "currentUser": {
     *         "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *         "email": "ada@example.com",
     *         "name": "Ada Lovelace",
     *         "role": "editor"
     *       },
     *       "config": {
     *         "allowCsvDownload": true,
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
     *       "version": "0.1.0"
     *     }
     * @example {
     *       "config": {
     *         "allowCsvDownload": true,
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
     *       "version": "0.1.0"
     *     }
     */
    App: {
      /** @description Absent when nobody is signed in. */
      currentUser?: components['schemas']['CurrentUser'];
      /** @description What this service offers; nothing secret. */
      config: {
        /** @description Results may be downloaded. */
        allowCsvDownload: boolean;
        /** @description Mount path; empty at the root. */
        baseUrl: string;
        /** @description Chosen until the user chooses. */
        defaultConnectionId: string | null;
        /** @description Long lines of SQL are wrapped. */
        editorWordWrap: boolean;
        /** @description Sign-in at /auth/oauth. */
        oauthConfigured: boolean;
        /** @description Sign-in by e-mail address and password. */
        localAuthConfigured: boolean;
        /** @description PUBLIC_URL; empty when it is not set. */
        publicUrl: string;
        /** @description Sign-in at /auth/saml. */
        samlConfigured: boolean;
        /** @description What its link shows; harmless HTML. */
        samlLinkHtml: string;
        /** @description Sign-in by LDAP user name and password. */
        ldapConfigured: boolean;
        /** @description Roles follow LDAP filters. */
        ldapRolesConfigured: boolean;
        /** @description Sign-in at /auth/oidc. */
        oidcConfigured: boolean;
        /** @description What its link shows; harmless HTML. */
        oidcLinkHtml: string;
        /** @description Service tokens can be made. */
        showServiceTokensUI: boolean;
      };
      /**
       * @description Nobody is signed in, and no admin could be yet: SERVICE_ADMIN makes one.
       * @constant
       */
      needsAdmin?: true;
      /** @description Of the service. */
      version: string;
    };
    /**
     * @description Something that happened to accounts, rights or secrets.
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
      /** @description Of the event. */
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @description Such as `sign_in` or `user.updated`. */
      action: string;
      /**
       * @description Whether it came to pass.
       * @enum {string}
       */
      outcome: 'done' | 'refused';
      /** @description Null: nobody was signed in. */
      actorId: string | null;
      /** @description The user's address or the service token's name. */
      actorName: string | null;
      /** @description What it was done to, such as `users/<id>`. */
      target: string | null;
      /** @description Network address of who did it. */
      address: string | null;
      /** @description Never holds a secret. */
      detail: {
        [key: string]: unknown;
      };
    };
    /**
     * @description SQL that was submitted.
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
    Batch: {
      /** @description Of the batch. */
      id: string;
      /** @description The saved query that it is of. */
      queryId: string | null;
      /** @description As given when it was created. */
      name: string | null;
      /** @description The connection that it runs on. */
      connectionId: string;
      /** @description The open client that it runs on. */
      connectionClientId: string | null;
      /**
       * @description Every one but started is final.
       * @enum {string}
       */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      /** @description Null until it ends. */
      stopTime: string | null;
      /** @description stopTime less startTime. */
      durationMs: number | null;
      /** @description All of the SQL that was sent. */
      batchText: string;
      /** @description The part that was executed instead, if any. */
      selectedText: string | null;
      /** @description As given when it was created. */
      chart: components['schemas']['Chart'] | null;
      /** @description Who created it: a user or a service token. */
      userId: string;
      /** @description Null when nobody asked to cancel it. */
      cancel: components['schemas']['BatchCancel'] | null;
      /** @description Place among all that wait for its pool of workers, from 1; 1000 is that or any further back. Null when it does not wait. */
      queuePosition: number | null;
      /** @description Null when it runs, or is about to. */
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
      /** @description In order. */
      statements: components['schemas']['Statement'][];
    };
    /**
     * @description How far a cancel request came.
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
      /** @description Id of the user who asked or took the right away; null: the service itself. */
      by: string | null;
      /** @description Null where it was not kept. */
      reason:
        | ('asked' | 'client_closed' | 'user_inactive' | 'connection_deleted' | 'access_ended')
        | null;
      /** @description When the batch had ended for it. */
      confirmedAt: string | null;
      /** @description The database confirmed it, its connection was closed, or the batch had ended before. */
      outcome: ('confirmed' | 'connection_closed' | 'too_late') | null;
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
      /** @description Of the batch. */
      id: string;
      /** @description The saved query that it is of. */
      queryId: string | null;
      /** @description As given when it was created. */
      name: string | null;
      /** @description The connection that it runs on. */
      connectionId: string;
      /** @description The open client that it runs on. */
      connectionClientId: string | null;
      /**
       * @description Every one but started is final.
       * @enum {string}
       */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      /** @description Null until it ends. */
      stopTime: string | null;
      /** @description stopTime less startTime. */
      durationMs: number | null;
      /** @description All of the SQL that was sent. */
      batchText: string;
      /** @description The part that was executed instead, if any. */
      selectedText: string | null;
      /** @description As given when it was created. */
      chart: components['schemas']['Chart'] | null;
      /** @description Who created it: a user or a service token. */
      userId: string;
      /** @description Null when nobody asked to cancel it. */
      cancel: components['schemas']['BatchCancel'] | null;
      /** @description Place among all that wait for its pool of workers, from 1; 1000 is that or any further back. Null when it does not wait. */
      queuePosition: number | null;
      /** @description Null when it runs, or is about to. */
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
      /** @description In order. */
      statements?: components['schemas']['Statement'][];
    };
    /**
     * @description How a result is drawn.
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
      /** @description Columns and options by the name of the field, such as x, y and split. */
      fields: {
        [key: string]: string | boolean;
      };
    };
    /**
     * @description How a result is drawn.
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
      /** @description Columns and options by the name of the field, such as x, y and split. */
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
      /** @description Column name as the database gave it; names may repeat. */
      name: string;
      /**
       * @description Kind of the column.
       * @enum {string}
       */
      datatype: 'number' | 'string' | 'boolean' | 'date' | 'datetime' | 'time' | 'json' | 'binary';
      /** @description Smallest number; null for other kinds and no values. */
      min: number | null;
      /** @description Largest number; null for other kinds and no values. */
      max: number | null;
      /** @description Characters of the longest value as stored; 0 for number columns. */
      maxValueLength: number;
      /** @description Characters of the longest line inside any value. */
      maxLineLength: number;
      /** @description The type as the database names it, such as numeric(10,2). */
      dbType: string;
    };
    /**
     * @description A database that batches run on.
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
      /** @description Of the connection. */
      id: string;
      /** @description For people; may repeat. */
      name: string;
      /** @description For people; empty when there is none. */
      description: string;
      /** @description Id of its engine; see GET /api/drivers. */
      driver: string;
      /** @description Secrets are "". Only admins see it. */
      data?: {
        [key: string]: unknown;
      };
      /** @description A mark for clients: transactions may go on from statement to statement. */
      multiStatementTransactionEnabled: boolean;
      /** @description A kept-open session without a query ends after this. */
      idleTimeoutSeconds: number;
      /** @description Rows kept of a result; null = the service limit. */
      maxRows: number | null;
      /** @description Batches side by side; null = any number. */
      maxConcurrency: number | null;
      /** @description Null = the service limit. */
      queryTimeoutSeconds: number | null;
      /** @description The database is told to refuse writes. */
      readOnly: boolean;
      /** @description The workers that may reach it; null = those of the pool `default`. */
      workerPool: string | null;
      /** @description Its batches broke worker processes: until then they end unsent. Saving it ends the pause. */
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
      /** @description False for connections from the environment. */
      editable: boolean;
      /** @description Sessions may stay open between batches. */
      supportsConnectionClient: boolean;
      /** @description Statements live on its server, not in a session. */
      isAsynchronous: boolean;
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Lets somebody use a connection for a time.
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
      /** @description Of the row. */
      id: number;
      /** @description Or `__EVERY_CONNECTION__`. */
      connectionId: string;
      /** @description `Every Connection` for all of them. */
      connectionName: string;
      /** @description A user's or a service token's id, or `__EVERYONE__`. */
      userId: string;
      /** @description The name where it is a service token. */
      userEmail: string;
      /** @description Seconds; 0 = for good. */
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
      /** @description Of the client. */
      id: string;
      /** @description The connection's name when the client was opened. */
      name: string;
      /** @description The connection that it is open on. */
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
       * @description Closed then, unless it is kept alive and used.
       */
      expiresAt: string;
    };
    /**
     * @description What a database holds.
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
          /** @description Where the database has schemas. */
          schemas: components['schemas']['SchemaNamespace'][];
        }
      | {
          /** @description Where the database has no schemas. */
          tables: components['schemas']['SchemaTable'][];
        };
    /**
     * @description It could be made.
     * @example {}
     * @example {
     *       "warnings": [
     *         "The user of this connection has high rights (superuser)"
     *       ]
     *     }
     */
    ConnectionTest: {
      /** @description What an admin should know before it is used; absent when there is nothing. */
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
     */
    CreateBatch: {
      /** @description The connection to run on. */
      connectionId: string;
      /** @description SQL statements delimited by `;`. */
      batchText: string;
      /** @description An open client of the caller and of the connection; absent: a new session. */
      connectionClientId?: string | null;
      /** @description For people. */
      name?: string | null;
      /** @description The saved query that it is of. */
      queryId?: string | null;
      /** @description Executed instead of batchText when not blank. */
      selectedText?: string | null;
      /** @description Kept with the batch. */
      chart?: components['schemas']['ChartInput'] | null;
    };
    /**
     * @description A connection to add. The driver's fields may stand in `data` or beside it.
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
     *       "workerPool": null
     *     }
     */
    CreateConnection: {
      /** @description An id that you choose; made up unless given. */
      id?: string;
      /** @description For people; may repeat. */
      name: string;
      /** @description Id of its engine; see GET /api/drivers. */
      driver: string;
      /** @description For people. */
      description?: string;
      /** @description A mark for clients: transactions may go on from statement to statement. */
      multiStatementTransactionEnabled?: boolean;
      /** @description A kept-open session without a query ends after this. */
      idleTimeoutSeconds?: number;
      /** @description Rows kept of a result; null = the service limit. */
      maxRows?: number | null;
      /** @description Batches side by side; null = any number. */
      maxConcurrency?: number | null;
      /** @description Null = the service limit. */
      queryTimeoutSeconds?: number | null;
      /** @description The database is told to refuse writes. */
      readOnly?: boolean;
      /** @description The workers that may reach it; null = those of the pool `default`. */
      workerPool?: string | null;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Who gets access to what, and for how long.
     * @example {
     *       "connectionId": "sample",
     *       "userId": "__EVERYONE__",
     *       "duration": 86400
     *     }
     */
    CreateConnectionAccess: {
      /** @description Or `__EVERY_CONNECTION__`. */
      connectionId: string;
      /** @description A user's or a service token's id, or `__EVERYONE__`. */
      userId: string;
      /** @description Seconds, as a number or as digits in a string; absent, null or 0 sets no limit. */
      duration?: (number | string) | null;
    };
    /**
     * @description A new credential of a program.
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
      /** @description Of the token; owner of what it makes. */
      id: string;
      /** @description For people. */
      name: string;
      /**
       * @description What it may do.
       * @enum {string}
       */
      role: 'admin' | 'editor';
      /** @description Hours; null = for good. */
      duration: number | null;
      /** @description Null = for good. */
      expiryDate: string | null;
      /** @description The end of the token, to be told from others by. */
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
      /** @description For `Authorization: Bearer`. Shown here only. */
      token: string;
    };
    /**
     * @description A query to save.
     * @example {
     *       "name": "Orders by day",
     *       "connectionId": "sample",
     *       "queryText": "select day, count(*) as orders from orders group by day",
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
      /** @description Blank: "No Name Query". */
      name?: string | null;
      /** @description A connection that the caller may use, or the one that is stored. */
      connectionId?: string | null;
      /** @description Its SQL. */
      queryText?: string | null;
      /** @description How its result is drawn. */
      chart?: components['schemas']['ChartInput'] | null;
      /** @description White space around a tag, blank tags and repeated ones are left out. */
      tags?: string[] | null;
      /** @description Of rows for the same user the one that allows more counts. */
      acl?:
        | {
            /** @description A user or a service token. */
            userId?: string | null;
            /** @description Everyone, in place of a userId. */
            groupId?: '__EVERYONE__' | null;
            /** @description False unless given. */
            write?: boolean;
          }[]
        | null;
    };
    /**
     * @description A credential to make.
     * @example {
     *       "name": "nightly import",
     *       "role": "editor",
     *       "duration": 720
     *     }
     */
    CreateServiceToken: {
      /** @description For people; no two tokens have the same. */
      name: string;
      /**
       * @description What it may do.
       * @enum {string}
       */
      role: 'admin' | 'editor';
      /** @description Hours, as a number or as digits in a string; absent, null or 0 sets no limit. */
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
      /** @description An e-mail address. */
      email: string;
      /**
       * @description Admins manage users and connections.
       * @enum {string}
       */
      role: 'admin' | 'editor';
      /** @description What people call them. */
      name?: string | null;
      /** @description Absent: the answer has a passwordResetId, good for 7 days. */
      password?: string;
      /** @description User name in the LDAP directory. */
      ldapId?: string | null;
      /** @description Values for connection templates: {{user.data.<name>}}. */
      data?: {
        [key: string]: unknown;
      };
      /** @description The role follows the service that the user signs in with. */
      syncAuthRole?: boolean;
    };
    /**
     * @description Who asks.
     * @example {
     *       "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "email": "ada@example.com",
     *       "name": "Ada Lovelace",
     *       "role": "editor"
     *     }
     */
    CurrentUser: {
      /** @description Of the user, or of the service token. */
      id: string;
      /** @description The name where it is a service token. */
      email: string;
      /** @description What people call them. */
      name: string | null;
      /**
       * @description Admins manage users and connections.
       * @enum {string}
       */
      role: 'admin' | 'editor';
    };
    /**
     * @description A database engine.
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
     *         }
     *       ],
     *       "supportsConnectionClient": true,
     *       "supportsCancel": true,
     *       "isAsynchronous": false,
     *       "dialect": "postgres"
     *     }
     */
    Driver: {
      /** @description What connections name it by. */
      id: string;
      /** @description For people. */
      name: string;
      /** @description The form of its connections. */
      fields: {
        /** @description Name under `data` of a connection. */
        key: string;
        /**
         * @description How it is asked for.
         * @enum {string}
         */
        formType: 'TEXT' | 'PASSWORD' | 'CHECKBOX' | 'TEXTAREA';
        /** @description What stands beside it. */
        label: string;
        /** @description What stands below it. */
        description?: string;
        /** @description An example of a value. */
        placeholder?: string;
        /** @description It cannot be left out. */
        required?: boolean;
        /** @description Never returned. */
        secret?: boolean;
      }[];
      /** @description Sessions may stay open between batches. */
      supportsConnectionClient: boolean;
      /** @description A running statement can be stopped in the database. */
      supportsCancel: boolean;
      /** @description Statements live on its server, not in a session. */
      isAsynchronous: boolean;
      /** @description How statements are told apart. */
      dialect: string;
    };
    /**
     * @description It is done; there is nothing to tell.
     * @example {}
     */
    Empty: Record<string, never>;
    /**
     * @description The body of every answer from 400 on; docs/reference/errors.md lists the codes.
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
     *       "detail": "More to act on",
     *       "requestId": "01964e1b-0a2b-7d44-8f10-2c6a7e9d4b22"
     *     }
     */
    Error: {
      /** @description Fit for a person. */
      title: string;
      /** @description Stable, lower_snake. */
      code?: string;
      /** @description More to act on, when there is more. */
      detail?: string;
      /** @description The fields at fault. */
      errors?: {
        /** @description Inside the body or the query; empty for the whole. */
        path: string;
        /** @description What is wrong with it. */
        message: string;
      }[];
      /** @description Finds the cause in the log; on 500 answers. */
      requestId?: string;
    };
    /**
     * @description SQL to lay out.
     * @example {
     *       "query": "select a,b from t where a=1",
     *       "dialect": "postgres"
     *     }
     */
    FormatSql: {
      /** @description Any SQL; it is only laid out, never run. */
      query: string;
      /** @description A driver's `dialect`; `generic` unless given. */
      dialect?:
        ('postgres' | 'mysql' | 'snowflake' | 'bigquery' | 'sqlite' | 'duckdb' | 'generic') | null;
    };
    /**
     * @description SQL, laid out.
     * @example {
     *       "query": "select\n  a,\n  b\nfrom\n  t\nwhere\n  a = 1"
     *     }
     */
    FormattedSql: {
      /** @description The same text with other white space. */
      query: string;
    };
    /**
     * @description The process answers.
     * @example {
     *       "status": "ok",
     *       "warnings": [
     *         "SERVICE_AUTH_DISABLED: anyone may use the service"
     *       ]
     *     }
     */
    Health: {
      /**
       * @description Always ok: it answers.
       * @constant
       */
      status: 'ok';
      /** @description What an operator must act on: dangerous settings, a full disk. */
      warnings?: string[];
    };
    /**
     * @description Something that the service needs is away.
     * @example {
     *       "title": "Not ready",
     *       "code": "not_ready",
     *       "detail": "More to act on",
     *       "errors": [
     *         {
     *           "path": "",
     *           "message": "No worker lives"
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
      /** @description Fit for a person. */
      title: string;
      /** @description Stable, lower_snake. */
      code?: string;
      /** @description More to act on, when there is more. */
      detail?: string;
      /** @description The fields at fault. */
      errors?: {
        /** @description Inside the body or the query; empty for the whole. */
        path: string;
        /** @description What is wrong with it. */
        message: string;
      }[];
      /** @description Finds the cause in the log; on 500 answers. */
      requestId?: string;
      /** @description What the service needs, and whether it is there. */
      checks: {
        /** @description The service's own database answers. */
        database: boolean;
        /** @description Jobs can be added. */
        queue: boolean;
        /** @description The service's own database has disk space for writes; false: requests get 507. */
        databaseSpace: boolean;
        /** @description At least one worker lives. */
        workers: boolean;
        /** @description Each worker pool of a connection has a worker; false: batches of some wait. */
        pools: boolean;
        /** @description At least one worker has room for results; false: batches wait. */
        storage: boolean;
      };
    };
    /**
     * @description What to open a session on.
     * @example {
     *       "connectionId": "sample"
     *     }
     */
    OpenConnectionClient: {
      /** @description The connection to open. */
      connectionId: string;
    };
    /**
     * @description A new password for the account that the link is of.
     * @example {
     *       "email": "ada@example.com",
     *       "password": "a long and private password",
     *       "passwordConfirmation": "a long and private password"
     *     }
     */
    PasswordReset: {
      /** @description An e-mail address. */
      email: string;
      /** @description None of the commonest ones. */
      password: string;
      /** @description The same password again. */
      passwordConfirmation: string;
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
     *       "queryText": "select day, count(*) as orders from orders group by day",
     *       "chart": {
     *         "chartType": "line",
     *         "fields": {
     *           "x": "day",
     *           "y": "orders"
     *         }
     *       },
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
      /** @description Of the query. */
      id: string;
      /** @description For people; not unique. */
      name: string;
      /** @description The connection that it is for, which may be gone by now. */
      connectionId: string | null;
      /** @description Its SQL. */
      queryText: string;
      /** @description How its result is drawn. */
      chart: components['schemas']['Chart'] | null;
      /** @description Sorted, without repetition. */
      tags: string[];
      /** @description Whom it is shared with. */
      acl: components['schemas']['QueryAclRow'][];
      /** @description The owner's id: a user's or a service token's. */
      createdBy: string;
      /** @description Null when the owner is deleted. */
      createdByUser: components['schemas']['QueryUser'] | null;
      /** @description Id of whoever changed it last. */
      updatedBy: string;
      /** @description Null when they are deleted. */
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
      /** @description The caller may delete it, as owners and admins may. */
      canDelete: boolean;
    };
    /**
     * @description Somebody else who may read a query, or write it.
     * @example {
     *       "id": 7,
     *       "userId": null,
     *       "groupId": "__EVERYONE__",
     *       "write": false
     *     }
     */
    QueryAclRow: {
      /** @description Of the row. */
      id: number;
      /** @description A user's or a service token's id. */
      userId: string | null;
      /** @description `__EVERYONE__`, where there is no userId. */
      groupId: string | null;
      /** @description True: may also write. */
      write: boolean;
    };
    /**
     * @description A batch in the history.
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
     *       "queryText": "select day, count(*) as orders from orders group by day",
     *       "incomplete": false,
     *       "rowCount": 365
     *     }
     */
    QueryHistoryRow: {
      /** @description The batch's id. */
      id: string;
      /** @description The connection that it ran on. */
      connectionId: string;
      /** @description Null when the connection is gone. */
      connectionName: string | null;
      /** @description Who ran it: a user or a service token. */
      userId: string;
      /** @description A service token's name where it is one; null when the user is gone. */
      userEmail: string | null;
      /**
       * @description Every one but started is final.
       * @enum {string}
       */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      /** @description Null until it ends. */
      stopTime: string | null;
      /** @description stopTime less startTime. */
      durationMs: number | null;
      /** @description The saved query that it is of. */
      queryId: string | null;
      /** @description Name of the query when it was run. */
      queryName: string | null;
      /** @description The text that was run: the selection, where there was one. */
      queryText: string;
      /** @description A statement left rows out; null while none has finished. */
      incomplete: boolean | null;
      /** @description Rows of all statements that finished; null when none of them gives rows. */
      rowCount: number | null;
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
     *       "preview": "select day, count(*) as orders from orders group by day"
     *     }
     */
    QueryListItem: {
      /** @description Of the query. */
      id: string;
      /** @description For people; not unique. */
      name: string;
      /** @description The connection that it is for, which may be gone by now. */
      connectionId: string | null;
      /** @description Null when the connection is gone. */
      connection: {
        /** @description Of the connection. */
        id: string;
        /** @description Of the connection. */
        name: string;
        /** @description The engine that it leads to. */
        driver: string;
      } | null;
      /** @description The first 500 characters of the text. */
      preview: string;
      /** @description Sorted, without repetition. */
      tags: string[];
      /** @description The owner's id: a user's or a service token's. */
      createdBy: string;
      /** @description Null when the owner is deleted. */
      createdByUser: components['schemas']['QueryUser'] | null;
      /** @description Id of whoever changed it last. */
      updatedBy: string;
      /** @description Null when they are deleted. */
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
      /** @description The caller may delete it, as owners and admins may. */
      canDelete: boolean;
    };
    /**
     * @description Who made or changed a query.
     * @example {
     *       "id": "01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11",
     *       "name": "Ada Lovelace",
     *       "email": "ada@example.com"
     *     }
     */
    QueryUser: {
      /** @description A user's or a service token's. */
      id: string;
      /** @description What people call them. */
      name: string | null;
      /** @description Empty for a service token. */
      email: string;
    };
    /**
     * @description Batches sent here would run.
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
       * @description Batches sent here would run.
       * @constant
       */
      status: 'ready';
      /** @description What the service needs, and whether it is there. */
      checks: {
        /** @description The service's own database answers. */
        database: boolean;
        /** @description Jobs can be added. */
        queue: boolean;
        /** @description The service's own database has disk space for writes; false: requests get 507. */
        databaseSpace: boolean;
        /** @description At least one worker lives. */
        workers: boolean;
        /** @description Each worker pool of a connection has a worker; false: batches of some wait. */
        pools: boolean;
        /** @description At least one worker has room for results; false: batches wait. */
        storage: boolean;
      };
    };
    /**
     * @description Rows of cells in column order; docs/reference/values tells the form of each type.
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
     * @description A batch that a worker has.
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
      /** @description The batch's id. */
      id: string;
      /** @description Whose it is. */
      userId: string;
      /** @description A service token's name where it is one; null when the user is gone. */
      userEmail: string | null;
      /** @description The connection that it runs on. */
      connectionId: string;
      /** @description Null when the connection is gone. */
      connectionName: string | null;
      /** @description The saved query that it is of, if any. */
      queryName: string | null;
      /** @description How the text begins; at most 500 characters of it. */
      queryText: string;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      startTime: string;
      /** @description Null when nobody asked to cancel it. */
      cancelRequestedAt: string | null;
      /** @description The worker that has it. */
      workerId: string;
      /**
       * Format: date-time
       * @description When the worker took it.
       */
      claimedAt: string;
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
      /** @description Of the column. */
      name: string;
      /** @description Comment on the column; empty when there is none. */
      description: string;
      /** @description Exactly as the database driver reports it. */
      dataType: string;
    };
    /**
     * @description The older form: columns by schema and table.
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
          /** @description Of the column. */
          column_name: string;
          /** @description Comment on it; empty when there is none. */
          column_description: string;
          /** @description Exactly as the database driver reports it. */
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
      /** @description Of the schema. */
      name: string;
      /** @description Comment on the schema; empty when there is none. */
      description: string;
      /** @description Those that the connection may see. */
      tables: components['schemas']['SchemaTable'][];
    };
    /**
     * @description A table, or what is read as one.
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
      /** @description Of the table. */
      name: string;
      /** @description Comment on the table; empty when there is none. */
      description: string;
      /** @description table, view, materialized view, foreign table or partitioned table. */
      type: string;
      /** @description In the order of the table. */
      columns: components['schemas']['SchemaColumn'][];
    };
    /**
     * @description A credential of a program.
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
      /** @description Of the token; owner of what it makes. */
      id: string;
      /** @description For people. */
      name: string;
      /**
       * @description What it may do.
       * @enum {string}
       */
      role: 'admin' | 'editor';
      /** @description Hours; null = for good. */
      duration: number | null;
      /** @description Null = for good. */
      expiryDate: string | null;
      /** @description The end of the token, to be told from others by. */
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
     * @description A browser that is signed in by its cookie.
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
      /** @description Of the session in this list; it opens nothing. */
      id: string;
      /** @description The request came with it. */
      isCurrent: boolean;
      /** @description What signed in, as it says of itself; null: it said nothing. */
      browser: string | null;
      /** @description Network address that the sign-in came from. */
      address: string | null;
      /** @description Of the sign-in, such as `local` or `saml`. */
      method: string | null;
      /**
       * Format: date-time
       * @description When it began.
       */
      createdAt: string;
      /**
       * Format: date-time
       * @description To the minute.
       */
      lastUsedAt: string;
    };
    /**
     * @description Credentials of a person.
     * @example {
     *       "email": "ada@example.com",
     *       "password": "a long and private password"
     *     }
     */
    SignIn: {
      /** @description E-mail address, or LDAP user name. */
      email: string;
      /** @description Taken exactly as typed. */
      password: string;
    };
    /**
     * @description Who wants an account.
     * @example {
     *       "email": "ada@example.com",
     *       "password": "a long and private password",
     *       "passwordConfirmation": "a long and private password",
     *       "invitationId": "3q2-7wEjRW0lC9x5"
     *     }
     */
    SignUp: {
      /** @description An e-mail address. */
      email: string;
      /** @description None of the commonest ones. */
      password: string;
      /** @description The same password again. */
      passwordConfirmation: string;
      /** @description A user's passwordResetId. */
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
      /** @description Of the statement. */
      id: string;
      /** @description The batch that it belongs to. */
      batchId: string;
      /** @description Position in the batch, from 1. */
      sequence: number;
      /** @description Without its terminator. */
      statementText: string;
      /** @description Start in the executed text, in UTF-16 units. */
      startOffset: number;
      /** @description End (exclusive) in the executed text, in UTF-16 units. */
      endOffset: number;
      /**
       * @description finished, error and cancelled are final.
       * @enum {string}
       */
      status: 'queued' | 'started' | 'finished' | 'error' | 'cancelled';
      /** @description When it was sent; null while it is queued. */
      startTime: string | null;
      /** @description When it ended. */
      stopTime: string | null;
      /** @description stopTime less startTime. */
      durationMs: number | null;
      /** @description Null until there are results, and for statements that give no rows. */
      columns: components['schemas']['ColumnInfo'][] | null;
      /** @description Rows stored; grows while the statement runs. */
      rowCount: number | null;
      /** @description Rows changed, where the database says. */
      affectedRows: number | null;
      /** @description Command tag, such as INSERT. */
      command: string | null;
      /** @description Relative to the results directory. */
      resultsPath: string | null;
      /** @description Size of the stored result. */
      bytes: number | null;
      /** @description True when rows were left out. */
      incomplete: boolean | null;
      /** @description Which limit left rows out. */
      truncatedBy: ('rows' | 'bytes') | null;
      /** @description The database's first 100 notices. */
      notices: string[];
      /** @description The database's own id of the query or session. */
      executionId: string | null;
      /** @description Why it did not finish. */
      error: components['schemas']['StatementError'] | null;
      /** @description When retention may remove the stored result. */
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
     *       "title": "No worker took it",
     *       "outcome": "not_run",
     *       "code": "no_worker"
     *     }
     */
    StatementError: {
      /** @description The database's own message, or ours when it never got there. */
      title: string;
      /**
       * @description What is known of its effect; see docs/reference/errors.md.
       * @enum {string}
       */
      outcome: 'not_run' | 'failed' | 'unknown' | 'ran_result_lost';
      /** @description Stable code of ours, such as connect_failed. */
      code?: string;
      /**
       * @description What sort of thing went wrong; absent where no database took part.
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
      /** @description As the database gave it. */
      detail?: string;
      /** @description As the database gave it. */
      hint?: string;
      /** @description Character in the statement text, from 1. */
      position?: number;
      /** @description In the statement text, from 1. */
      line?: number;
      /** @description In that line, in code points, from 1. */
      column?: number;
      /** @description The database's five-character SQLSTATE. */
      sqlState?: string;
    };
    /**
     * @description Tags, sorted.
     * @example [
     *       "orders",
     *       "weekly"
     *     ]
     */
    Tags: string[];
    /**
     * @description What to connect to, once.
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
      /** @description A stored connection that this is a change of. */
      id?: string;
      /** @description Id of its engine; see GET /api/drivers. */
      driver: string;
      /** @description The database is told to refuse writes. */
      readOnly?: boolean;
      /** @description The workers that may reach it; null = those of the pool `default`. */
      workerPool?: string | null;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /**
     * @description What is left out stays, and so does a secret that is empty.
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
     *       "workerPool": null
     *     }
     */
    UpdateConnection: {
      /** @description For people; may repeat. */
      name?: string;
      /** @description Id of its engine; see GET /api/drivers. */
      driver?: string;
      /** @description For people. */
      description?: string;
      /** @description A mark for clients: transactions may go on from statement to statement. */
      multiStatementTransactionEnabled?: boolean;
      /** @description A kept-open session without a query ends after this. */
      idleTimeoutSeconds?: number;
      /** @description Rows kept of a result; null = the service limit. */
      maxRows?: number | null;
      /** @description Batches side by side; null = any number. */
      maxConcurrency?: number | null;
      /** @description Null = the service limit. */
      queryTimeoutSeconds?: number | null;
      /** @description The database is told to refuse writes. */
      readOnly?: boolean;
      /** @description The workers that may reach it; null = those of the pool `default`. */
      workerPool?: string | null;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /**
     * @description What is left out stays.
     * @example {
     *       "name": "Orders by week",
     *       "tags": [
     *         "orders",
     *         "weekly"
     *       ]
     *     }
     * @example {
     *       "connectionId": "sample",
     *       "queryText": "select day, count(*) as orders from orders group by day",
     *       "chart": {
     *         "chartType": "line",
     *         "fields": {
     *           "x": "day",
     *           "y": "orders"
     *         }
     *       },
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
      /** @description Blank: "No Name Query". */
      name?: string;
      /** @description A connection that the caller may use, or the one that is stored. */
      connectionId?: string | null;
      /** @description Its SQL. */
      queryText?: string;
      /** @description Null takes it away. */
      chart?: components['schemas']['ChartInput'] | null;
      /** @description White space around a tag, blank tags and repeated ones are left out. */
      tags?: string[];
      /** @description Only the owner and admins may change it. */
      acl?: {
        /** @description A user or a service token. */
        userId?: string | null;
        /** @description Everyone, in place of a userId. */
        groupId?: '__EVERYONE__' | null;
        /** @description False unless given. */
        write?: boolean;
      }[];
    };
    /**
     * @description What is left out stays. Users change their own `name`, `email` and `password`; any other field is refused with 400 when the user is the caller.
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
      /** @description What people call them. */
      name?: string | null;
      /** @description An e-mail address. */
      email?: string;
      /** @description One's own only. */
      password?: string;
      /** @description Needed for a new password, and for a new address of one's own. */
      currentPassword?: string;
      /**
       * @description Admins manage users and connections.
       * @enum {string}
       */
      role?: 'admin' | 'editor';
      /** @description Any text creates a new link; null or "" removes the link. */
      passwordResetId?: string | null;
      /** @description Takes the place of all that was stored. */
      data?: {
        [key: string]: unknown;
      };
      /** @description True ends all that the user has open. */
      disabled?: boolean;
      /** @description The role follows the service that the user signs in with. */
      syncAuthRole?: boolean;
      /** @description User name in the LDAP directory. */
      ldapId?: string | null;
    };
    /**
     * @description Somebody who may sign in.
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
      /** @description Of the user. */
      id: string;
      /** @description What people call them. */
      name: string | null;
      /** @description Names the user; no two have the same. */
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
      /** @description Values for connection templates; only admins see them. */
      data?: {
        [key: string]: unknown;
      };
      /** @description Only admins see it. */
      disabled?: boolean;
      /**
       * @description How the user came in first; only local ones have a password. Only admins see it.
       * @enum {string}
       */
      origin?: 'local' | 'ldap' | 'proxy' | 'oauth' | 'oidc' | 'saml' | 'none';
      /** @description The role follows the service that the user signs in with. Only admins see it. */
      syncAuthRole?: boolean;
      /** @description Opens the account once, by sign-up or password reset. Only admins see it. */
      passwordResetId?: string | null;
    };
    /**
     * @description A user's link to another service, which tells who they are.
     * @example {
     *       "origin": "oidc",
     *       "subject": "https://login.example.com 248289761001",
     *       "createdAt": "2026-03-01T09:30:00.000Z"
     *     }
     */
    UserIdentity: {
      /** @description `oauth`, `oidc` or `saml`. */
      origin: string;
      /** @description What that service calls the user, with the name of the service. */
      subject: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      createdAt: string;
    };
    /**
     * @description A batch that no worker has yet.
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
      /** @description The batch's id. */
      id: string;
      /** @description Whose it is. */
      userId: string;
      /** @description A service token's name where it is one; null when the user is gone. */
      userEmail: string | null;
      /** @description The connection that it runs on. */
      connectionId: string;
      /** @description Null when the connection is gone. */
      connectionName: string | null;
      /** @description The saved query that it is of, if any. */
      queryName: string | null;
      /** @description How the text begins; at most 500 characters of it. */
      queryText: string;
      /**
       * Format: date-time
       * @description When it was sent.
       */
      startTime: string;
      /** @description Null when nobody asked to cancel it. */
      cancelRequestedAt: string | null;
      /** @description Place among all that wait for its pool of workers, from 1. */
      queuePosition: number;
      /** @description Null: it is about to run. */
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
            | 'client_busy'
          )
        | null;
    };
    /**
     * @description A worker that lives.
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
      /** @description Of the worker. */
      id: string;
      /** @description The machine that it runs on. */
      hostname: string;
      /** @description Its process there. */
      pid: number;
      /**
       * Format: date-time
       * @description By the clock of the database.
       */
      startedAt: string;
      /**
       * Format: date-time
       * @description It counts as lost unless it is heard of before.
       */
      leaseExpiresAt: string;
      /** @description The worker pools that it works for. */
      pools: string[];
      /**
       * @description `paused`: it has no room for results. `stopping`: it ends what it has and begins nothing.
       * @enum {string}
       */
      state: 'ready' | 'paused' | 'stopping';
      /** @description Batches it runs side by side at most; 0 while it begins nothing. */
      slots: number;
      /** @description Batches it runs. */
      running: number;
    };
    /**
     * @description Workers that may reach the same databases.
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
      /** @description `default`: of connections that name none. */
      name: string;
      /** @description Connections that are left to it. */
      connections: number;
      /** @description Workers of it that live; 0: what it is given waits. */
      workers: number;
      /** @description Batches that they run side by side at most; some may serve other pools, too. */
      slots: number;
      /** @description Batches of it that run. */
      running: number;
      /** @description Batches of it that wait. */
      waiting: number;
    };
    /**
     * @description Who works, on what, and what waits for them.
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
      /** @description Those that live, the oldest first. */
      workers: components['schemas']['Worker'][];
      /** @description By name. */
      pools: components['schemas']['WorkerPool'][];
      /** @description The oldest first; at most 500. */
      running: components['schemas']['RunningBatch'][];
      /** @description All that run. */
      runningCount: number;
      /** @description The next first; at most 500. */
      waiting: components['schemas']['WaitingBatch'][];
      /** @description All that wait. */
      waitingCount: number;
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
        /** @description Of the item. */
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
        /** @description Most rows of this page; adds a Link header. */
        limit?: number;
        /** @description Rows left out at the start; adds a Link header. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the user. */
        id: string;
        /** @description Of the link: `oauth`, `oidc` or `saml`. */
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
        /** @description Most rows of this page; adds a Link header. */
        limit?: number;
        /** @description Rows left out at the start; adds a Link header. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Most rows of this page; adds a Link header. */
        limit?: number;
        /** @description Rows left out at the start; adds a Link header. */
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
        /** @description Of the item. */
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
  getAudit: {
    parameters: {
      query?: {
        /** @description Most rows of this page; adds a Link header. */
        limit?: number;
        /** @description Rows left out at the start; adds a Link header. */
        offset?: number;
        /** @description Only events of this action. */
        action?: string;
        /** @description Only what this user or token did. */
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
        /** @description Most rows of this page; adds a Link header. */
        limit?: number;
        /** @description Rows left out at the start; adds a Link header. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Most rows of this page; adds a Link header. */
        limit?: number;
        /** @description Rows left out at the start; adds a Link header. */
        offset?: number;
        /** @description `true`: also those that have expired. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description The text `true` reads the schema anew. */
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
        /** @description Of the item. */
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
        /** @description The text `true` reads the schema anew. */
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
        /** @description Of the item. */
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
  getQueries: {
    parameters: {
      query?: {
        /** @description Most rows of this page; adds a Link header. */
        limit?: number;
        /** @description Rows left out at the start; adds a Link header. */
        offset?: number;
        /** @description Only those for this connection. */
        connectionId?: string;
        /** @description The owner's id. */
        createdBy?: string;
        /** @description `true`: your own; `false`: those of others. */
        ownedByUser?: 'true' | 'false';
        /** @description Part of the name or the text, in any case. */
        search?: string;
        /** @description Repeat it for several: all must match. */
        tags?: string | string[];
        /** @description The same as `tags`. */
        'tags[]'?: string | string[];
        /** @description `+` rising (also without a sign), `-` falling; `-updatedAt` unless given. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
  getQueryHistory: {
    parameters: {
      query?: {
        /** @description Most rows of this page; adds a Link header. */
        limit?: number;
        /** @description Rows left out at the start; adds a Link header. */
        offset?: number;
        /** @description Clauses `field|operator|value` with commas between them; all must hold. Values are percent-encoded. Operators: contains, like, regex, eq, ne for texts; lt, gt, eq, ne for durationMs and rowCount; before, after for startTime and stopTime; eq, ne for incomplete. */
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
        /** @description Most rows of this page; adds a Link header. */
        limit?: number;
        /** @description Rows left out at the start; adds a Link header. */
        offset?: number;
        /** @description Only batches of this query; `null`: batches without a query. */
        queryId?: string;
        /** @description `true` includes the statements of each batch. */
        includeStatements?: 'true' | 'false';
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
      /** @description List your own batches, newest first */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Texts as stored, even where a spreadsheet would run them as a formula. */
        raw?: 'true' | 'false';
        /** @description Begin with a byte order mark, by which Excel knows UTF-8. */
        bom?: 'true' | 'false';
      };
      header?: {
        /** @description The bytes that are wanted; one range. */
        range?: string;
        /** @description Of this version alone; else the whole comes. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description Of the item. */
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
  getStatementsIdDownloadCsv: {
    parameters: {
      query?: {
        /** @description Texts as stored, even where a spreadsheet would run them as a formula. */
        raw?: 'true' | 'false';
        /** @description Begin with a byte order mark, by which Excel knows UTF-8. */
        bom?: 'true' | 'false';
      };
      header?: {
        /** @description The bytes that are wanted; one range. */
        range?: string;
        /** @description Of this version alone; else the whole comes. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description Of the item. */
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
        /** @description Of the item. */
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
        /** @description Of the item. */
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
  getStatementResultsIdJson: {
    parameters: {
      query?: never;
      header?: {
        /** @description The bytes that are wanted; one range. */
        range?: string;
        /** @description Of this version alone; else the whole comes. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description Of the item. */
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
  getStatementsIdDownloadJson: {
    parameters: {
      query?: never;
      header?: {
        /** @description The bytes that are wanted; one range. */
        range?: string;
        /** @description Of this version alone; else the whole comes. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description Of the item. */
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
  getStatementResultsIdNdjson: {
    parameters: {
      query?: never;
      header?: {
        /** @description The bytes that are wanted; one range. */
        range?: string;
        /** @description Of this version alone; else the whole comes. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description Of the item. */
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
  getStatementsIdDownloadNdjson: {
    parameters: {
      query?: never;
      header?: {
        /** @description The bytes that are wanted; one range. */
        range?: string;
        /** @description Of this version alone; else the whole comes. */
        'if-range'?: string;
        /**
         * @description Entity tags of the versions that the client has.
         * @example W/"2jmj7l5rSw0yVb/vlWAYkK/YBwk"
         */
        'if-none-match'?: string;
      };
      path: {
        /** @description Of the item. */
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
