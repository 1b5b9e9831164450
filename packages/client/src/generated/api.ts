// Made by scripts/document-api.mjs out of the OpenAPI document; not to be edited.

export interface paths {
  '/api/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Whether the process answers */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Health'];
          };
        };
      };
    };
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
    /** Whether batches sent here would run */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Ready'];
          };
        };
        /** @description Default Response */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['NotReady'];
          };
        };
      };
    };
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
    /** The signed-in user, if any, and what this service offers */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['App'];
          };
        };
      };
    };
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
    /** Sign in with e-mail address, or LDAP user name, and password; the answer sets the session cookie */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['SignInInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Too many failures; see Retry-After. */
        429: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** End the session */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Empty'];
          };
        };
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** End the session */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Empty'];
          };
        };
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** Get a local account, by an invitation or an address that may sign up */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['SignUpInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Too many failures; see Retry-After. */
        429: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** Set a new password by a link that an admin gave; it works once */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['PasswordResetInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Too many failures; see Retry-After. */
        429: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** All users, by e-mail address */
    get: {
      parameters: {
        query?: {
          /** @description Most rows of this page; adds a Link header. */
          limit?: number;
          /** @description Rows left out at the start; adds a Link header. */
          offset?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['User'][];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Add a user */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['CreateUserInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** One user */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Change oneself (name, e-mail, password) or, for admins, somebody else */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['UpdateUserInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    /** Remove a user; what they made stays */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** All service tokens, newest first; without what opens anything */
    get: {
      parameters: {
        query?: {
          /** @description Most rows of this page; adds a Link header. */
          limit?: number;
          /** @description Rows left out at the start; adds a Link header. */
          offset?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ServiceToken'][];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Make a service token; this answer alone shows it */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['CreateServiceTokenInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** End a service token */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** Sign-ins and changes of accounts, rights and secrets, newest first; at most 1000 */
    get: {
      parameters: {
        query?: {
          /** @description Most rows of this page; adds a Link header. */
          limit?: number;
          /** @description Rows left out at the start; adds a Link header. */
          offset?: number;
          action?: string;
          actorId?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['AuditEvent'][];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** Connections that the caller may use, by name */
    get: {
      parameters: {
        query?: {
          /** @description Most rows of this page; adds a Link header. */
          limit?: number;
          /** @description Rows left out at the start; adds a Link header. */
          offset?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Connection'][];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Add a connection */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['CreateConnectionInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** One connection; secrets are empty */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Change a connection; what is left out stays */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['UpdateConnectionInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Bad request; `errors` names each field. */
        409: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    /** Remove a connection */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** Connect once; 400 with the message of the database when it cannot be done */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['TestConnectionInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** Who may use which connection, newest first */
    get: {
      parameters: {
        query?: {
          /** @description Most rows of this page; adds a Link header. */
          limit?: number;
          /** @description Rows left out at the start; adds a Link header. */
          offset?: number;
          /** @description `true`: also those that have expired. */
          includeInactives?: 'true' | 'false';
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ConnectionAccess'][];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Let a user, a service token or everyone use a connection */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['CreateConnectionAccessInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** One access row */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** End an access now */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** Database engines and the fields of their connections */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Driver'][];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** All open connection clients */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ConnectionClient'][];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Open a session that stays open between batches */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['OpenConnectionClientInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** An open connection client */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    /** Keep a connection client alive */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    post?: never;
    /** Close a connection client; what runs on it is cancelled */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** Schemas, tables and columns; cached unless reload=true */
    get: {
      parameters: {
        query?: {
          /** @description The text `true` reads the schema anew. */
          reload?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ConnectionSchema'];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
     * The schema in its older form
     * @deprecated
     */
    get: {
      parameters: {
        query?: {
          /** @description The text `true` reads the schema anew. */
          reload?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['SchemaInfo'];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
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
    /** Your own batches, newest first */
    get: {
      parameters: {
        query?: {
          /** @description Most rows of this page; adds a Link header. */
          limit?: number;
          /** @description Rows left out at the start; adds a Link header. */
          offset?: number;
          /** @description Only those of this query; `null`: those without one. */
          queryId?: string;
          includeStatements?: 'true' | 'false';
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['BatchListItem'][];
          };
        };
        /** @description The client has this version. */
        304: {
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    /** Run SQL as a batch */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** @description A name for this request: sent again within 24 hours, it gives the same batch. */
          'idempotency-key'?: string;
        };
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['CreateBatchInput'];
        };
      };
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description The Idempotency-Key was used for another body. */
        409: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Too many batches wait; see Retry-After. */
        429: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** A batch with its statements */
    get: {
      parameters: {
        query?: {
          /** @description Seconds to wait for another version than If-None-Match names; without that header, for the batch's end. When the time is over: the batch as it is, or 304. */
          wait?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Batch'];
          };
        };
        /** @description The client has this version. */
        304: {
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** A batch as server-sent events: `batch` now and at each change, until it is final */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description text/event-stream; the data of each event is a Batch. */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': string;
          };
        };
        /** @description A client that came back has the final state already. */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** The statements of a batch, in order */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Statement'][];
          };
        };
        /** @description The client has this version. */
        304: {
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** Cancel a batch; a final one is answered unchanged */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** A statement */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Statement'];
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
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
    /** The rows of a statement: all, or a page, which can be read while it runs */
    get: {
      parameters: {
        query?: {
          /** @description Rows left out at the start. */
          offset?: string;
          /** @description Most rows answered; the statement's rowCount is the total. */
          limit?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ResultRows'];
          };
        };
        /** @description The client has this version. */
        304: {
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Too many results are being read; see Retry-After. */
        429: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    /** The rows of a statement: all, or a page, which can be read while it runs */
    head: {
      parameters: {
        query?: {
          /** @description Rows left out at the start. */
          offset?: string;
          /** @description Most rows answered; the statement's rowCount is the total. */
          limit?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Default Response */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ResultRows'];
          };
        };
        /** @description The client has this version. */
        304: {
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
        /** @description No valid credential. */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Not allowed. */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description There is no such item. */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
        /** @description Too many results are being read; see Retry-After. */
        429: {
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
        /** @description Stopping, or the database is away; see Retry-After. */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Error'];
          };
        };
      };
    };
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    SignUpInput: {
      email: string;
      password: string;
      passwordConfirmation: string;
      /** @description A user's passwordResetId. */
      invitationId?: string;
    };
    PasswordResetInput: {
      email: string;
      password: string;
      passwordConfirmation: string;
    };
    SignInInput: {
      email: string;
      password: string;
    };
    EmptyInput: Record<string, never>;
    UserInput: {
      id: string;
      name: string | null;
      email: string;
      ldapId: string | null;
      /** @enum {string} */
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
    CreateUserInput: {
      email: string;
      /** @enum {string} */
      role: 'admin' | 'editor';
      name?: string | null;
      /** @description Absent: the answer has a passwordResetId, good for 7 days. */
      password?: string;
      ldapId?: string | null;
      /** @description Values for connection templates: {{user.data.<name>}}. */
      data?: {
        [key: string]: unknown;
      };
      syncAuthRole?: boolean;
    };
    UpdateUserInput: {
      name?: string | null;
      email?: string;
      /** @description One's own only. */
      password?: string;
      /** @description Needed for a new password. */
      currentPassword?: string;
      /** @enum {string} */
      role?: 'admin' | 'editor';
      /** @description Any text makes a new one; null takes it away. */
      passwordResetId?: string | null;
      /** @description Takes the place of all that was stored. */
      data?: {
        [key: string]: unknown;
      };
      disabled?: boolean;
      syncAuthRole?: boolean;
      ldapId?: string | null;
    };
    CurrentUserInput: {
      id: string;
      email: string;
      name: string | null;
      /** @enum {string} */
      role: 'admin' | 'editor';
    };
    AppInput: {
      /** @description Absent when nobody is signed in. */
      currentUser?: components['schemas']['CurrentUserInput'];
      config: {
        allowCsvDownload: boolean;
        /** @description Mount path; empty at the root. */
        baseUrl: string;
        defaultConnectionId: string | null;
        editorWordWrap: boolean;
        oauthConfigured: boolean;
        localAuthConfigured: boolean;
        publicUrl: string;
        samlConfigured: boolean;
        samlLinkHtml: string;
        ldapConfigured: boolean;
        ldapRolesConfigured: boolean;
        oidcConfigured: boolean;
        oidcLinkHtml: string;
        showServiceTokensUI: boolean;
      };
      version: string;
    };
    AuditEventInput: {
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @description Such as `sign_in` or `user.updated`. */
      action: string;
      /** @enum {string} */
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
    ColumnInfoInput: {
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
    StatementErrorInput: {
      /** @description The database's own message, or ours when it never got there. */
      title: string;
      /** @enum {string} */
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
      detail?: string;
      hint?: string;
      /** @description Character in the statement text, from 1. */
      position?: number;
      line?: number;
      column?: number;
      /** @description The database's five-character SQLSTATE. */
      sqlState?: string;
    };
    StatementInput: {
      id: string;
      batchId: string;
      /** @description Position in the batch, from 1. */
      sequence: number;
      statementText: string;
      /** @description Start in the executed text, in UTF-16 units. */
      startOffset: number;
      /** @description End (exclusive) in the executed text, in UTF-16 units. */
      endOffset: number;
      /** @enum {string} */
      status: 'queued' | 'started' | 'finished' | 'error' | 'cancelled';
      startTime: string | null;
      stopTime: string | null;
      durationMs: number | null;
      columns: components['schemas']['ColumnInfoInput'][] | null;
      /** @description Rows stored; grows while the statement runs. */
      rowCount: number | null;
      affectedRows: number | null;
      /** @description Command tag, such as INSERT. */
      command: string | null;
      /** @description Relative to the results directory. */
      resultsPath: string | null;
      /** @description Size of the stored result. */
      bytes: number | null;
      /** @description True when rows were left out. */
      incomplete: boolean | null;
      truncatedBy: ('rows' | 'bytes') | null;
      /** @description The database's first 100 notices. */
      notices: string[];
      /** @description The database's own id of the query or session. */
      executionId: string | null;
      error: components['schemas']['StatementErrorInput'] | null;
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
    BatchCancelInput: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      requestedAt: string;
      /** @description Id of the user who asked. */
      by: string | null;
      confirmedAt: string | null;
      outcome: ('confirmed' | 'connection_closed' | 'too_late') | null;
    };
    ChartInput: {
      chartType: string;
      fields: {
        [key: string]: string | boolean;
      };
    };
    BatchInput: {
      id: string;
      queryId: string | null;
      name: string | null;
      connectionId: string;
      connectionClientId: string | null;
      /** @enum {string} */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      stopTime: string | null;
      durationMs: number | null;
      batchText: string;
      selectedText: string | null;
      chart: components['schemas']['ChartInput'] | null;
      userId: string;
      cancel: components['schemas']['BatchCancelInput'] | null;
      /** @description Place among all that wait, from 1; null when it does not wait. */
      queuePosition: number | null;
      /** @description Null when it runs, or is about to. */
      waitReason:
        | (
            | 'no_worker'
            | 'storage_full'
            | 'workers_busy'
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
      statements: components['schemas']['StatementInput'][];
    };
    BatchListItemInput: {
      id: string;
      queryId: string | null;
      name: string | null;
      connectionId: string;
      connectionClientId: string | null;
      /** @enum {string} */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      stopTime: string | null;
      durationMs: number | null;
      batchText: string;
      selectedText: string | null;
      chart: components['schemas']['ChartInput'] | null;
      userId: string;
      cancel: components['schemas']['BatchCancelInput'] | null;
      /** @description Place among all that wait, from 1; null when it does not wait. */
      queuePosition: number | null;
      /** @description Null when it runs, or is about to. */
      waitReason:
        | (
            | 'no_worker'
            | 'storage_full'
            | 'workers_busy'
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
      statements?: components['schemas']['StatementInput'][];
    };
    CreateBatchInput: {
      connectionId: string;
      /** @description SQL statements delimited by `;`. */
      batchText: string;
      connectionClientId?: string | null;
      name?: string | null;
      queryId?: string | null;
      /** @description Executed instead of batchText when not blank. */
      selectedText?: string | null;
      chart?: components['schemas']['ChartInput'] | null;
    };
    ResultRowsInput: unknown[][];
    ConnectionAccessInput: {
      id: number;
      /** @description Or `__EVERY_CONNECTION__`. */
      connectionId: string;
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
    CreateConnectionAccessInput: {
      connectionId: string;
      userId: string;
      /** @description Seconds; absent, null or 0 = for good. */
      duration?: number | null;
    };
    ConnectionClientInput: {
      id: string;
      /** @description The connection's name when the client was opened. */
      name: string;
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
    OpenConnectionClientInput: {
      connectionId: string;
    };
    ConnectionInput: {
      id: string;
      name: string;
      description: string;
      driver: string;
      /** @description Secrets are "". Only admins see it. */
      data?: {
        [key: string]: unknown;
      };
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
      supportsConnectionClient: boolean;
      isAsynchronous: boolean;
    } & {
      [key: string]: unknown;
    };
    CreateConnectionInput: {
      id?: string;
      name: string;
      driver: string;
      description?: string;
      multiStatementTransactionEnabled?: boolean;
      idleTimeoutSeconds?: number;
      maxRows?: number | null;
      maxConcurrency?: number | null;
      queryTimeoutSeconds?: number | null;
      readOnly?: boolean;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    UpdateConnectionInput: {
      name?: string;
      driver?: string;
      description?: string;
      multiStatementTransactionEnabled?: boolean;
      idleTimeoutSeconds?: number;
      maxRows?: number | null;
      maxConcurrency?: number | null;
      queryTimeoutSeconds?: number | null;
      readOnly?: boolean;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    TestConnectionInput: {
      /** @description A stored connection that this is a change of. */
      id?: string;
      driver: string;
      readOnly?: boolean;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    DriverInput: {
      id: string;
      name: string;
      fields: {
        /** @description Name under `data` of a connection. */
        key: string;
        /** @enum {string} */
        formType: 'TEXT' | 'PASSWORD' | 'CHECKBOX' | 'TEXTAREA';
        label: string;
        description?: string;
        placeholder?: string;
        required?: boolean;
        /** @description Never returned. */
        secret?: boolean;
      }[];
      supportsConnectionClient: boolean;
      supportsCancel: boolean;
      isAsynchronous: boolean;
      /** @description How statements are told apart. */
      dialect: string;
    };
    ErrorInput: {
      /** @description Fit for a person. */
      title: string;
      /** @description Stable, lower_snake. */
      code?: string;
      detail?: string;
      /** @description The fields at fault. */
      errors?: {
        path: string;
        message: string;
      }[];
      /** @description Finds the cause in the log; on 500 answers. */
      requestId?: string;
    };
    HealthInput: {
      /** @constant */
      status: 'ok';
      /** @description What is dangerous about the settings of the service. */
      warnings?: string[];
    };
    ReadyInput: {
      /** @constant */
      status: 'ready';
      checks: {
        database: boolean;
        queue: boolean;
        /** @description At least one worker lives. */
        workers: boolean;
        /** @description At least one worker has room for results; false: batches wait. */
        storage: boolean;
      };
    };
    NotReadyInput: {
      /** @description Fit for a person. */
      title: string;
      /** @description Stable, lower_snake. */
      code?: string;
      detail?: string;
      /** @description The fields at fault. */
      errors?: {
        path: string;
        message: string;
      }[];
      /** @description Finds the cause in the log; on 500 answers. */
      requestId?: string;
      checks: {
        database: boolean;
        queue: boolean;
        /** @description At least one worker lives. */
        workers: boolean;
        /** @description At least one worker has room for results; false: batches wait. */
        storage: boolean;
      };
    };
    SchemaColumnInput: {
      name: string;
      /** @description Comment on the column; empty when there is none. */
      description: string;
      /** @description Exactly as the database driver reports it. */
      dataType: string;
    };
    SchemaTableInput: {
      name: string;
      /** @description Comment on the table; empty when there is none. */
      description: string;
      /** @description table, view, materialized view, foreign table or partitioned table. */
      type: string;
      columns: components['schemas']['SchemaColumnInput'][];
    };
    SchemaNamespaceInput: {
      name: string;
      description: string;
      tables: components['schemas']['SchemaTableInput'][];
    };
    ConnectionSchemaInput:
      | {
          schemas: components['schemas']['SchemaNamespaceInput'][];
        }
      | {
          tables: components['schemas']['SchemaTableInput'][];
        };
    SchemaInfoInput: {
      [key: string]: {
        [key: string]: {
          column_name: string;
          column_description: string;
          data_type: string;
        }[];
      };
    };
    ServiceTokenInput: {
      id: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'editor';
      /** @description Hours; null = for good. */
      duration: number | null;
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
    CreatedServiceTokenInput: {
      id: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'editor';
      /** @description Hours; null = for good. */
      duration: number | null;
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
    CreateServiceTokenInput: {
      name: string;
      /** @enum {string} */
      role: 'admin' | 'editor';
      /** @description Hours; absent, null or 0 = for good. */
      duration?: number | null;
    };
    SignUp: {
      email: string;
      password: string;
      passwordConfirmation: string;
      /** @description A user's passwordResetId. */
      invitationId?: string;
    };
    PasswordReset: {
      email: string;
      password: string;
      passwordConfirmation: string;
    };
    SignIn: {
      email: string;
      password: string;
    };
    Empty: Record<string, never>;
    User: {
      id: string;
      name: string | null;
      email: string;
      ldapId: string | null;
      /** @enum {string} */
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
    CreateUser: {
      email: string;
      /** @enum {string} */
      role: 'admin' | 'editor';
      name?: string | null;
      /** @description Absent: the answer has a passwordResetId, good for 7 days. */
      password?: string;
      ldapId?: string | null;
      /** @description Values for connection templates: {{user.data.<name>}}. */
      data?: {
        [key: string]: unknown;
      };
      syncAuthRole?: boolean;
    };
    UpdateUser: {
      name?: string | null;
      email?: string;
      /** @description One's own only. */
      password?: string;
      /** @description Needed for a new password. */
      currentPassword?: string;
      /** @enum {string} */
      role?: 'admin' | 'editor';
      /** @description Any text makes a new one; null takes it away. */
      passwordResetId?: string | null;
      /** @description Takes the place of all that was stored. */
      data?: {
        [key: string]: unknown;
      };
      disabled?: boolean;
      syncAuthRole?: boolean;
      ldapId?: string | null;
    };
    CurrentUser: {
      id: string;
      email: string;
      name: string | null;
      /** @enum {string} */
      role: 'admin' | 'editor';
    };
    App: {
      /** @description Absent when nobody is signed in. */
      currentUser?: components['schemas']['CurrentUser'];
      config: {
        allowCsvDownload: boolean;
        /** @description Mount path; empty at the root. */
        baseUrl: string;
        defaultConnectionId: string | null;
        editorWordWrap: boolean;
        oauthConfigured: boolean;
        localAuthConfigured: boolean;
        publicUrl: string;
        samlConfigured: boolean;
        samlLinkHtml: string;
        ldapConfigured: boolean;
        ldapRolesConfigured: boolean;
        oidcConfigured: boolean;
        oidcLinkHtml: string;
        showServiceTokensUI: boolean;
      };
      version: string;
    };
    AuditEvent: {
      id: string;
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      at: string;
      /** @description Such as `sign_in` or `user.updated`. */
      action: string;
      /** @enum {string} */
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
    StatementError: {
      /** @description The database's own message, or ours when it never got there. */
      title: string;
      /** @enum {string} */
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
      detail?: string;
      hint?: string;
      /** @description Character in the statement text, from 1. */
      position?: number;
      line?: number;
      column?: number;
      /** @description The database's five-character SQLSTATE. */
      sqlState?: string;
    };
    Statement: {
      id: string;
      batchId: string;
      /** @description Position in the batch, from 1. */
      sequence: number;
      statementText: string;
      /** @description Start in the executed text, in UTF-16 units. */
      startOffset: number;
      /** @description End (exclusive) in the executed text, in UTF-16 units. */
      endOffset: number;
      /** @enum {string} */
      status: 'queued' | 'started' | 'finished' | 'error' | 'cancelled';
      startTime: string | null;
      stopTime: string | null;
      durationMs: number | null;
      columns: components['schemas']['ColumnInfo'][] | null;
      /** @description Rows stored; grows while the statement runs. */
      rowCount: number | null;
      affectedRows: number | null;
      /** @description Command tag, such as INSERT. */
      command: string | null;
      /** @description Relative to the results directory. */
      resultsPath: string | null;
      /** @description Size of the stored result. */
      bytes: number | null;
      /** @description True when rows were left out. */
      incomplete: boolean | null;
      truncatedBy: ('rows' | 'bytes') | null;
      /** @description The database's first 100 notices. */
      notices: string[];
      /** @description The database's own id of the query or session. */
      executionId: string | null;
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
    BatchCancel: {
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      requestedAt: string;
      /** @description Id of the user who asked. */
      by: string | null;
      confirmedAt: string | null;
      outcome: ('confirmed' | 'connection_closed' | 'too_late') | null;
    };
    Chart: {
      chartType: string;
      fields: {
        [key: string]: string | boolean;
      };
    };
    Batch: {
      id: string;
      queryId: string | null;
      name: string | null;
      connectionId: string;
      connectionClientId: string | null;
      /** @enum {string} */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      stopTime: string | null;
      durationMs: number | null;
      batchText: string;
      selectedText: string | null;
      chart: components['schemas']['Chart'] | null;
      userId: string;
      cancel: components['schemas']['BatchCancel'] | null;
      /** @description Place among all that wait, from 1; null when it does not wait. */
      queuePosition: number | null;
      /** @description Null when it runs, or is about to. */
      waitReason:
        | (
            | 'no_worker'
            | 'storage_full'
            | 'workers_busy'
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
      statements: components['schemas']['Statement'][];
    };
    BatchListItem: {
      id: string;
      queryId: string | null;
      name: string | null;
      connectionId: string;
      connectionClientId: string | null;
      /** @enum {string} */
      status: 'started' | 'finished' | 'error' | 'cancelled';
      /**
       * Format: date-time
       * @description ISO 8601, UTC.
       */
      startTime: string;
      stopTime: string | null;
      durationMs: number | null;
      batchText: string;
      selectedText: string | null;
      chart: components['schemas']['Chart'] | null;
      userId: string;
      cancel: components['schemas']['BatchCancel'] | null;
      /** @description Place among all that wait, from 1; null when it does not wait. */
      queuePosition: number | null;
      /** @description Null when it runs, or is about to. */
      waitReason:
        | (
            | 'no_worker'
            | 'storage_full'
            | 'workers_busy'
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
      statements?: components['schemas']['Statement'][];
    };
    CreateBatch: {
      connectionId: string;
      /** @description SQL statements delimited by `;`. */
      batchText: string;
      connectionClientId?: string | null;
      name?: string | null;
      queryId?: string | null;
      /** @description Executed instead of batchText when not blank. */
      selectedText?: string | null;
      chart?: components['schemas']['Chart'] | null;
    };
    ResultRows: unknown[][];
    ConnectionAccess: {
      id: number;
      /** @description Or `__EVERY_CONNECTION__`. */
      connectionId: string;
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
    CreateConnectionAccess: {
      connectionId: string;
      userId: string;
      /** @description Seconds; absent, null or 0 = for good. */
      duration?: number | null;
    };
    ConnectionClient: {
      id: string;
      /** @description The connection's name when the client was opened. */
      name: string;
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
    OpenConnectionClient: {
      connectionId: string;
    };
    Connection: {
      id: string;
      name: string;
      description: string;
      driver: string;
      /** @description Secrets are "". Only admins see it. */
      data?: {
        [key: string]: unknown;
      };
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
      supportsConnectionClient: boolean;
      isAsynchronous: boolean;
    } & {
      [key: string]: unknown;
    };
    CreateConnection: {
      id?: string;
      name: string;
      driver: string;
      description?: string;
      multiStatementTransactionEnabled?: boolean;
      idleTimeoutSeconds?: number;
      maxRows?: number | null;
      maxConcurrency?: number | null;
      queryTimeoutSeconds?: number | null;
      readOnly?: boolean;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    UpdateConnection: {
      name?: string;
      driver?: string;
      description?: string;
      multiStatementTransactionEnabled?: boolean;
      idleTimeoutSeconds?: number;
      maxRows?: number | null;
      maxConcurrency?: number | null;
      queryTimeoutSeconds?: number | null;
      readOnly?: boolean;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    TestConnection: {
      /** @description A stored connection that this is a change of. */
      id?: string;
      driver: string;
      readOnly?: boolean;
      /** @description The driver's fields by key; see GET /api/drivers. Strings may hold {{user.…}}. */
      data?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    Driver: {
      id: string;
      name: string;
      fields: {
        /** @description Name under `data` of a connection. */
        key: string;
        /** @enum {string} */
        formType: 'TEXT' | 'PASSWORD' | 'CHECKBOX' | 'TEXTAREA';
        label: string;
        description?: string;
        placeholder?: string;
        required?: boolean;
        /** @description Never returned. */
        secret?: boolean;
      }[];
      supportsConnectionClient: boolean;
      supportsCancel: boolean;
      isAsynchronous: boolean;
      /** @description How statements are told apart. */
      dialect: string;
    };
    Error: {
      /** @description Fit for a person. */
      title: string;
      /** @description Stable, lower_snake. */
      code?: string;
      detail?: string;
      /** @description The fields at fault. */
      errors?: {
        path: string;
        message: string;
      }[];
      /** @description Finds the cause in the log; on 500 answers. */
      requestId?: string;
    };
    Health: {
      /** @constant */
      status: 'ok';
      /** @description What is dangerous about the settings of the service. */
      warnings?: string[];
    };
    Ready: {
      /** @constant */
      status: 'ready';
      checks: {
        database: boolean;
        queue: boolean;
        /** @description At least one worker lives. */
        workers: boolean;
        /** @description At least one worker has room for results; false: batches wait. */
        storage: boolean;
      };
    };
    NotReady: {
      /** @description Fit for a person. */
      title: string;
      /** @description Stable, lower_snake. */
      code?: string;
      detail?: string;
      /** @description The fields at fault. */
      errors?: {
        path: string;
        message: string;
      }[];
      /** @description Finds the cause in the log; on 500 answers. */
      requestId?: string;
      checks: {
        database: boolean;
        queue: boolean;
        /** @description At least one worker lives. */
        workers: boolean;
        /** @description At least one worker has room for results; false: batches wait. */
        storage: boolean;
      };
    };
    SchemaColumn: {
      name: string;
      /** @description Comment on the column; empty when there is none. */
      description: string;
      /** @description Exactly as the database driver reports it. */
      dataType: string;
    };
    SchemaTable: {
      name: string;
      /** @description Comment on the table; empty when there is none. */
      description: string;
      /** @description table, view, materialized view, foreign table or partitioned table. */
      type: string;
      columns: components['schemas']['SchemaColumn'][];
    };
    SchemaNamespace: {
      name: string;
      description: string;
      tables: components['schemas']['SchemaTable'][];
    };
    ConnectionSchema:
      | {
          schemas: components['schemas']['SchemaNamespace'][];
        }
      | {
          tables: components['schemas']['SchemaTable'][];
        };
    SchemaInfo: {
      [key: string]: {
        [key: string]: {
          column_name: string;
          column_description: string;
          data_type: string;
        }[];
      };
    };
    ServiceToken: {
      id: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'editor';
      /** @description Hours; null = for good. */
      duration: number | null;
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
    CreatedServiceToken: {
      id: string;
      name: string;
      /** @enum {string} */
      role: 'admin' | 'editor';
      /** @description Hours; null = for good. */
      duration: number | null;
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
    CreateServiceToken: {
      name: string;
      /** @enum {string} */
      role: 'admin' | 'editor';
      /** @description Hours; absent, null or 0 = for good. */
      duration?: number | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
