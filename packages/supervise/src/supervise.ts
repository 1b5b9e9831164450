import type { ChildProcess } from 'node:child_process';
import { waitUntil } from './wait-until.js';
import { StartFailure } from './start-failure.js';
import { createBackOff, DEFAULT_BACK_OFF, type BackOff } from './back-off.js';
import type { ChildOutput } from './child-output.js';
import { forgetChild, recordChild } from './child-record.js';
import {
  tryAgainCode,
  type ChildEnd,
  type ChildRun,
  type ChildSpec,
  type Supervised,
  type SuperviseOptions,
} from './child-spec.js';
import { endGroup, endProcess } from './end-process.js';
import { askToEnd, describeEnd, drainStreams, forkChild } from './fork-child.js';
import { openChildOutput } from './open-child-output.js';
import { isAliveMessage, parseReady, type ReadyMessage } from './ready-message.js';
import { watchSilence, type SilenceWatch } from './watch-silence.js';

/** Crashes by signal before the first readiness after which the start fails. */
const MAX_START_CRASHES = 3;

/** Starts a child and restarts it, after increasing delays, whenever it ends. */
export async function supervise(spec: ChildSpec, options: SuperviseOptions): Promise<Supervised> {
  return new Supervisor(spec, options, await openChildOutput(spec, options));
}

class Supervisor implements Supervised {
  readonly firstReady: Promise<string | undefined>;
  private readonly backOff: BackOff;
  private resolveFirst: (address: string | undefined) => void = () => undefined;
  private rejectFirst: (error: Error) => void = () => undefined;
  private phase: 'starting' | 'running' | 'stopped' = 'starting';
  private child: ChildProcess | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped: Promise<void> | undefined;
  private recorded: Promise<void> = Promise.resolve();
  private restarting = false;
  private settleRestart: () => void = () => undefined;
  private crashes = 0;
  private readyAtMs: number | undefined;
  private silence: SilenceWatch | undefined;
  private isHung = false;

  constructor(
    private readonly spec: ChildSpec,
    private readonly options: SuperviseOptions,
    private readonly output: ChildOutput,
  ) {
    this.backOff = createBackOff(options.backOff ?? DEFAULT_BACK_OFF);
    this.firstReady = new Promise((resolve, reject) => {
      this.resolveFirst = resolve;
      this.rejectFirst = reject;
    });
    // A caller that stops a child before it is ready need not handle this promise.
    this.firstReady.catch(() => undefined);
    this.start();
  }

  get name(): string {
    return this.spec.name;
  }

  async restart(): Promise<void> {
    if (this.phase === 'stopped' || this.restarting) return;
    this.restarting = true;
    await this.end();
    this.restarting = false;
    if (this.isStopped()) return;
    await new Promise<void>((resolve) => {
      this.settleRestart = resolve;
      this.start();
    });
  }

  stop(): Promise<void> {
    this.phase = 'stopped';
    this.stopped ??= this.endForGood();
    return this.stopped;
  }

  kill(): void {
    this.phase = 'stopped';
    clearTimeout(this.timer);
    if (this.child?.pid === undefined) return;
    // A database that is stopped early recovers from its log, and its wrapper process handles that, so it is
    // not simply killed.
    const { ownsGroup } = this.spec;
    endProcess({ pid: this.child.pid, ownsGroup }, ownsGroup ? 'SIGKILL' : 'SIGQUIT');
  }

  private isStopped(): boolean {
    return this.phase === 'stopped';
  }

  private start(): void {
    const run = this.spec.begin?.() ?? plainRun;
    const child = forkChild(this.spec, run, this.output.stdio);
    this.child = child;
    this.readyAtMs = undefined;
    this.output.follow(child);
    if (child.pid !== undefined) this.record(child.pid);
    this.watch(child);
    child.on('message', (message) => {
      if (isAliveMessage(message)) this.silence?.heard();
      const ready = parseReady(message);
      if (ready !== undefined) this.becomeReady(ready);
    });
    child.once('error', (error) => {
      this.options.show(`${this.name}: ${error.message}`);
      if (child.pid === undefined) void this.childEnded(child, run, null, 'none');
    });
    child.once('exit', (code, signal) => void this.childEnded(child, run, code, signal));
  }

  private watch({ pid }: ChildProcess): void {
    this.isHung = false;
    const { silentMs, ownsGroup } = this.spec;
    if (silentMs === undefined || pid === undefined) return;
    this.silence = watchSilence(silentMs, () => {
      this.isHung = true;
      this.options.show(
        `${this.name} sent no heartbeat for ${(silentMs / 1000).toString()} s and was killed`,
      );
      endProcess({ pid, ownsGroup }, 'SIGKILL');
    });
  }

  private record(pid: number): void {
    const { ownsGroup, graceMs } = this.spec;
    const { recordFolder } = this.options;
    if (recordFolder === undefined) return;
    const child = { pid, ownsGroup, graceMs };
    this.recorded = recordChild(recordFolder, this.name, child).catch((error: unknown) => {
      this.options.show(`${this.name}: could not be recorded for the next start: ${String(error)}`);
    });
  }

  private becomeReady({ address }: ReadyMessage): void {
    this.readyAtMs = performance.now();
    this.settleRestart();
    if (this.phase !== 'starting') return;
    this.phase = 'running';
    this.output.showHeld();
    this.resolveFirst(address);
  }

  private async childEnded(
    child: ChildProcess,
    run: ChildRun,
    code: number | null,
    signal: string | null,
  ): Promise<void> {
    if (child.pid !== undefined && this.spec.ownsGroup) endGroup(child.pid);
    await drainStreams(child);
    this.silence?.stop();
    const { isHung } = this;
    const end: ChildEnd = { code, signal, isHung, lastWords: this.output.lastWords() };
    run.ended(end);
    this.child = undefined;
    this.settleRestart();
    if (this.isStopped()) return;
    if (this.phase === 'starting' && this.isHopeless(end)) return this.giveUp(end);
    if (!this.restarting) this.startLater(end);
  }

  private isHopeless({ code, signal }: ChildEnd): boolean {
    if (code === tryAgainCode) return false;
    this.crashes += 1;
    return signal === null || this.crashes > MAX_START_CRASHES;
  }

  private async giveUp(end: ChildEnd): Promise<void> {
    this.phase = 'stopped';
    const lines = await this.output.takeHeld();
    this.rejectFirst(new StartFailure(describeEnd(this.name, end, lines)));
  }

  private startLater(end: ChildEnd): void {
    const { readyAtMs } = this;
    const delayMs = this.backOff.nextDelayMs(readyAtMs === undefined ? 0 : now() - readyAtMs);
    const wait = `restarting in ${(delayMs / 1000).toString()} s`;
    this.options.show(`${describeEnd(this.name, end, [])}; ${wait}`);
    this.timer = setTimeout(() => {
      this.start();
    }, delayMs);
  }

  private async end(): Promise<void> {
    clearTimeout(this.timer);
    const { child, spec } = this;
    if (child?.pid === undefined) return;
    askToEnd(child);
    const gone = () => this.child !== child;
    if (await waitUntil(gone, { withinMs: spec.graceMs, everyMs: 10 })) return;
    this.options.show(
      `${this.name} did not stop within ${(spec.graceMs / 1000).toString()} s and was killed`,
    );
    endProcess({ pid: child.pid, ownsGroup: spec.ownsGroup }, 'SIGKILL');
    await waitUntil(gone, { withinMs: 5_000, everyMs: 10 });
  }

  private async endForGood(): Promise<void> {
    await this.end();
    await this.output.close();
    // Otherwise a child that is stopped right after its start would be recorded afterwards.
    await this.recorded;
    const { recordFolder } = this.options;
    if (recordFolder !== undefined) await forgetChild(recordFolder, this.name);
  }
}

const plainRun: ChildRun = { args: [], ended: () => undefined };

const now = (): number => performance.now();
