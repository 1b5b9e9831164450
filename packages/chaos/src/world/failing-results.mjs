// Loaded into workers by NODE_OPTIONS=--import: while the order file names a moment, that call on a result
// file fails as on a full disk. Root may write to a read-only directory, so permissions cannot do this.
import { promises, readFileSync } from 'node:fs';

// In the URL, because an executor gets only the environment variables that it needs.
const orderFile = new URL(import.meta.url).searchParams.get('order');

function orderNow() {
  try {
    return readFileSync(orderFile, 'utf8');
  } catch {
    return null;
  }
}

function failAt(moment) {
  if (orderNow() !== moment) return;
  throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
}

const { open, rename } = promises;

promises.open = async (path, ...rest) => {
  const isData = String(path).endsWith('.json.part');
  if (isData) failAt('open');
  if (String(path).endsWith('.idx.part')) failAt('publish');
  const file = await open.call(promises, path, ...rest);
  if (!isData) return file;
  const { writev } = file;
  file.writev = async (...buffers) => {
    failAt('write');
    return writev.apply(file, buffers);
  };
  return file;
};

promises.rename = async (from, to) => {
  if (String(from).endsWith('.json.part')) failAt('rename');
  return rename.call(promises, from, to);
};
