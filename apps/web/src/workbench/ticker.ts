// A worker of the browser: timers of a page in the background are held back to one a minute, these are not.
const periodMs = 10_000;

setInterval(() => postMessage(null), periodMs);
