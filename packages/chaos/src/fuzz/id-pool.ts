/** Ids that responses contained, by kind. */
export interface IdPool {
  /** Collects the ids in a response of an operation. */
  learn(operation: string, body: string): void;
  /** Returns ids for the path of an operation. */
  of(operation: string): readonly string[];
  /** Returns ids of a kind, such as `connections`. */
  named(kind: string): readonly string[];
}

interface Item {
  id?: string | number;
  passwordResetId?: string | null;
  statements?: Item[];
}

const isDownload = /\.(csv|xlsx|json|ndjson|parquet)$/;

/** Ids in the path of a password reset give access to accounts. */
const links = 'password-reset';

/** Ids kept per kind: older ones have often been deleted. */
const kept = 50;

/** Keeps the newest ids of each kind. Protected ids are used in read operations only. */
export function createIdPool(protectedIds: ReadonlySet<string>): IdPool {
  const byKind = new Map<string, string[]>();
  const add = (kind: string, { id, statements = [] }: Item): void => {
    for (const each of statements) add('statements', each);
    const ids = byKind.get(kind) ?? [];
    byKind.set(kind, ids);
    const text = String(id ?? '');
    if (text === '' || ids.includes(text)) return;
    ids.push(text);
    if (ids.length > kept) ids.shift();
  };
  return {
    learn: (operation, body) => {
      // A target database's column named id contains no id of the service.
      if (!/^[[{]/.test(body) || isDownload.test(operation)) return;
      const kind = operation.endsWith('/statements') ? 'statements' : kindOf(operation);
      for (const item of [JSON.parse(body) as Item | Item[]].flat()) {
        add(kind, item);
        if (item.passwordResetId != null) add(links, { id: item.passwordResetId });
      }
    },
    of: (operation) => {
      const ids = byKind.get(kindOf(operation)) ?? [];
      return operation.startsWith('GET ') ? ids : ids.filter((id) => !protectedIds.has(id));
    },
    named: (kind) => byKind.get(kind) ?? [],
  };
}

/** Paths whose ids belong to another kind. */
const otherNames: Partial<Record<string, string>> = {
  'schema-info': 'connections',
  'statement-results': 'statements',
};

/** Returns the resource at the start of the path. */
function kindOf(operation: string): string {
  const kind = /^\S+ \/(?:api\/)?([\w-]+)/.exec(operation)?.[1] ?? '';
  return otherNames[kind] ?? kind;
}
