import { escaped, ORIGIN } from './recording.js';

/** Kind of a known value, which its placeholder names. */
export type Kind = 'secret' | 'account' | 'host' | 'user' | 'name';

/**
 * How a field of a request or a response is kept. Only fields with a rule are kept.
 * - `number`: a number, a flag or digits
 * - `word`: a word of the protocol, such as a type or a code
 * - `id`, `secret`, `name`: a placeholder that is the same for the same value
 * - `message`: text in which known values, addresses and ids are replaced
 * - `path`: a path in which ids are replaced
 * - `file`: the address of a result file
 * - `sql`: only if it is the statement that the recorder runs
 * - `rows`: only for a statement that returns constants; otherwise its texts are replaced
 */
export type Rule =
  | 'number'
  | 'word'
  | 'id'
  | 'secret'
  | 'name'
  | 'message'
  | 'path'
  | 'file'
  | 'sql'
  | 'rows'
  | { each: Rule }
  | { entries: Rule }
  | { fields: Fields };

/** Rules by the names of fields. */
export interface Fields {
  readonly [name: string]: Rule;
}

/** A statement of the recorder. */
export interface RecordedStatement {
  name: string;
  sql: string;
  /** The rows are constants of the statement, so that they contain nothing of the account. */
  isConstant: boolean;
  /** Cancels the statement when its first request was sent. */
  cancels?: boolean;
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
/** Shorter values would also match words of the protocol. */
const MIN_CHECKED = 4;

/** Replaces everything that is not known to be harmless. */
export class Scrubber {
  /** Names of fields without a rule. */
  readonly omitted = new Set<string>();
  statement: RecordedStatement | null = null;
  /** False from a request with another SQL text until the next one with the text of the statement. */
  isOwn = false;
  private readonly known = new Map<string, { kind: Kind; placeholder: string }>();
  private readonly ids = new Map<string, string>();
  private readonly files = new Map<string, string>();
  private readonly counts = new Map<string, number>();

  /** @param segments Words of the paths of the API; other segments are replaced. */
  constructor(private readonly segments: ReadonlySet<string>) {}

  /** Begins a statement; null begins the end of the session. */
  begin(statement: RecordedStatement | null): void {
    this.statement = statement;
    this.isOwn = false;
  }

  /** Notes the SQL of a request: a driver may also send other statements. */
  noteSql(sql: string): void {
    this.isOwn = sql.trim() === this.statement?.sql;
  }

  /** Whether the rows of the current response are constants. */
  get keepsRows(): boolean {
    return this.isOwn && this.statement?.isConstant === true;
  }

  /** Declares a value that must not occur in the recording, and returns its placeholder. */
  know(kind: Kind, value: string): string {
    const key = value.trim();
    if (key === '') return '';
    const known = this.known.get(key);
    if (known) return known.placeholder;
    const placeholder = `${kind}-${String(this.count(kind))}`;
    this.known.set(key, { kind, placeholder });
    return placeholder;
  }

  /** Returns the value as its rule keeps it; undefined leaves it out. */
  apply(rule: Rule, value: unknown, at = ''): unknown {
    if (value === null) return null;
    if (typeof rule === 'object') return this.applyToParts(rule, value, at);
    if (rule === 'rows') return this.rows(value);
    if (typeof value === 'object') return undefined;
    if (rule === 'id') return this.id(value);
    if (typeof value !== 'string') {
      return rule === 'number' || rule === 'word' ? value : undefined;
    }
    switch (rule) {
      case 'number':
        return /^-?\d{1,20}(?:\.\d{1,20})?$/.test(value) ? value : undefined;
      case 'word':
        return /^[\w ./:<>(),-]{0,60}$/.test(value) ? this.text(value) : this.know('name', value);
      case 'secret':
        return this.know('secret', value);
      case 'name':
        return this.know('name', value);
      case 'message':
        return this.text(value);
      case 'path':
        return this.path(value);
      case 'file':
        return `${ORIGIN}${this.file(value)}`;
      case 'sql':
        return value.trim() === this.statement?.sql ? value : 'another statement';
    }
  }

  /** Returns the path of the recorder for a result file. Its query contains a signature. */
  file(url: string): string {
    const { host, pathname, searchParams } = new URL(url);
    this.know('host', host);
    for (const value of searchParams.values()) {
      if (value.length >= 16) this.know('secret', value);
    }
    const key = `${host}${pathname}`;
    const path = this.files.get(key) ?? `/file-${String(this.files.size + 1)}`;
    this.files.set(key, path);
    return path;
  }

  /** Returns a path without ids and names. */
  path(path: string): string {
    return path
      .split('/')
      .map((part) => (this.segments.has(part) || /^file-\d+$/.test(part) ? part : this.id(part)))
      .join('/');
  }

  /** Returns a text without known values, addresses, ids and long words. */
  text(text: string): string {
    let clean = text;
    for (const [value, { kind, placeholder }] of this.longestFirst()) {
      if (kind !== 'name' && value.length < MIN_CHECKED) continue;
      clean = clean.replace(matcherOf(value, kind), placeholder);
    }
    return clean
      .replace(uuid, (id) => String(this.id(id)))
      .replace(/[a-z]+:\/\/[^\s'"]+/gi, 'url')
      .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, 'address')
      .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, 'ip')
      .replace(/\b(?=\w*\d)[\w-]{24,}\b/g, (word) => String(this.id(word)));
  }

  /** Returns the placeholders of the known values that a text still contains in any encoding. */
  leaksIn(text: string): string[] {
    return [...this.known]
      .filter(([value]) => value.length >= MIN_CHECKED)
      .filter(([value, { kind }]) =>
        encodingsOf(value).some((each) => matcherOf(each, kind).test(text)),
      )
      .map(([, { placeholder }]) => placeholder);
  }

  private applyToParts(rule: Exclude<Rule, string>, value: unknown, at: string): unknown {
    if ('each' in rule) {
      if (!Array.isArray(value)) return undefined;
      return value.map((each) => this.apply(rule.each, each, at));
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const kept: [string, unknown][] = [];
    for (const [name, each] of Object.entries(value)) {
      const own = 'entries' in rule ? rule.entries : ownRule(rule.fields, name);
      const isName = /^[\w-]{1,60}$/.test(name);
      const scrubbed =
        own === undefined || !isName ? undefined : this.apply(own, each, `${at}.${name}`);
      if (own === undefined && isName) this.omitted.add(`${at}.${name}`);
      if (scrubbed !== undefined) kept.push([name, scrubbed]);
    }
    return Object.fromEntries(kept);
  }

  private rows(value: unknown): unknown {
    if (this.keepsRows) return value;
    if (Array.isArray(value)) return value.map((each) => this.rows(each));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.rows(each)]));
    }
    return typeof value === 'string' ? 'x' : null;
  }

  private id(value: unknown): unknown {
    if (typeof value === 'number')
      return 1_000_000 + Number(/\d+/.exec(this.idText(String(value)))?.[0]);
    return typeof value === 'string' ? this.idText(value) : undefined;
  }

  private idText(value: string): string {
    if (value === '') return '';
    const number = String(this.ids.size + 1);
    const isUuid = new RegExp(`^${uuid.source}$`, 'i').test(value);
    const placeholder =
      this.ids.get(value) ??
      (isUuid ? `00000000-0000-4000-8000-${number.padStart(12, '0')}` : `id-${number}`);
    this.ids.set(value, placeholder);
    return placeholder;
  }

  private longestFirst() {
    return [...this.known].sort(([a], [b]) => b.length - a.length);
  }

  private count(kind: Kind): number {
    const next = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, next);
    return next;
  }
}

const ownRule = (fields: Fields, name: string): Rule | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined;

/** A name of the account, such as `PUBLIC`, is only replaced as a whole word. Secrets are replaced everywhere. */
const matcherOf = (value: string, kind: Kind): RegExp =>
  kind === 'name'
    ? new RegExp(`(?<!\\w)${escaped(value)}(?!\\w)`, 'gi')
    : new RegExp(escaped(value), 'gi');

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The forms of a value in the file: a body can contain JSON text in JSON text. */
const encodingsOf = (value: string): string[] => [
  value,
  inJson(value),
  inJson(inJson(value)),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64').replace(/=+$/, ''),
];
