// A worker of the browser: timers of a page in the background are held back to one a minute, these are not.
// It is told how often to tick.
let periodMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;

addEventListener('message', ({ data }: MessageEvent<number>) => {
  if (data === periodMs) return;
  periodMs = data;
  clearInterval(timer);
  timer = setInterval(() => postMessage(null), periodMs);
});
