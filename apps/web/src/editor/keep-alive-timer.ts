// A web worker, because browsers limit timers of background pages to one per minute.
// The page sends the period in milliseconds.
let periodMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;

addEventListener('message', ({ data }: MessageEvent<number>) => {
  if (data === periodMs) return;
  periodMs = data;
  clearInterval(timer);
  timer = setInterval(() => postMessage(null), periodMs);
});
