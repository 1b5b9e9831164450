/** Downloads a URL as a file. */
export function downloadUrl(address: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
}

/** Downloads text, or parts of it, as a file. */
export function downloadText(text: string | string[], type: string, fileName: string): void {
  const parts = Array.isArray(text) ? text : [text];
  const address = URL.createObjectURL(new Blob(parts, { type }));
  downloadUrl(address, fileName);
  // The browser needs time to start reading the URL.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
