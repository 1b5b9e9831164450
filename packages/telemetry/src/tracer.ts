/** What a span says of itself: ids, counts and kinds; never SQL, values or secrets. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** Which side of a call a span stands on, as OpenTelemetry names it. */
export type SpanRole = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** How a span begins. */
export interface SpanStart {
  name: string;
  /** `internal` unless given. */
  role?: SpanRole;
  /** A W3C `traceparent`; null, absent or malformed: the span begins a trace. */
  parent?: string | null;
  attributes?: SpanAttributes;
  /** Epoch milliseconds; now unless given. */
  startedAtMs?: number;
}

/** Some work with a beginning and an end. */
export interface Span {
  /** For the parent of other spans, also in other processes; null when nothing is traced. */
  readonly traceParent: string | null;
  set(attributes: SpanAttributes): void;
  /** Marks the work as failed by a code of ours, never by a message: those may quote values. */
  fail(code: string): void;
  /** Does nothing when called again. */
  end(): void;
}

/** Begins spans. */
export interface Tracer {
  /** False when nothing is traced: what would only feed spans may be left out. */
  readonly enabled: boolean;
  start(start: SpanStart): Span;
}

const noSpan: Span = {
  traceParent: null,
  set: () => undefined,
  fail: () => undefined,
  end: () => undefined,
};

/** The tracer of a process that does not trace. */
export const noTracer: Tracer = { enabled: false, start: () => noSpan };

/** Where spans go, and which. */
export interface TracingOptions {
  /** Such as `sluice-api`. */
  serviceName: string;
  /** Tells processes of one service apart. */
  instanceId: string;
  /** The collector's base address, such as `http://127.0.0.1:4318`; undefined: nothing is traced. */
  endpoint: string | undefined;
  /** Share of the traces begun here that are kept, 0 to 1; those begun elsewhere say for themselves. */
  sampleShare: number;
}

/** The tracing of a process. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what is left, for at most two seconds; never throws. */
  close(): Promise<void>;
}
