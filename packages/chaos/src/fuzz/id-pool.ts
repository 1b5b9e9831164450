/** Ids that answers have shown, by what they are of. */
export interface IdPool {
  /** Learns the ids in an answer of an operation. */
  learn(operation: string, body: string): void;
  /** Those that the path of an operation may be given. */
  of(operation: string): readonly string[];
  /** Of a kind, such as `connections`. */
  named(kind: string): readonly string[];
}

interface Item {
  id?: string | number;
  passwordResetId?: string | null;
  statements?: Item[];
}

const isDownload = /\.(csv|xlsx|json|ndjson)$/;

/** What opens accounts: ids in the path of a password reset. */
const links = 'password-reset';

/** How many of each kind: old ones have often been deleted. */
const kept = 50;

/** Remembers the newest ids of each kind. What is untouchable is only ever looked at. */
export function createIdPool(untouchable: ReadonlySet<string>): IdPool {
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
      // What a database has in a column called id is none of ours.
      if (!/^[[{]/.test(body) || isDownload.test(operation)) return;
      const kind = operation.endsWith('/statements') ? 'statements' : kindOf(operation);
      for (const item of [JSON.parse(body) as Item | Item[]].flat()) {
        add(kind, item);
        if (item.passwordResetId != null) add(links, { id: item.passwordResetId });
      }
    },
    of: (operation) => {
      const ids = byKind.get(kindOf(operation)) ?? [];
      return operation.startsWith('GET ') ? ids : ids.filter((id) => !untouchable.has(id));
    },
    named: (kind) => byKind.get(kind) ?? [],
  };
}

/** Paths whose ids are of something else. */
const otherNames: Partial<Record<string, string>> = {
  'schema-info': 'connections',
  'statement-results': 'statements',
};

/** The resource that the path begins with. */
function kindOf(operation: string): string {
  const kind = /^\S+ \/(?:api\/)?([\w-]+)/.exec(operation)?.[1] ?? '';
  return otherNames[kind] ?? kind;
}
